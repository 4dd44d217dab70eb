"use client";

import { ArchiveBoxIcon, BellSlashIcon, BookmarkIcon, CheckCircleIcon, LockClosedIcon } from "@heroicons/react/20/solid";
import clsx from "clsx";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import type { ComponentType } from "react";
import { useFormat } from "@/i18n/use-format";
import { AVATAR_GROUP_MAX } from "@/lib/constants";
import { type Locale, localeOfTag, localeTag } from "@/lib/locales";
import { Badge } from "@/ui/card";
import { CountBadge } from "@/ui/count-badge";
import { Faces } from "../../members/components/face";

interface Byline {
  handle: string;
  name: string;
  avatar: string | null;
  sample: boolean;
}

/** A topic in a list, as members see it and as visitors do. */
export interface Row {
  uid: string;
  title: string;
  replies: number;
  lastMessageAt: string;
  state: string;
  pinned: boolean;
  answered: boolean;
  solved: boolean;
  locale: Locale;
  posterCount: number;
  author: Byline | null;
  posters: Byline[];
  unread?: number | null;
  level?: string;
}

/** @param room its room's name, where the list holds those of several */
export function TopicRow({ topic, href, room }: { topic: Row; href: string; room: string | undefined }) {
  const t = useTranslations("forum.topic");
  const members = useTranslations("forum.members");
  const format = useFormat();
  const foreign = topic.locale !== localeOfTag(useLocale());
  const unread = topic.unread ?? 0;
  const others = topic.posterCount - Math.min(topic.posters.length, AVATAR_GROUP_MAX);
  return (
    <li className="relative flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-3 transition-colors hover:bg-sunken/60 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="flex items-start gap-2">
          {topic.pinned ? <Mark icon={BookmarkIcon} label={t("marks.pinned")} /> : null}
          {topic.state === "locked" ? <Mark icon={LockClosedIcon} label={t("marks.locked")} /> : null}
          {topic.state === "archived" ? <Mark icon={ArchiveBoxIcon} label={t("marks.archived")} /> : null}
          {topic.level === "mute" ? <Mark icon={BellSlashIcon} label={t("marks.muted")} /> : null}
          <Link
            href={href}
            lang={localeTag(topic.locale)}
            dir="auto"
            className={clsx(
              "min-w-0 break-words text-ink after:absolute after:inset-0 hover:text-primary-text",
              unread > 0 ? "font-bold" : "font-semibold",
            )}
          >
            {topic.title}
          </Link>
          <CountBadge count={unread} shown={format.number(unread)} label={t("unread", { count: unread })} />
        </h3>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          {room ? <span className="font-medium">{room}</span> : null}
          <bdi>{topic.author?.name ?? members("former")}</bdi>
          {topic.author?.sample ? <span>{members("sample")}</span> : null}
          {foreign ? <Badge>{format.language(topic.locale)}</Badge> : null}
          {topic.solved ? (
            <span className="inline-flex items-center gap-1 font-medium text-success">
              <CheckCircleIcon className="size-4" aria-hidden="true" />
              {t("marks.solved")}
            </span>
          ) : null}
          {topic.replies === 0 ? <span>{t("marks.unanswered")}</span> : null}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
        {topic.posters.length > 0 ? (
          <Faces
            people={topic.posters}
            label={t("posters", { names: format.list(topic.posters.map(({ name }) => name)), more: Math.max(0, others) })}
            more={others > 0 ? `+${format.number(others)}` : null}
          />
        ) : null}
        <span className="text-end sm:min-w-20 tabular">{t("replies", { count: topic.replies })}</span>
        <time dateTime={topic.lastMessageAt} title={format.dateTime(topic.lastMessageAt)} className="text-end sm:min-w-24">
          {format.ago(topic.lastMessageAt)}
        </time>
      </div>
    </li>
  );
}

/** What a topic is, in a sign and in words: an icon by itself is heard by nobody. */
function Mark({ icon: Icon, label }: { icon: ComponentType<{ className?: string }>; label: string }) {
  return (
    <span className="mt-1 shrink-0 text-ink-soft">
      <Icon className="size-4" />
      <span className="sr-only">{label}</span>
    </span>
  );
}
