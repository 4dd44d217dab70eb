"use client";

import { BellIcon, CheckIcon, Cog6ToothIcon, EnvelopeIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import clsx from "clsx";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { FIRST_PAGE } from "@/lib/constants";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button, ButtonLink, IconButton } from "@/ui/button";
import { Card, Notice, PageHeading } from "@/ui/card";
import { Pagination, pageOf } from "@/ui/pagination";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { useWithinPages } from "@/ui/use-within-pages";
import { settingsHref } from "../../hrefs";
import { useMarking } from "../hooks/use-marking";
import { type Entry, EntryLink } from "./entry";

const FILTERS = ["all", "unread"] as const;
type Filter = (typeof FILTERS)[number];

const address = (filter: Filter, page = 1): string => {
  const query = new URLSearchParams({ ...(filter === "all" ? {} : { show: filter }), ...(page === 1 ? {} : { page: String(page) }) });
  return `/dashboard/notifications${query.size > 0 ? `?${query}` : ""}`;
};

/** Everything that somebody was told; which part shows stands in the address. */
export function NotificationsPage() {
  const t = useTranslations("notifications");
  const params = useSearchParams();
  const filter: Filter = params.get("show") === "unread" ? "unread" : "all";
  const { markAllRead } = useMarking();
  const unread = trpc.account.notifications.unread.useQuery().data?.data.unread ?? 0;
  // Whichever page shows, the first one holds the newest.
  const first = trpc.account.notifications.list.useQuery({ page: FIRST_PAGE, unread: filter === "unread" });
  const newest = first.data?.data ?? [];
  return (
    <>
      <PageHeading
        title={t("bell.title")}
        lead={t("page.lead")}
        action={
          unread > 0 && newest.length > 0 ? (
            <Button look="outline" icon={<CheckIcon className="size-5" />} onClick={() => markAllRead(newest)}>
              {t("bell.readAll")}
            </Button>
          ) : null
        }
      />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <nav aria-label={t("page.filter.label")}>
          <ul className="flex gap-1">
            {FILTERS.map((name) => (
              <li key={name}>
                <Link
                  href={address(name)}
                  aria-current={name === filter ? "page" : undefined}
                  className={clsx(
                    "grid min-h-11 place-items-center rounded-box px-4 font-medium transition-colors",
                    name === filter ? "bg-primary-soft text-primary-text" : "text-ink-soft hover:bg-sunken hover:text-ink",
                  )}
                >
                  {t(`page.filter.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Link
          href={settingsHref("notifications")}
          className="flex min-h-11 items-center gap-2 font-medium text-primary-text underline-offset-4 hover:underline"
        >
          <Cog6ToothIcon className="size-5" />
          {t("page.settings")}
        </Link>
      </div>
      <div tabIndex={-1} className="rounded-box">
        <Results key={filter} filter={filter} page={pageOf(params)} />
      </div>
    </>
  );
}

function Results({ filter, page }: { filter: Filter; page: number }) {
  const { replace } = useAddress();
  const list = trpc.account.notifications.list.useQuery({ page, unread: filter === "unread" }, { placeholderData: keepPreviousData });
  useWithinPages(list, page, (to) => replace({ page: to }));
  if (isMissing(list)) return <LoadFailed query={list} />;
  if (!list.data) return <LoadingList />;
  const { data, meta } = list.data;
  if (meta.total === 0) return <Nothing filter={filter} />;
  return (
    <>
      <Card className="overflow-hidden">
        <ul className="divide-y divide-line">
          {data.map((entry) => (
            <Row key={entry.uid} entry={entry} />
          ))}
        </ul>
      </Card>
      <Pagination page={page} total={meta.total} href={(target) => address(filter, target)} />
    </>
  );
}

function Row({ entry }: { entry: Entry }) {
  const t = useTranslations("notifications.page");
  const { markRead, markUnread } = useMarking();
  const { uid, title, read } = entry;
  return (
    <li className="flex items-center gap-1 pe-2 sm:pe-4">
      <EntryLink entry={entry} className="min-w-0 grow px-4 py-4 sm:px-6" onFollow={() => !read && markRead(uid)} />
      <IconButton
        ref={passFocusAlong}
        label={t(read ? "markUnread" : "markRead", { title })}
        onClick={() => (read ? markUnread(uid) : markRead(uid))}
      >
        {read ? <EnvelopeIcon className="size-5!" /> : <CheckIcon className="size-5!" />}
      </IconButton>
    </li>
  );
}

function Nothing({ filter }: { filter: Filter }) {
  const t = useTranslations("notifications.page");
  const kind = filter === "all" ? "empty" : "seen";
  return (
    <Notice icon={filter === "all" ? <BellIcon /> : <CheckIcon />} title={t(`${kind}Title`)} text={t(`${kind}Text`)}>
      <ButtonLink href="/dashboard/practice">{t("practise")}</ButtonLink>
    </Notice>
  );
}
