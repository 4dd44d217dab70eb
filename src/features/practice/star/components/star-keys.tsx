"use client";

import { ArrowUturnLeftIcon, StopIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { STAR_PARTS, type StarPart } from "@/lib/enums/practice";
import { Button } from "@/ui/button";
import { useShortcuts } from "@/ui/hooks";
import { RANGE_TONES } from "@/ui/waveform";
import { usePart } from "../hooks/use-part";
import type { Star } from "../hooks/use-star";
import { PART_LETTERS, PART_TONES } from "./tones";

/** Says, while a take plays, which part of the story begins: by keys 1 to 4, or by the buttons. */
export function StarKeys({ star, media }: { star: Star; media: HTMLMediaElement | null }) {
  const t = useTranslations("practice.star");
  const format = useFormat();
  const now = usePart(media, star.marks);
  const [said, setSaid] = useState("");
  const ready = media !== null && star.ready;
  const mark = (part: StarPart | null) => {
    if (!ready) return;
    const atMs = media.currentTime * 1000;
    star.mark(part, atMs);
    setSaid(part ? t("began", { part: t(`parts.${part}`), time: format.clock(atMs) }) : t("ended", { time: format.clock(atMs) }));
  };
  const undo = () => {
    star.undo?.();
    setSaid(t("undone"));
  };
  useShortcuts(
    [
      ...STAR_PARTS.flatMap((part, at) => [
        [`Digit${at + 1}`, () => mark(part)] as [string, () => void],
        [`Numpad${at + 1}`, () => mark(part)] as [string, () => void],
      ]),
      ["Digit0", () => mark(null)],
      ["Numpad0", () => mark(null)],
    ],
    { onMedia: true },
  );
  return (
    <section aria-label={t("title")} className="grid gap-3">
      <p className="text-sm text-ink-soft">{t("howTo")}</p>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {STAR_PARTS.map((part, at) => (
          <button
            key={part}
            type="button"
            disabled={!ready}
            aria-current={now === part || undefined}
            aria-keyshortcuts={String(at + 1)}
            onClick={() => mark(part)}
            className={clsx(
              "flex min-h-11 items-center gap-2 rounded-box border px-2 text-start text-sm font-semibold transition-colors disabled:opacity-55",
              now === part
                ? "border-ink bg-sunken ring-1 ring-ink"
                : "border-line-strong/60 bg-surface hover:border-line-strong hover:bg-sunken",
            )}
          >
            <span
              aria-hidden="true"
              className={clsx("grid size-7 shrink-0 place-items-center rounded-sm border font-bold", RANGE_TONES[PART_TONES[part]])}
            >
              {PART_LETTERS[part]}
            </span>
            <span className="min-w-0 grow">{t(`parts.${part}`)}</span>
            <span aria-hidden="true" className="hidden text-xs font-medium text-ink-soft sm:inline">
              {format.number(at + 1)}
            </span>
          </button>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          look="outline"
          icon={<StopIcon className="size-4" />}
          disabled={!ready}
          aria-keyshortcuts="0"
          onClick={() => mark(null)}
        >
          {t("end")}
        </Button>
        <Button
          size="sm"
          look="ghost"
          icon={<ArrowUturnLeftIcon className="size-4 rtl:-scale-x-100" />}
          disabled={!star.undo}
          onClick={undo}
        >
          {t("undo")}
        </Button>
        {star.marks.length > 0 || star.status !== "saved" ? (
          <span className={clsx("text-sm", star.status === "saved" || star.status === "saving" ? "text-ink-soft" : "text-warning")}>
            {t(`status.${star.status}`)}
          </span>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  );
}
