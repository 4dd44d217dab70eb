"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { TERMINAL } from "@/lib/terminal";
import type { RouterOutputs } from "@/trpc/client";
import type { Column } from "@/ui/table/data-table";
import { useAddress } from "@/ui/use-address";
import { targetHref } from "../hrefs";
import { originOf } from "../rules";
import { Changes, changesText } from "./changes";

export type AuditEntry = RouterOutputs["admin"]["audit"]["list"]["data"][number];

const LINK = "rounded-sm text-primary-text underline-offset-4 hover:underline";

/** What the log tells of each act. */
export function useAuditColumns(): Column<AuditEntry>[] {
  const t = useTranslations("admin.audit");
  const actions = useTranslations("admin.audit.actions");
  const format = useFormat();
  const { href } = useAddress();
  return [
    {
      id: "action",
      header: t("action"),
      fixed: true,
      cell: ({ action }) => <span className="font-medium">{actions(action)}</span>,
      text: ({ action }) => actions(action),
    },
    {
      id: "at",
      header: t("at"),
      cell: ({ at }) => (
        <time dateTime={at} className="whitespace-nowrap">
          {format.dateTime(at)}
        </time>
      ),
      text: ({ at }) => at,
    },
    {
      id: "actor",
      header: t("actor"),
      cell: ({ actor, address }) =>
        actor ? (
          <Link href={href({ actor: actor.uid })} className={LINK}>
            <bdi>{actor.name || t("nameless")}</bdi>
          </Link>
        ) : (
          t(originOf(address))
        ),
      text: ({ actor, address }) => actor?.name ?? t(originOf(address)),
    },
    {
      id: "about",
      header: t("about"),
      cell: (entry) => <About entry={entry} />,
      text: ({ subject, target }) => [subject?.name, target && `${target.kind}:${target.id}`].filter(Boolean).join(", "),
    },
    {
      id: "changes",
      header: t("changes"),
      cell: (entry) => <Changes entry={entry} />,
      text: changesText,
    },
    {
      id: "address",
      header: t("address"),
      hidden: true,
      cell: ({ address }) => (
        <span dir={address === TERMINAL ? undefined : "ltr"} className="break-all">
          {address === TERMINAL ? t("terminal") : address}
        </span>
      ),
      text: ({ address }) => (address === TERMINAL ? t("terminal") : address),
    },
  ];
}

/** Whom or what it was about: the other entries about that, and the page where it is. */
function About({ entry: { subject, target } }: { entry: AuditEntry }) {
  const t = useTranslations("admin.audit");
  const { href } = useAddress();
  const place = target ? targetHref(target) : undefined;
  return (
    <span className="grid justify-items-start gap-1">
      {subject ? (
        <Link href={href({ subject: subject.uid, target: undefined })} className={LINK}>
          <bdi>{subject.name || t("nameless")}</bdi>
        </Link>
      ) : null}
      {target ? (
        <span className="flex flex-wrap gap-x-3">
          <Link href={href({ target: `${target.kind}:${target.id}`, subject: undefined })} className={LINK}>
            {t("sameThing")}
          </Link>
          {place ? (
            <Link href={place} className={LINK}>
              {t("open")}
            </Link>
          ) : null}
        </span>
      ) : null}
    </span>
  );
}
