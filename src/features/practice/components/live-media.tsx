"use client";

import { VideoCameraIcon } from "@heroicons/react/24/outline";
import { type Ref, useEffect, useRef } from "react";

/** One's own camera as in a mirror, without sound. */
export function CameraPreview({ stream, label }: { stream: MediaStream | null; label: string }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <div className="relative grid aspect-video w-full place-items-center overflow-hidden rounded-box bg-black text-white/60">
      <VideoCameraIcon className="size-10" />
      <video ref={video} autoPlay muted playsInline aria-label={label} className="absolute inset-0 size-full -scale-x-100 object-cover" />
    </div>
  );
}

/** A level meter that follows `--level` of its element. */
export function LevelMeter({ ref, label }: { ref: Ref<HTMLDivElement>; label: string }) {
  return (
    <div ref={ref} role="img" aria-label={label} className="h-3 w-full overflow-hidden rounded-full bg-sunken ring-1 ring-line">
      <div className="h-full w-full origin-left rounded-full bg-primary [transform:scaleX(var(--level,0))] rtl:origin-right" />
    </div>
  );
}
