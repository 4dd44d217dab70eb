"use client";

import { HOUR_MS } from "@/lib/durations";
import { isViewing } from "./viewing-tab";

const PREFIX = "parley-draft-";
/** Whose they are. */
const OWNER = "parley-drafts-of";
/** What is written to support without an account, which is nobody's. */
const WITHOUT_ACCOUNT = /^(contact|guest-[\da-f-]{36})(-attempt)?$/;
/** So long that waits, in milliseconds: nobody logs out of it, and whoever comes next to this device need not be who wrote it. */
const WAITS_MS = HOUR_MS;
/** Which tab this is, also once the browser has thrown its page away and loads it anew. */
const TAB = "parley-tab";
/** Stands before the tab's name, where two write under one. */
const ASIDE = "~";
/** Who is signed in on this page. */
let author: string | undefined;
/** What this tab last read or wrote under a name: what stands there instead is another tab's. */
const known = new Map<string, string | null>();

/**
 * Whoever has logged out leaves none: the last words of a page that goes away with them are not the next person's, nor does a page on which
 * somebody was signed in change those of who is signed in on this device by now.
 */
function mayKeep(key: string): boolean {
  if (isViewing()) return false;
  return author === undefined ? WITHOUT_ACCOUNT.test(key) : localStorage.getItem(OWNER) === author;
}

/** Where this tab keeps its own, while another tab's stands under the name itself. */
function asideOf(key: string): string {
  const tab = sessionStorage.getItem(TAB) ?? crypto.randomUUID();
  sessionStorage.setItem(TAB, tab);
  return `${PREFIX}${key}${ASIDE}${tab}`;
}

function isOthers(key: string): boolean {
  const there = localStorage.getItem(PREFIX + key);
  return there !== null && known.has(key) && known.get(key) !== there;
}

/** What some tab has kept aside, and may have been closed since, stands under the name itself from now on. */
function adopted(key: string): string | null {
  const left = Object.keys(localStorage).find((name) => name.startsWith(PREFIX + key + ASIDE));
  const text = left === undefined ? null : localStorage.getItem(left);
  if (left === undefined || text === null || !mayKeep(key)) return text;
  localStorage.setItem(PREFIX + key, text);
  localStorage.removeItem(left);
  return text;
}

/** As it is kept: what waits no longer than that with when it was written. */
const packed = (key: string, draft: unknown): string => JSON.stringify(WITHOUT_ACCOUNT.test(key) ? { draft, at: Date.now() } : draft);

function unpacked(key: string, text: string): unknown {
  const kept = JSON.parse(text);
  if (!WITHOUT_ACCOUNT.test(key)) return kept;
  return Date.now() - kept.at < WAITS_MS ? kept.draft : undefined;
}

/** What was written without an account, and waits no longer, is not left lying on the device. */
export function dropOldDrafts(): void {
  if (isViewing()) return;
  try {
    for (const name of Object.keys(localStorage)) {
      const [key = ""] = name.startsWith(PREFIX) ? name.slice(PREFIX.length).split(ASIDE) : [];
      const text = WITHOUT_ACCOUNT.test(key) ? localStorage.getItem(name) : null;
      if (text !== null && unpacked(key, text) === undefined) localStorage.removeItem(name);
    }
  } catch {
    // Nothing is kept.
  }
}

/**
 * What was entered and not yet saved: it outlives a reload, a crash, a lost network and a session that ran out, but not a logout, nor
 * that somebody else signs in. Whoever looks at somebody else's account finds none and leaves none. Of two tabs that write under one name
 * each finds its own again. What is written without an account waits for an hour.
 */
export function readDraft<T>(key: string): T | undefined {
  if (isViewing()) return undefined;
  try {
    const own = localStorage.getItem(asideOf(key));
    const text = own ?? localStorage.getItem(PREFIX + key) ?? adopted(key);
    known.set(key, own === null ? text : null);
    return text ? (unpacked(key, text) as T | undefined) : undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(key: string, draft: unknown): void {
  try {
    if (!mayKeep(key)) return;
    const text = packed(key, draft);
    if (isOthers(key)) {
      localStorage.setItem(asideOf(key), text);
      return;
    }
    localStorage.setItem(PREFIX + key, text);
    known.set(key, text);
    localStorage.removeItem(asideOf(key));
  } catch {
    // A full storage costs the draft's backup, not the form.
  }
}

export function clearDraft(key: string): void {
  try {
    if (!mayKeep(key)) return;
    localStorage.removeItem(asideOf(key));
    if (isOthers(key)) return;
    localStorage.removeItem(PREFIX + key);
    known.set(key, null);
  } catch {
    // Nothing was kept.
  }
}

/** The names of drafts that begin so. */
export function draftsNamed(start: string): string[] {
  if (isViewing()) return [];
  try {
    const names = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + start) && !key.includes(ASIDE));
    return names.map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** What was kept under one name is kept under another: of what is new, once it has an id, or of what has a new version. */
export function moveDraft(from: string, to: string): void {
  const left = from === to ? undefined : readDraft(from);
  if (left === undefined) return;
  writeDraft(to, left);
  clearDraft(from);
}

/** What somebody typed on behind words that they sent. */
export const typedOn = (now: string, sent: string): string => (now.startsWith(sent) ? now.slice(sent.length).trimStart() : now);

/** The words of two devices, those that lead first: what is too much is easily struck out, what is lost is lost. */
export function both(first: string, second: string): string {
  if (first.includes(second.trim())) return first;
  return second.includes(first.trim()) ? second : `${first}\n\n${second}`;
}

/** Somebody is signed in here: what another left is not theirs. */
export function claimDrafts(userId: string | undefined): void {
  if (isViewing() || userId === undefined) return;
  try {
    const owner = localStorage.getItem(OWNER);
    if (owner !== null && owner !== userId) clearAllDrafts();
    localStorage.setItem(OWNER, userId);
    author = userId;
  } catch {
    // Nothing is kept.
  }
}

/** Nobody is signed in here any more. Drafts stay for their owner where the session only ran out, which another tab may have seen first. @returns whether they do */
export function releaseDrafts(ranOut?: boolean): boolean {
  if (isViewing()) return true;
  try {
    const owner = localStorage.getItem(OWNER);
    const stay = ranOut ?? owner !== null;
    // It may have run out while no page was open: what was being entered is its owner's all the same.
    author = stay && owner !== null ? owner : undefined;
    if (!stay) clearAllDrafts();
    return stay;
  } catch {
    // Nothing was kept.
    return false;
  }
}

function clearAllDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  localStorage.removeItem(OWNER);
}
