"use client";

import { ArrowUturnLeftIcon, XMarkIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { IconButton } from "@/ui/button";
import type { PostDto } from "../dto";

type Quoted = NonNullable<PostDto["quote"]>;

/** The beginning of what a message answers; pressed, it leads there. */
export function Quote({ quote, onGo }: { quote: Quoted; onGo: (seq: number) => void }) {
  const t = useTranslations("forum.post");
  const members = useTranslations("forum.members");
  const name = quote.author?.name ?? members("former");
  return (
    <button
      type="button"
      onClick={() => onGo(quote.seq)}
      aria-label={t("toQuoted", { name })}
      className="block w-full min-w-0 rounded-box border-s-4 border-line-strong/60 bg-sunken px-3 py-2 text-start text-sm hover:border-primary"
    >
      <span className="flex items-center gap-1.5 font-medium">
        <ArrowUturnLeftIcon className="size-4 shrink-0 text-ink-soft rtl:-scale-x-100" aria-hidden="true" />
        <bdi className="min-w-0 truncate">{name}</bdi>
      </span>
      <span dir="auto" className="mt-0.5 line-clamp-2 break-words text-ink-soft">
        {quote.excerpt || t("quoteGone")}
      </span>
    </button>
  );
}

/** What is about to be answered, above the field. */
export function ReplyChip({ name, onDrop }: { name: string; onDrop: () => void }) {
  const t = useTranslations("forum.post");
  return (
    <p className="mb-2 flex items-center gap-2 rounded-box bg-sunken ps-3 text-sm text-ink">
      <ArrowUturnLeftIcon className="size-4 shrink-0 text-ink-soft rtl:-scale-x-100" aria-hidden="true" />
      <span className="min-w-0 grow truncate">{t("replyTo", { name })}</span>
      <IconButton label={t("dropReply")} onClick={onDrop} className="size-9 [&_svg]:size-5">
        <XMarkIcon />
      </IconButton>
    </p>
  );
}
