"use client";

import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect } from "react";
import { toApiError, trpc } from "@/trpc/client";
import { LoadFailed } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { updateSlice } from "@/ui/client-state";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { FORUM, roomHref, topicHref } from "../../hrefs";
import { ChatRoom } from "../../posts/components/chat-room";
import { LeftWords } from "../../posts/components/left-words";
import { moveWriting } from "../../posts/hooks/topic-drafts";
import { Thread } from "./thread";
import { TopicHead } from "./topic-head";

/** A topic, or the chat in which a message stands. @param spot the message that the address names */
export function TopicPage({ topicId, spot }: { topicId: string; spot: { uid: string; seq: number } | undefined }) {
  const t = useTranslations("forum.topic");
  const query = trpc.forum.topics.get.useQuery({ topicId }, { retry: false });
  const rooms = trpc.forum.rooms.list.useQuery();
  const topic = query.data?.data;
  const room = rooms.data?.data.find(({ uid }) => uid === topic?.professionId);
  const slug = room?.slug;
  useEffect(() => {
    updateSlice("communityHub", { topic: topicId, ...(slug && { profession: slug }) });
  }, [topicId, slug]);
  const merged = topic !== undefined && topic.uid !== topicId;
  const now = topic?.uid;
  // Before the other topic's field reads what is kept for it.
  useLayoutEffect(() => {
    if (merged && now) moveWriting(topicId, now);
  }, [merged, now, topicId]);
  useEffect(() => {
    if (!merged || !now) return;
    notify("info", t("merged"));
    window.history.replaceState(null, "", topicHref(now));
  }, [merged, now, t]);

  const gone = query.error !== null && toApiError(query.error).code === "notFound";
  // A chat is of a room, and without it there is none.
  if (gone || (topic?.kind === "chat" && rooms.data && !room))
    return (
      <div className="mx-auto max-w-4xl">
        <Notice level={1} title={t("gone")} text={t("goneText")}>
          <ButtonLink href={FORUM}>{t("toRooms")}</ButtonLink>
        </Notice>
        <LeftWords topicId={topicId} />
      </div>
    );
  if (!topic) return query.isError ? <LoadFailed query={query} /> : <LoadingList />;
  if (topic.kind === "chat") {
    if (room) return <ChatRoom key={topic.uid} topic={topic} room={room} spot={spot} />;
    return rooms.isError ? <LoadFailed query={rooms} /> : <LoadingList />;
  }
  return (
    <div className="mx-auto max-w-4xl">
      <BackLink href={room ? roomHref(room.slug) : FORUM} text={room ? room.name : t("toRooms")} />
      <TopicHead topic={topic} room={room} />
      <Thread key={topic.uid} topic={topic} room={room} spot={spot} />
    </div>
  );
}
