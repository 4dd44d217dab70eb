"use client";

import { useSyncExternalStore } from "react";
import { BUILD_HEADER } from "@/lib/build";
import { isKept, onKept } from "./busy";

/** The build that this page is of; in development there is none. */
const OWN = process.env.PARLEY_BUILD;
/** The build for whose sake this tab has loaded itself anew: it does so once for each. */
const RELOADED = "parley-reloaded-for";

let newer: string | undefined;
/** Whether something was typed since the page was opened. */
let typed = false;
const listeners = new Set<() => void>();

/** Told of each answer of the server: by another build than this page's, the page is from before a deploy (or from after it). */
function noteBuild({ headers }: Response): void {
  const told = headers.get(BUILD_HEADER);
  const found = OWN === undefined || told === null || told === OWN ? undefined : told;
  // An answer of the own build takes it back: while processes are replaced one by one, both answer.
  if (told === null || found === newer) return;
  newer = found;
  for (const listener of listeners) listener();
}

export const trackBuild: typeof fetch = async (...asked) => {
  const response = await fetch(...asked);
  noteBuild(response);
  return response;
};

const follow = (listener: () => void) => {
  const unfollow = onKept(listener);
  listeners.add(listener);
  return () => {
    unfollow();
    listeners.delete(listener);
  };
};

/** Whether the server has another version than this page. */
const isOutdated = (): boolean => newer !== undefined;
/** Whether to offer the new version: not while something goes on that a reload would interrupt. */
export const useOffered = (): boolean =>
  useSyncExternalStore(
    follow,
    () => isOutdated() && !isKept(),
    () => false,
  );

/** What was typed has been left behind with its page. */
export const nothingTyped = (): void => {
  typed = false;
};

/** Whether leaving this page for a new document costs nothing that going on within it would not. */
export const mayLeave = (): boolean => isOutdated() && !isKept();

/** In the reader's language: why a call that an older page makes is not understood. Set by whoever shows the offer. */
let words: string | undefined;
export const setOutdatedWords = (text: string): void => {
  words = text;
};

/** Refusals that a page of the same build would not get: what was sent, or where to, is not known any more. */
const MISUNDERSTOOD: readonly string[] = [
  "badRequest",
  "invalidInput",
  "malformedJson",
  "unknownPath",
  "methodNotAllowed",
  "wrongContentType",
];

/** What to tell of a refusal instead of its own words, where the page's age is the reason. */
export const outdatedWords = (code: string): string | undefined => (isOutdated() && MISUNDERSTOOD.includes(code) ? words : undefined);

/** Whether a part of the app could not be loaded. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && (error.name === "ChunkLoadError" || /loading (css )?chunk|dynamically imported module/i.test(error.message));

/**
 * A part of this page could not be loaded. Where that is because the server has another version by now, the page is loaded anew, once
 * for each version, unless something is recorded, sent or typed: then the offer to do so stands there.
 * @param broken nothing is left of the page that could be lost
 */
export async function partMissing(broken = false): Promise<void> {
  if (OWN === undefined) return;
  try {
    await trackBuild("/api/health/live", { cache: "no-store" });
  } catch {
    // No network: nothing is said about versions.
  }
  if (newer === undefined || isKept() || (typed && !broken) || reloadedFor(newer)) return;
  window.location.reload();
}

/** Notes it. @returns whether that was so before, or cannot be known */
function reloadedFor(build: string): boolean {
  try {
    const before = sessionStorage.getItem(RELOADED);
    sessionStorage.setItem(RELOADED, build);
    return before === build;
  } catch {
    return true;
  }
}

/** Follows what is typed, and parts that do not load, for as long as the page lives. */
export function watchParts(): () => void {
  const onInput = () => {
    typed = true;
  };
  const onRejection = ({ reason }: PromiseRejectionEvent) => {
    if (isMissingPart(reason)) void partMissing();
  };
  const onError = ({ target }: Event) => {
    const address = target instanceof HTMLLinkElement ? target.href : target instanceof HTMLScriptElement ? target.src : "";
    if (address.includes("/_next/static/")) void partMissing();
  };
  document.addEventListener("input", onInput, true);
  window.addEventListener("unhandledrejection", onRejection);
  // Files that fail do not bubble.
  window.addEventListener("error", onError, true);
  return () => {
    document.removeEventListener("input", onInput, true);
    window.removeEventListener("unhandledrejection", onRejection);
    window.removeEventListener("error", onError, true);
  };
}
