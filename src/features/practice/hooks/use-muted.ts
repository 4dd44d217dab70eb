"use client";

import { useEffect, useState } from "react";

/** Whether the microphone gives silence: a call, an assistant or the system has taken it, and may give it back. The track goes on. */
export function useMuted(stream: MediaStream): boolean {
  const [muted, setMuted] = useState(false);
  useEffect(() => {
    const [track] = stream.getAudioTracks();
    if (!track) return;
    const look = () => setMuted(track.muted);
    look();
    track.addEventListener("mute", look);
    track.addEventListener("unmute", look);
    return () => {
      track.removeEventListener("mute", look);
      track.removeEventListener("unmute", look);
    };
  }, [stream]);
  return muted;
}
