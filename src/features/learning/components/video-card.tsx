"use client";

import { PlayIcon } from "@heroicons/react/24/solid";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import type { VideoKind, WatchState } from "@/lib/enums/learning";
import { Badge } from "@/ui/card";
import { LinkCard } from "./card-grid";

const PAGES: Record<VideoKind, string> = {
  mentorship: "/dashboard/videolibrarydetail",
  tutorial: "/dashboard/interviewvideodetail",
};

export const videoHref = (kind: VideoKind, uid: string): string => `${PAGES[kind]}?learningdetail=${uid}`;

const TONES = { not_started: "neutral", in_progress: "info", completed: "success" } as const;

export interface VideoEntry {
  uid: string;
  title: string;
  video: string;
  date: string;
  description: string;
  duration: number;
  status: WatchState;
  coverage: number;
}

/** A video in a list. `note` stands beside how far one is. */
export function VideoCard({ kind, entry, note }: { kind: VideoKind; entry: VideoEntry; note?: ReactNode }) {
  const t = useTranslations("learning");
  const format = useFormat();
  const { uid, title, video, date, description } = entry;
  // Whole seconds, as the player counts them.
  const length = format.clock(Math.floor(entry.duration) * 1000);
  return (
    <LinkCard href={videoHref(kind, uid)} title={title} picture={<Still video={video} length={length} />}>
      <p className="text-sm text-ink-soft">
        {format.day(date)}
        <span className="sr-only"> {t("length", { time: length })}</span>
      </p>
      <p className="line-clamp-3 text-[0.95rem] text-ink-soft">{description}</p>
      <div className="mt-auto grid gap-2.5 pt-2">
        <div className="flex flex-wrap items-center gap-2">
          <WatchBadge status={entry.status} />
          {note}
        </div>
        {entry.coverage > 0 ? <Coverage share={entry.coverage} /> : null}
      </div>
    </LinkCard>
  );
}

export function WatchBadge({ status }: { status: WatchState }) {
  const t = useTranslations("learning");
  return <Badge tone={TONES[status]}>{t(`state.${status}`)}</Badge>;
}

/** How much of a video is watched, in words and as a bar. */
export function Coverage({ share }: { share: number }) {
  const t = useTranslations("learning");
  const format = useFormat();
  return (
    <div className="flex items-center gap-3 text-sm text-ink-soft">
      <span className="h-1.5 grow overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        <span className="block h-full rounded-full bg-primary" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="tabular">{t("watched", { percent: format.percent(share) })}</span>
    </div>
  );
}

/** A picture from the video itself: one second in, because many begin dark. It is fetched when it comes near to being seen. */
function Still({ video, length }: { video: string; length: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!box.current) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: "50% 0px" });
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  return (
    // What is in the picture runs from left to right in every language.
    <div ref={box} dir="ltr" className="relative aspect-video bg-sunken" aria-hidden="true">
      <video
        src={near ? `${video}#t=1` : undefined}
        preload="metadata"
        muted
        playsInline
        disablePictureInPicture
        tabIndex={-1}
        className="size-full object-cover"
      />
      <span className="tabular absolute end-2 bottom-2 flex items-center gap-1.5 rounded-md bg-black/75 px-2 py-0.5 text-sm font-medium text-white">
        <PlayIcon className="size-3.5" />
        {length}
      </span>
    </div>
  );
}
