"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { usePages } from "@/trpc/use-pages";
import { Button } from "@/ui/button";
import { Section } from "@/ui/editing/parts";
import { personHref } from "../hrefs";

type Entry = RouterOutputs["admin"]["people"]["history"]["data"][number];

/** What those who run the service did about somebody, the newest first; nothing of it ever changes. */
export function PersonHistory({ uid }: { uid: string }) {
  const t = useTranslations("admin.people.history");
  const query = usePages(trpc.admin.people.history, { uid }, api.admin.people.history.query);
  if (isMissing(query)) return <LoadFailed query={query} />;
  const entries = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Section title={t("title")}>
      {query.data && entries.length === 0 ? <p className="text-ink-soft">{t("none")}</p> : null}
      <ol className="divide-y divide-line">
        {entries.map((entry) => (
          <Act key={entry.uid} entry={entry} />
        ))}
      </ol>
      {query.hasNextPage ? (
        <Button look="outline" size="sm" className="mt-3" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t("more")}
        </Button>
      ) : null}
    </Section>
  );
}

function Act({ entry: { action, at, by, reason, before, after } }: { entry: Entry }) {
  const t = useTranslations("admin.people");
  const actions = useTranslations("admin.audit.actions");
  const format = useFormat();
  const roles = [before?.role, after?.role].map((role) =>
    role === "candidate" || role === "admin" || role === "super_admin" ? role : null,
  );
  const [was, is] = roles;
  return (
    <li className="py-2.5">
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <span className="font-medium">{actions(action)}</span>
        {was && is ? <span>{t("history.change", { before: t(`roles.${was}`), after: t(`roles.${is}`) })}</span> : null}
        <time dateTime={at} className="text-ink-soft">
          {format.dateTime(at)}
        </time>
        {by ? (
          <Link href={personHref(by.uid)} className="rounded-sm text-primary-text underline-offset-4 hover:underline">
            <bdi>{by.name}</bdi>
          </Link>
        ) : null}
      </p>
      {reason ? (
        <p className="mt-1 break-words text-sm text-ink-soft" dir="auto">
          {reason}
        </p>
      ) : null}
    </li>
  );
}
