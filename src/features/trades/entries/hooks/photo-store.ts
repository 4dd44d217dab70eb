"use client";

import { STRICT } from "@/ui/device-store";
import { formDatabase } from "./form-database";
import type { Refusal } from "./send-photo";

/** A photo that was taken for a form and is not with the server yet. A camera that is opened by a page keeps none itself. */
export interface KeptPhoto {
  uid: string;
  userId: string;
  workspaceId: string;
  entryUid: string;
  fieldId: string;
  name: string;
  type: string;
  blob: Blob;
  /** Milliseconds since 1970, by this device's clock: the order in which they were taken. */
  at: number;
  /** Why the server did not take it when it was handed in. */
  refused?: Refusal;
}

/** What the device had no room for: it is there as long as the page is. */
const onPage = new Map<string, KeptPhoto>();

/** In the order in which they were taken, those that are on this page alone among them. */
export async function keptPhotos(userId: string, entryUid: string): Promise<KeptPhoto[]> {
  const kept = await (await formDatabase()).getAllFromIndex("photos", "entry", [userId, entryUid]);
  const here = [...onPage.values()].filter((photo) => photo.userId === userId && photo.entryUid === entryUid);
  const all = new Map([...kept, ...here].map((photo) => [photo.uid, photo]));
  return [...all.values()].sort((a, b) => a.at - b.at);
}

/** @returns whether it is written through to the disk: what a full device has no room for is on this page alone */
export async function keepPhoto(photo: KeptPhoto): Promise<boolean> {
  try {
    const tx = (await formDatabase()).transaction("photos", "readwrite", STRICT);
    await Promise.all([tx.store.put(photo), tx.done]);
    onPage.delete(photo.uid);
    return true;
  } catch (error) {
    console.error(error);
    onPage.set(photo.uid, photo);
    return false;
  }
}

export const isOnPage = (uid: string): boolean => onPage.has(uid);

export async function dropPhotos(uids: string[]): Promise<void> {
  for (const uid of uids) onPage.delete(uid);
  const tx = (await formDatabase()).transaction("photos", "readwrite");
  await Promise.all([...uids.map((uid) => tx.store.delete(uid)), tx.done]);
}
