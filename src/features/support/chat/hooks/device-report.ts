"use client";

import { listTakes } from "@/features/practice/hooks/take-store";
import type { DeviceReport } from "@/lib/device-report";

const CODECS = [
  "video/webm;codecs=vp9,opus",
  "video/webm;codecs=vp8,opus",
  "video/mp4;codecs=avc1.42E01E,mp4a.40.2",
  "audio/webm;codecs=opus",
  "audio/mp4;codecs=mp4a.40.2",
];

async function permission(name: string): Promise<DeviceReport["microphone"]> {
  try {
    return (await navigator.permissions.query({ name: name as PermissionName })).state;
  } catch {
    return "unknown";
  }
}

async function storage(): Promise<DeviceReport["storage"]> {
  try {
    const { usage, quota } = await navigator.storage.estimate();
    return usage === undefined || quota === undefined ? null : { used: usage, quota };
  } catch {
    return null;
  }
}

/** What this browser says of itself as far as it may explain why a recording fails. Nothing of it leaves by being made. */
export async function makeDeviceReport(userId: string): Promise<DeviceReport> {
  const { default: Bowser } = await import("bowser");
  const { browser, os } = Bowser.parse(navigator.userAgent);
  const [microphone, camera, kept, takes] = await Promise.all([
    permission("microphone"),
    permission("camera"),
    storage(),
    listTakes(userId).catch(() => []),
  ]);
  const words = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(" ").slice(0, 120);
  return {
    browser: words(browser.name, browser.version),
    system: words(os.name, os.versionName ?? os.version),
    language: navigator.language.slice(0, 35),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone.slice(0, 60),
    window: { width: window.innerWidth, height: window.innerHeight },
    online: navigator.onLine,
    microphone,
    camera,
    codecs: typeof MediaRecorder === "undefined" ? [] : CODECS.filter((type) => MediaRecorder.isTypeSupported(type)),
    storage: kept,
    waiting: takes.slice(0, 20).map(({ uid, state, size, startedAt }) => ({
      uid,
      state,
      sizeBytes: size ?? null,
      startedAt: new Date(startedAt).toISOString(),
    })),
  };
}
