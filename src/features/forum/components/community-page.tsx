"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { trpc } from "@/trpc/client";
import { isNowhere, LoadFailed } from "@/trpc/load-failed";
import { useErrorMessage } from "@/trpc/use-error";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { updateSlice, useClientState } from "@/ui/client-state";
import { lazyPart } from "@/ui/lazy-part";
import { SearchField } from "@/ui/search-field";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { FORUM } from "../hrefs";
import { RoomHead } from "../rooms/components/room-head";
import { RoomMenu, RoomRail } from "../rooms/components/room-rail";
import { SearchResults } from "../search/components/search-results";
import { TopicList } from "../topics/components/topic-list";

function Loading() {
  return <LoadingList />;
}

// What reads and writes Markdown comes when it is needed: lists stay lean.
const TopicPage = lazyPart(() => import("../topics/components/topic-page").then((part) => part.TopicPage), { waiting: Loading });
const NewTopic = lazyPart(() => import("../topics/components/new-topic").then((part) => part.NewTopic), { waiting: Loading });

/** The community hub. Which room, topic or message it shows stands in the address. */
export function CommunityPage() {
  const { params, search, replace } = useAddress();
  const t = useTranslations("forum");
  const errorMessage = useErrorMessage();
  const rooms = trpc.forum.rooms.list.useQuery();
  const topic = params.get("topic");
  const post = params.get("post");
  const slug = params.get("profession");
  const lastRoom = useClientState(({ communityHub }) => communityHub.chatRoom.professionId);
  const all = rooms.data?.data ?? [];
  const chatting = params.get("view") === "chat";
  // A chat without a room is the one that was open last.
  const room = all.find((one) => (slug ? one.slug === slug : chatting && one.uid === lastRoom));
  const roomId = room?.uid ?? null;
  useEffect(() => {
    if (!topic && !post && rooms.data) updateSlice("communityHub", { profession: roomId, topic: null });
  }, [topic, post, rooms.data, roomId]);

  if (post || topic) return <Located topicId={topic} postId={post} />;
  if (!rooms.data) return rooms.isError ? <LoadFailed query={rooms} /> : <Loading />;
  if (slug && !room)
    return (
      <Notice level={1} title={t("rooms.gone")}>
        <ButtonLink href={FORUM}>{t("rooms.all")}</ButtonLink>
      </Notice>
    );
  if (params.has("new")) return <NewTopic rooms={all} room={room} />;
  if (chatting && room?.chatId) return <TopicPage key={room.chatId} topicId={room.chatId} spot={undefined} />;
  return (
    <div className="grid gap-8 xl:grid-cols-[15rem_minmax(0,1fr)]">
      <RoomRail rooms={all} current={roomId} />
      <div className="min-w-0">
        <RoomMenu rooms={all} current={roomId} />
        <RoomHead room={room} />
        <div className="mb-5">
          <SearchField label={t(room ? "search.inRoom" : "search.label")} value={search} onSearch={(next) => replace({ search: next })} />
        </div>
        {rooms.isError ? <p className="mb-3 text-sm text-danger">{errorMessage(rooms.error)}</p> : null}
        {search ? <SearchResults rooms={all} room={room} /> : <TopicList room={room} rooms={all} />}
      </div>
    </div>
  );
}

/** A topic by its own address, or by that of one of its messages: within one topic, one address after the other shows the same page. */
function Located({ topicId, postId }: { topicId: string | null; postId: string | null }): ReactNode {
  const t = useTranslations("forum.topic");
  const located = trpc.forum.posts.locate.useQuery({ uid: postId ?? "" }, { enabled: postId !== null, retry: false });
  const place = postId ? located.data?.data : undefined;
  const wanted = postId ? place?.topicId : (topicId ?? undefined);
  const [shown, setShown] = useState(wanted);
  if (wanted && wanted !== shown) setShown(wanted);
  if (postId && located.error)
    return isNowhere(located) ? (
      <Notice level={1} title={t("postGone")} text={t("goneText")}>
        <ButtonLink href={FORUM}>{t("toRooms")}</ButtonLink>
      </Notice>
    ) : (
      <LoadFailed query={located} />
    );
  const open = wanted ?? shown;
  return open ? <TopicPage key={open} topicId={open} spot={place && { uid: place.uid, seq: place.seq }} /> : <Loading />;
}
