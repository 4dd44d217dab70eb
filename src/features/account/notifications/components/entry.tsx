"use client";

import {
  ChatBubbleLeftRightIcon,
  ClipboardDocumentCheckIcon,
  ComputerDesktopIcon,
  CreditCardIcon,
  EyeIcon,
  FingerPrintIcon,
  FlagIcon,
  FolderArrowDownIcon,
  InboxArrowDownIcon,
  LifebuoyIcon,
  PlayCircleIcon,
  ShieldCheckIcon,
  UserGroupIcon,
  WrenchScrewdriverIcon,
} from "@heroicons/react/24/outline";
import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ComponentType } from "react";
import { useFormat } from "@/i18n/use-format";
import type { NotificationEvent } from "@/lib/enums/notifications";
import type { RouterOutputs } from "@/trpc/client";

export type Entry = RouterOutputs["account"]["notifications"]["list"]["data"][number];

const ICONS: Record<NotificationEvent, ComponentType<{ className?: string }>> = {
  support: LifebuoyIcon,
  recording_played: PlayCircleIcon,
  export_ready: FolderArrowDownIcon,
  billing: CreditCardIcon,
  new_device: ComputerDesktopIcon,
  security: ShieldCheckIcon,
  support_inbox: InboxArrowDownIcon,
  community: ChatBubbleLeftRightIcon,
  community_watched: EyeIcon,
  community_reports: FlagIcon,
  peer_review: UserGroupIcon,
  peer_review_care: ClipboardDocumentCheckIcon,
  viewings: FingerPrintIcon,
  trades: WrenchScrewdriverIcon,
};

/** One notification, all of it a link to what it is about; following it marks it as read. */
export function EntryLink({ entry, onFollow, className }: { entry: Entry; onFollow: () => void; className?: string }) {
  const t = useTranslations("notifications");
  const format = useFormat();
  const { event, href, title, body, updatedAt, read } = entry;
  const Icon = ICONS[event];
  return (
    <Link href={href} onClick={onFollow} className={clsx("flex gap-3 -outline-offset-2 transition-colors hover:bg-sunken", className)}>
      <span
        className={clsx(
          "relative mt-0.5 grid size-9 shrink-0 place-items-center rounded-full",
          read ? "bg-sunken text-ink-soft" : "bg-primary-soft text-primary-text",
        )}
      >
        <Icon className="size-5" />
        {read ? null : <span className="absolute -end-0.5 -top-0.5 size-3 rounded-full border-2 border-surface bg-primary" />}
      </span>
      <span className="grid min-w-0 gap-0.5">
        <span className={read ? "font-medium" : "font-semibold"}>
          {read ? null : <span className="sr-only">{format.labelled(t("unread"), "")}</span>}
          {title}
        </span>
        <span className="text-sm break-words text-ink-soft">{body}</span>
        <time dateTime={updatedAt} className="text-sm text-ink-soft">
          {format.ago(updatedAt)}
        </time>
      </span>
    </Link>
  );
}
