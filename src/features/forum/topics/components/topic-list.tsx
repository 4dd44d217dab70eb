"use client";

import { ArrowPathIcon, ChatBubbleLeftRightIcon } from "@heroicons/react/24/outline";
import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type TopicList as Kind, TOPIC_LISTS } from "@/lib/enums/forum";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { pagesKey, usePages } from "@/trpc/use-pages";
import { Button, ButtonLink } from "@/ui/button";
import { Card, Notice } from "@/ui/card";
import { passFocusOn } from "@/ui/pass-focus-on";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { useCommunityLive } from "../../hooks/use-community-live";
import { FORUM, topicHref } from "../../hrefs";
import { TopicRow } from "./topic-row";

export const listOf = (params: { get(name: string): string | null }): Kind =>
  TOPIC_LISTS.find((list) => list === params.get("list")) ?? "latest";

type Page = RouterOutputs["forum"]["topics"]["list"];

interface TopicListProps {
  room: { uid: string; slug: string; archived: boolean } | undefined;
  rooms: { uid: string; name: string; chatId: string | null }[];
}

/** Topics of a room or of all, by what their reader wants to see; more come when asked for, and nothing jumps while others write. */
export function TopicList({ room, rooms }: TopicListProps) {
  const t = useTranslations("forum.list");
  const { params, href } = useAddress();
  const list = listOf(params);
  const professionId = room?.uid;
  const client = useQueryClient();
  const utils = trpc.useUtils();
  const asked = { list, ...(professionId && { professionId }) };
  const query = usePages(trpc.forum.topics.list, asked, api.forum.topics.list.query, {
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const rows = useMemo(
    () => [...new Map(query.data?.pages.flatMap(({ data }) => data).map((row) => [row.uid, row])).values()],
    [query.data],
  );
  const news = useNews(professionId, `${professionId} ${list}`, rooms);
  const renew = async () => {
    news.clear();
    // From the beginning: what lies further down is asked for again when somebody goes there.
    client.setQueryData<InfiniteData<Page>>(
      pagesKey(trpc.forum.topics.list, asked),
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    await Promise.all([query.refetch(), utils.forum.rooms.invalidate()]);
  };
  const names = new Map(rooms.map(({ uid, name }) => [uid, name]));
  return (
    <>
      <nav aria-label={t("label")} className="mb-4 flex gap-1 overflow-x-auto border-b border-line">
        {TOPIC_LISTS.map((one) => (
          <Link
            key={one}
            href={href({ list: one === "latest" ? undefined : one })}
            aria-current={one === list ? "page" : undefined}
            className={clsx(
              "-mb-px flex min-h-11 items-center border-b-2 px-3 font-medium whitespace-nowrap -outline-offset-2 transition-colors",
              one === list ? "border-primary text-primary-text" : "border-transparent text-ink-soft hover:text-ink",
            )}
          >
            {t(`lists.${one}`)}
          </Link>
        ))}
      </nav>
      <div tabIndex={-1}>
        <div role="status">
          {news.count > 0 ? (
            <Button
              ref={passFocusOn}
              look="outline"
              className="mb-3 w-full text-primary-text"
              icon={<ArrowPathIcon className="size-5" />}
              onClick={() => void renew()}
            >
              {t("news", { count: news.count })}
            </Button>
          ) : null}
        </div>
        {isComing(query) ? <LoadingList /> : null}
        {isMissing(query) || (query.isError && rows.length === 0) ? <LoadFailed query={query} /> : null}
        {query.isSuccess && rows.length === 0 ? (
          <Notice icon={<ChatBubbleLeftRightIcon />} title={t(`empty.${list}.title`)} text={t(`empty.${list}.text`)}>
            {(list === "latest" || list === "mine") && !room?.archived ? (
              <ButtonLink href={`${FORUM}?${room ? `profession=${room.slug}&` : ""}new=1`}>{t("begin")}</ButtonLink>
            ) : (
              <ButtonLink href={href({ list: undefined })} look="outline">
                {t("toLatest")}
              </ButtonLink>
            )}
          </Notice>
        ) : null}
        {rows.length > 0 ? (
          <>
            <h2 className="sr-only">{t(`lists.${list}`)}</h2>
            <Card>
              <ul className="divide-y divide-line">
                {rows.map((row) => (
                  <TopicRow key={row.uid} topic={row} href={topicHref(row.uid)} room={room ? undefined : names.get(row.professionId)} />
                ))}
              </ul>
            </Card>
          </>
        ) : null}
        {query.hasNextPage ? (
          <div className="mt-5 flex justify-center">
            <Button look="outline" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t("more")}
            </Button>
          </div>
        ) : null}
      </div>
    </>
  );
}

/** In how many topics something was written since the list was loaded; chats are in no list. @param list another one, another count */
function useNews(professionId: string | undefined, list: string, rooms: TopicListProps["rooms"]) {
  const [moved, setMoved] = useState<{ list: string; topics: ReadonlySet<string> }>({ list, topics: new Set() });
  const chats = useRef<ReadonlySet<string | null>>(new Set());
  useEffect(() => {
    chats.current = new Set(rooms.map(({ chatId }) => chatId));
  }, [rooms]);
  useCommunityLive(
    { professionId },
    useCallback(
      (event, again) => {
        if (event === null ? !again : event.what !== "post" || chats.current.has(event.topicId)) return;
        setMoved((now) => {
          const known = now.list === list ? now.topics : new Set<string>();
          // After a time in which something may have been missed there may be news of no known topic.
          return { list, topics: new Set([...known, event?.topicId ?? "unknown"]) };
        });
      },
      [list],
    ),
  );
  const clear = () => setMoved({ list, topics: new Set() });
  return { count: moved.list === list ? moved.topics.size : 0, clear };
}
