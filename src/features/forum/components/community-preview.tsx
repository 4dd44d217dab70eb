"use client";

import { ArrowRightIcon, ChatBubbleLeftRightIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Suspense } from "react";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { Card, Notice } from "@/ui/card";
import { lazyPart } from "@/ui/lazy-part";
import { Pagination, pageOf } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { FORUM, loginHref, PREVIEW } from "../hrefs";
import { TopicRow } from "../topics/components/topic-row";

function Loading() {
  return <LoadingList />;
}

const PreviewThread = lazyPart(() => import("../topics/components/preview-thread").then((part) => part.PreviewThread), {
  waiting: Loading,
});

/** What visitors may look at. What it shows follows from its address, which only the browser knows. */
export function CommunityPreview() {
  return (
    <Suspense fallback={<Loading />}>
      <Shown />
    </Suspense>
  );
}

function Shown() {
  const { params } = useAddress();
  const topic = params.get("topic");
  return topic ? <PreviewThread key={topic} topicId={topic} /> : <Rooms />;
}

function Rooms() {
  const t = useTranslations("forum");
  const { params, href } = useAddress();
  const page = pageOf(params);
  const slug = params.get("profession");
  const rooms = trpc.forum.preview.rooms.useQuery();
  const room = rooms.data?.data.find((one) => one.slug === slug);
  const topics = trpc.forum.preview.topics.useQuery(
    { page, ...(room && { professionId: room.uid }) },
    { placeholderData: keepPreviousData, enabled: !slug || rooms.data !== undefined },
  );
  const shown = isMissing(topics) ? undefined : topics.data;
  const names = new Map(rooms.data?.data.map(({ uid, name }) => [uid, name]));
  const inside = room ? `${FORUM}?profession=${room.slug}` : FORUM;
  return (
    <>
      <header className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="max-w-2xl">
          <h1 className="text-3xl font-bold tracking-tight text-balance">{room?.name ?? t("preview.title")}</h1>
          <p className="mt-3 text-lg text-ink-soft">{room?.description ?? t("preview.lead")}</p>
        </div>
        <ButtonLink href={loginHref(inside)} icon={<ArrowRightIcon className="size-5 rtl:-scale-x-100" />}>
          {t("preview.logIn")}
        </ButtonLink>
      </header>
      {isMissing(rooms) ? <LoadFailed query={rooms} /> : null}
      {rooms.data ? (
        <nav aria-label={t("rooms.label")} className="mb-6 flex flex-wrap gap-2">
          {[{ uid: "", slug: "", name: t("rooms.all") }, ...rooms.data.data].map((one) => (
            <Link
              key={one.uid}
              href={one.slug ? `${PREVIEW}?profession=${one.slug}` : PREVIEW}
              aria-current={(room?.slug ?? "") === one.slug ? "page" : undefined}
              className={clsx(
                "flex min-h-10 items-center rounded-full border px-4 text-[0.95rem] font-medium transition-colors",
                (room?.slug ?? "") === one.slug
                  ? "border-primary bg-primary-soft text-primary-text"
                  : "border-line-strong/60 bg-surface text-ink hover:border-line-strong hover:bg-sunken",
              )}
            >
              {one.name}
            </Link>
          ))}
        </nav>
      ) : null}
      {isComing(topics) && !(slug && isMissing(rooms)) ? <Loading /> : null}
      {isMissing(topics) ? <LoadFailed query={topics} /> : null}
      {shown?.data.length === 0 ? (
        <Notice icon={<ChatBubbleLeftRightIcon />} title={t("list.empty.latest.title")} text={t("list.empty.latest.text")} />
      ) : null}
      {shown && shown.data.length > 0 ? (
        <>
          <h2 className="sr-only">{t("list.lists.latest")}</h2>
          <Card>
            <ul className="divide-y divide-line">
              {shown.data.map((row) => (
                <TopicRow
                  key={row.uid}
                  topic={row}
                  href={`${PREVIEW}?topic=${row.uid}`}
                  room={room ? undefined : names.get(row.professionId)}
                />
              ))}
            </ul>
          </Card>
        </>
      ) : null}
      <Pagination page={page} total={topics.data?.meta.total ?? 0} href={(target) => href({ page: target })} />
    </>
  );
}
