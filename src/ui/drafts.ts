"use client";

import { isViewing } from "./viewing-tab";

const PREFIX = "parley-draft-";
/** Whose they are. */
const OWNER = "parley-drafts-of";
/** What is written to support without an account, which is nobody's. */
const WITHOUT_ACCOUNT = /^(contact|guest-[\da-f-]{36})(-attempt)?$/;
/** Who is signed in on this page. */
let author: string | undefined;

/**
 * Whoever has logged out leaves none: the last words of a page that goes away with them are not the next person's, nor does a page on which
 * somebody was signed in change those of who is signed in on this device by now.
 */
function mayKeep(key: string): boolean {
  if (isViewing()) return false;
  return author === undefined ? WITHOUT_ACCOUNT.test(key) : localStorage.getItem(OWNER) === author;
}

/**
 * What was entered and not yet saved: it outlives a reload, a crash, a lost network and a session that ran out, but not a logout, nor
 * that somebody else signs in. Whoever looks at somebody else's account finds none and leaves none.
 */
export function readDraft<T>(key: string): T | undefined {
  if (isViewing()) return undefined;
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text ? (JSON.parse(text) as T) : undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(key: string, draft: unknown): void {
  try {
    if (!mayKeep(key)) return;
    localStorage.setItem(PREFIX + key, JSON.stringify(draft));
  } catch {
    // A full storage costs the draft's backup, not the form.
  }
}

export function clearDraft(key: string): void {
  try {
    if (!mayKeep(key)) return;
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept.
  }
}

/** The names of drafts that begin so. */
export function draftsNamed(start: string): string[] {
  if (isViewing()) return [];
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(PREFIX + start) ? [key.slice(PREFIX.length)] : []));
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
