"use client";

import { ArrowDownIcon, CheckCircleIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { Fragment, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { trpc } from "@/trpc/client";
import { LoadFailed } from "@/trpc/load-failed";
import { useErrorMessage } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";
import { useCommunityLive } from "../../hooks/use-community-live";
import { FORUM, roomHref } from "../../hrefs";
import { Composer, useReplyTarget } from "../../posts/components/composer";
import type { EditorHandle } from "../../posts/components/editor";
import { LeftWords } from "../../posts/components/left-words";
import { Post } from "../../posts/components/post";
import type { PostDto } from "../../posts/dto";
import { useReading } from "../../posts/hooks/use-reading";
import { useStanding } from "../../posts/hooks/use-standing";
import { type Span, useWindow } from "../../posts/hooks/use-window";
import { plainOf } from "../../posts/rules";
import type { TopicDto } from "../dto";
import { useKeptPlace } from "../hooks/use-kept-place";
import { useTopicChanges } from "../hooks/use-topic-changes";
import { StateLine } from "./state-line";

interface ThreadProps {
  topic: TopicDto;
  room: { slug: string } | undefined;
  /** The message that the address names. */
  spot: { uid: string; seq: number } | undefined;
}

/** Where reading begins: at the message that was asked for, at what is new, or at the beginning. */
function startOf({ readSeq, lastSeq }: TopicDto, spot: ThreadProps["spot"]): Span {
  if (spot) return { aroundSeq: spot.seq };
  return readSeq > 0 && readSeq < lastSeq ? { aroundSeq: readSeq + 1 } : { fromSeq: 1 };
}

/** A topic's messages, and the field to answer in. */
export function Thread({ topic, room, spot }: ThreadProps) {
  const t = useTranslations("forum.topic");
  const errorMessage = useErrorMessage();
  const router = useRouter();
  const utils = trpc.useUtils();
  const { writable, answers, limits } = useStanding(topic);
  // What was new when the topic was opened stays marked as new during this visit.
  const [readSeq] = useState(topic.readSeq);
  const [start] = useState(() => startOf(topic, spot));
  const posts = useWindow(topic.uid, start);
  const { jump, atEnd, later, grew, refresh, catchUp, put, append, pictureGone } = posts;
  const list = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorHandle>(null);
  const reply = useReplyTarget(topic.uid);
  const { setAnswer } = useTopicChanges(topic.uid);
  const [marked, setMarked] = useState<number | undefined>(spot?.seq);
  const { fresh, hear, clear } = useFresh(end);
  useKeptPlace(list, posts.posts);
  useReading(topic.uid, list, readSeq, posts.posts);

  const show = useCallback((seq: number) => {
    const element = list.current?.querySelector<HTMLElement>(`[data-seq="${seq}"]`);
    element?.scrollIntoView({ block: "start" });
    element?.focus({ preventScroll: true });
    return element !== null && element !== undefined;
  }, []);
  const wanted = useRef<number | "new" | undefined>(spot?.seq ?? (readSeq > 0 && readSeq < topic.lastSeq ? "new" : undefined));
  const go = useCallback(
    (seq: number) => {
      setMarked(seq);
      if (show(seq)) return;
      wanted.current = seq;
      void jump({ aroundSeq: seq });
    },
    [jump, show],
  );
  const spotSeq = spot?.seq;
  const shownSpot = useRef(spotSeq);
  useEffect(() => {
    if (spotSeq === shownSpot.current) return;
    shownSpot.current = spotSeq;
    if (spotSeq) go(spotSeq);
  }, [spotSeq, go]);
  // Once what was asked for is there.
  useEffect(() => {
    if (posts.posts.length === 0 || wanted.current === undefined) return;
    if (wanted.current === "new") document.getElementById("unread-line")?.scrollIntoView({ block: "start" });
    else if (!show(wanted.current)) return;
    wanted.current = undefined;
  }, [posts.posts, show]);

  const topicId = topic.uid;
  const answered = useRef(topic.answered);
  answered.current = topic.answered;
  useCommunityLive(
    { topicId },
    useCallback(
      (event) => {
        if (event === null) {
          void catchUp();
          void utils.forum.topics.get.invalidate({ topicId });
        } else if (event.topicId !== topicId) return;
        else if (event.what === "post") {
          const along = atEnd();
          hear(event.seq);
          grew(event.seq);
          if (along) void later();
          if (!answered.current) void utils.forum.topics.get.invalidate({ topicId });
        } else if (event.what === "changed") void refresh(event.post);
        else if (event.what === "turned") void utils.forum.topics.get.invalidate({ topicId });
      },
      [atEnd, catchUp, grew, hear, later, refresh, topicId, utils],
    ),
  );

  const onSent = (post: PostDto) => {
    clear(post.seq);
    wanted.current = post.seq;
    append(post);
    void utils.forum.topics.get.invalidate({ topicId });
  };
  const onReply = (post: PostDto) => {
    reply.choose(post);
    editor.current?.focus();
  };
  const onQuote = (post: PostDto) => {
    reply.choose(post);
    const lines = plainOf(post.message ?? "").slice(0, 1000);
    editor.current?.append(`> ${lines}\n\n`);
  };
  const onDeleted = (uid: string, topicToo: boolean) => {
    if (!topicToo) return void refresh(uid);
    notify("success", t("deleted"));
    void utils.forum.topics.invalidate();
    router.replace(room ? roomHref(room.slug) : FORUM);
  };
  if (!posts.loaded) return posts.error ? <LoadFailed query={posts} /> : <LoadingList />;
  // As the server asks: what its author added themselves is no answer, and what is closed stays.
  const alone = topic.state === "open" && !topic.answered;
  return (
    <>
      {topic.answer ? (
        <div className="mb-4 flex flex-wrap items-center gap-3 rounded-box border border-success/50 bg-success-soft px-4 py-3">
          <CheckCircleIcon className="size-6 shrink-0 text-success" aria-hidden="true" />
          <p className="grow font-medium">{t("solved")}</p>
          <Button look="outline" size="sm" onClick={() => topic.answer && go(topic.answer.seq)}>
            {t("toAnswer")}
          </Button>
        </div>
      ) : null}
      <h2 className="sr-only">{t("messages")}</h2>
      {posts.hasEarlier ? (
        <div className="mb-4 flex flex-wrap justify-center gap-2">
          <Button look="outline" size="sm" busy={posts.busy === "earlier"} onClick={() => void posts.earlier()}>
            {t("earlier")}
          </Button>
          <Button look="ghost" size="sm" onClick={() => go(1)}>
            {t("toFirst")}
          </Button>
        </div>
      ) : null}
      <div ref={list} className="grid grid-cols-1 gap-3 [overflow-anchor:none]">
        {posts.posts.map((post) => (
          <Fragment key={post.uid}>
            {readSeq > 0 && post.seq === readSeq + 1 ? (
              <p
                id="unread-line"
                className="flex items-center gap-3 text-sm font-semibold text-primary-text before:h-px before:grow before:bg-primary/50 after:h-px after:grow after:bg-primary/50"
              >
                {t("newSince")}
              </p>
            ) : null}
            <Post
              post={post}
              marked={marked === post.seq}
              isAnswer={topic.answer?.uid === post.uid}
              writable={writable}
              moderates={topic.may.moderate}
              limited={limits(post)}
              withTopic={post.seq === 1 && alone}
              onPictureGone={pictureGone}
              put={put}
              onGo={go}
              onReply={onReply}
              onQuote={onQuote}
              onAnswer={answers && post.seq > 1 ? (one, on) => setAnswer(on ? one.uid : null) : undefined}
              onDeleted={onDeleted}
            />
          </Fragment>
        ))}
      </div>
      <div ref={end} />
      {posts.hasLater ? (
        <div className="mt-4 flex justify-center">
          <Button look="outline" size="sm" busy={posts.busy === "later"} onClick={() => void later()}>
            {t("later")}
          </Button>
        </div>
      ) : null}
      {posts.error ? (
        <p role="alert" className="mt-4 text-center text-sm font-medium text-danger">
          {errorMessage(posts.error)}
        </p>
      ) : null}
      <p role="status" className="sr-only">
        {fresh ? t("fresh", { count: Math.max(1, posts.total - fresh + 1) }) : ""}
      </p>
      {fresh ? (
        <div className="pointer-events-none sticky bottom-4 z-10 mt-4 flex justify-center">
          <Button
            className="pointer-events-auto rounded-full shadow-float"
            size="sm"
            icon={<ArrowDownIcon className="size-4" />}
            onClick={() => {
              clear();
              go(fresh);
            }}
          >
            {t("fresh", { count: Math.max(1, posts.total - fresh + 1) })}
          </Button>
        </div>
      ) : null}
      <section aria-label={t("answerHere")} className="mt-8">
        {topic.may.write ? (
          <Composer topic={topic} handle={editor} reply={reply} onSent={onSent} />
        ) : (
          <>
            <StateLine state={topic.state} />
            <LeftWords topicId={topicId} />
          </>
        )}
      </section>
    </>
  );
}

/** The first message that came while somebody read further up; nothing once the end of the list is in sight. */
function useFresh(end: RefObject<HTMLElement | null>) {
  const [fresh, setFresh] = useState<number>();
  const inSight = useRef(false);
  const own = useRef(0);
  useEffect(() => {
    const element = end.current;
    if (!element) return;
    const watch = new IntersectionObserver(([entry]) => {
      inSight.current = entry?.isIntersecting ?? false;
      if (inSight.current) setFresh(undefined);
    });
    watch.observe(element);
    return () => watch.disconnect();
  });
  const hear = useCallback((seq: number) => {
    if (seq !== own.current) setFresh((now) => now ?? seq);
  }, []);
  /** @param seq an own message: it is nothing new */
  const clear = useCallback((seq = 0) => {
    own.current = seq;
    setFresh(undefined);
  }, []);
  return { fresh, hear, clear };
}
