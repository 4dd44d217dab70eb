"use client";

import { ArrowDownIcon, ArrowLeftIcon, ChatBubbleLeftRightIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { levelOf } from "@/features/forum/rules";
import { useFormat } from "@/i18n/use-format";
import type { WatchLevel } from "@/lib/enums/forum";
import { api, trpc } from "@/trpc/client";
import { LoadFailed } from "@/trpc/load-failed";
import { Button } from "@/ui/button";
import { updateSlice } from "@/ui/client-state";
import { LoadingList } from "@/ui/spinner";
import { typingSign } from "@/ui/typing";
import { LevelMenu } from "../../components/level-menu";
import { useCommunityLive } from "../../hooks/use-community-live";
import { roomHref } from "../../hrefs";
import { TopicMenu } from "../../moderation/components/topic-menu";
import { StateLine } from "../../topics/components/state-line";
import type { TopicDto } from "../../topics/dto";
import { useTopicChanges } from "../../topics/hooks/use-topic-changes";
import type { PostDto } from "../dto";
import { useChatScroll } from "../hooks/use-chat-scroll";
import { useReading } from "../hooks/use-reading";
import { useStanding } from "../hooks/use-standing";
import { useTypers } from "../hooks/use-typers";
import { NEWEST, useWindow } from "../hooks/use-window";
import { ChatMessage } from "./chat-message";
import { Composer, useReplyTarget } from "./composer";
import type { EditorHandle } from "./editor";
import { LeftWords } from "./left-words";

/** Messages of one person that follow within this time stand together. */
const TOGETHER_MS = 5 * 60_000;

interface ChatRoomProps {
  topic: TopicDto;
  room: { uid: string; slug: string; name: string; level: WatchLevel };
  spot: { uid: string; seq: number } | undefined;
}

/** A room's live chat: the newest at the bottom, what is older above. */
export function ChatRoom({ topic, room, spot }: ChatRoomProps) {
  const t = useTranslations("forum.chat");
  const format = useFormat();
  const utils = trpc.useUtils();
  const topicId = topic.uid;
  const [readSeq] = useState(topic.readSeq);
  const [start] = useState(spot ? { aroundSeq: spot.seq } : NEWEST);
  const posts = useWindow(topicId, start);
  const { jump, atEnd, later, grew, refresh, catchUp, put, append, pictureGone } = posts;
  const { writable, limits } = useStanding(topic);
  // Nobody watches a room for its chat; muted is muted.
  const level = levelOf({ level: topic.level, chosen: topic.levelChosen }, room.level === "mute" ? "mute" : null);
  const reply = useReplyTarget(topicId);
  const editor = useRef<EditorHandle>(null);
  const { setLevel } = useTopicChanges(topicId);
  const { typers, hear: hearTyping } = useTypers(posts.posts);
  const { box, onScroll, away, toEnd, show } = useChatScroll(posts.posts, spot?.seq);
  useReading(topicId, box, readSeq, posts.posts);
  useEffect(
    () => updateSlice("communityHub", { profession: room.uid, topic: topicId, chatRoom: { professionId: room.uid } }),
    [room.uid, topicId],
  );
  useCommunityLive(
    { topicId },
    useCallback(
      (event) => {
        if (event === null) void catchUp();
        else if (event.topicId !== topicId) return;
        else if (event.what === "typing") hearTyping(event.user);
        else if (event.what === "post") {
          const along = atEnd();
          grew(event.seq);
          if (along) void later();
        } else if (event.what === "changed") void refresh(event.post);
        else void utils.forum.topics.get.invalidate({ topicId });
      },
      [atEnd, catchUp, grew, hearTyping, later, refresh, topicId, utils],
    ),
  );
  const sign = useMemo(() => typingSign(() => api.forum.posts.typing.mutate({ topicId })), [topicId]);
  const go = useCallback(
    (seq: number) => {
      if (!show(seq)) void jump({ aroundSeq: seq }).then(() => requestAnimationFrame(() => show(seq)));
    },
    [jump, show],
  );
  // Another message that the address names, within the open chat.
  const spotSeq = spot?.seq;
  const shownSpot = useRef(spotSeq);
  useEffect(() => {
    if (spotSeq === shownSpot.current) return;
    shownSpot.current = spotSeq;
    if (spotSeq) go(spotSeq);
  }, [spotSeq, go]);
  const onSent = (post: PostDto) => {
    append(post);
    toEnd();
  };
  const unread = Math.max(0, posts.total - (posts.posts.at(-1)?.seq ?? 0));
  return (
    <section
      ref={useVisibleHeight()}
      aria-label={t("title", { room: room.name })}
      className="flex h-[calc(var(--visible,100dvh)-6.5rem)] min-h-80 flex-col overflow-hidden rounded-box border border-line bg-surface shadow-card lg:h-[calc(100dvh-12rem)]"
    >
      <header className="flex items-center gap-2 border-b border-line p-3 sm:px-4">
        <Link
          href={roomHref(room.slug)}
          aria-label={t("toTopics")}
          title={t("toTopics")}
          className="grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <ArrowLeftIcon className="size-6 rtl:-scale-x-100" />
        </Link>
        <div className="min-w-0 grow">
          <h1 className="truncate font-semibold">{t("title", { room: room.name })}</h1>
          <p className="truncate text-sm text-ink-soft max-sm:hidden">{t("lead")}</p>
        </div>
        {topic.may.moderate ? <TopicMenu topic={topic} /> : null}
        <LevelMenu of="topic" level={level} onChoose={setLevel} />
      </header>
      <h2 className="sr-only">{t("messages")}</h2>
      <div className="relative flex min-h-0 grow flex-col">
        <div
          ref={box}
          onScroll={onScroll}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
          tabIndex={0}
          role="log"
          aria-label={t("messages")}
          className="min-h-0 grow overflow-y-auto px-3 py-4 -outline-offset-2 [overflow-anchor:none] sm:px-5"
        >
          {posts.hasEarlier ? (
            <div className="mb-4 flex justify-center">
              <Button look="ghost" size="sm" busy={posts.busy === "earlier"} onClick={() => void posts.earlier()}>
                {t("earlier")}
              </Button>
            </div>
          ) : null}
          {posts.loaded ? null : posts.error ? <LoadFailed query={posts} /> : <LoadingList />}
          {posts.loaded && posts.posts.length === 0 ? (
            <div className="grid min-h-40 place-items-center text-center text-ink-soft">
              <p>
                <ChatBubbleLeftRightIcon className="mx-auto mb-2 size-8" aria-hidden="true" />
                {t("empty")}
              </p>
            </div>
          ) : null}
          <ol className="grid grid-cols-1">
            {posts.posts.map((post, at) => {
              const before = posts.posts[at - 1];
              const newDay = !before || format.date(before.createdAt) !== format.date(post.createdAt);
              const follows =
                !newDay &&
                before.author?.uid === post.author?.uid &&
                Date.parse(post.createdAt) - Date.parse(before.createdAt) < TOGETHER_MS &&
                post.quote === null;
              return (
                <li key={post.uid}>
                  {newDay ? (
                    <p className="my-3 text-center text-sm text-ink-soft">
                      <span className="rounded-full bg-sunken px-3 py-0.5">{format.date(post.createdAt)}</span>
                    </p>
                  ) : null}
                  {readSeq > 0 && post.seq === readSeq + 1 ? (
                    <p className="my-2 flex items-center gap-3 text-sm font-semibold text-primary-text before:h-px before:grow before:bg-primary/50 after:h-px after:grow after:bg-primary/50">
                      {t("newSince")}
                    </p>
                  ) : null}
                  <ChatMessage
                    post={post}
                    follows={follows}
                    marked={post.seq === spot?.seq}
                    writable={writable}
                    limited={limits(post)}
                    moderates={topic.may.moderate}
                    put={put}
                    onGo={go}
                    onReply={(one) => {
                      reply.choose(one);
                      editor.current?.focus();
                    }}
                    onDeleted={(uid) => void refresh(uid)}
                    onPictureGone={pictureGone}
                  />
                </li>
              );
            })}
          </ol>
          {posts.hasLater ? (
            <div className="mt-4 flex justify-center">
              <Button look="ghost" size="sm" busy={posts.busy === "later"} onClick={() => void later()}>
                {t("later")}
              </Button>
            </div>
          ) : null}
          <p aria-live="polite" className="mt-2 min-h-5 text-sm text-ink-soft">
            {typers.length > 0 ? t("typing", { names: format.list(typers), count: typers.length }) : null}
          </p>
        </div>
        {away || unread > 0 ? (
          <Button
            size="sm"
            className="absolute inset-x-0 bottom-3 mx-auto w-fit rounded-full shadow-float"
            icon={<ArrowDownIcon className="size-4" />}
            onClick={() => {
              if (unread > 0) void jump(NEWEST).then(toEnd);
              else toEnd();
            }}
          >
            {t("toNewest")}
          </Button>
        ) : null}
      </div>
      {topic.may.write ? (
        <Composer topic={topic} handle={editor} reply={reply} onSent={onSent} onTyping={sign} />
      ) : (
        <div className="p-3">
          <StateLine state={topic.state} />
          <LeftWords topicId={topicId} />
        </div>
      )}
    </section>
  );
}

/** Where a phone's keyboard covers a part of the page, the rest is as high as what can be seen; magnified, as what could be without that. */
function useVisibleHeight() {
  return useCallback((element: HTMLElement | null) => {
    const view = window.visualViewport;
    if (!element || !view) return;
    const follow = () => element.style.setProperty("--visible", `${Math.round(view.height * view.scale)}px`);
    follow();
    view.addEventListener("resize", follow);
    return () => view.removeEventListener("resize", follow);
  }, []);
}
