"use client";

import { STRICT } from "@/ui/device-store";
import { formDatabase } from "./form-database";

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
}

/** In the order in which they were taken. */
export async function keptPhotos(userId: string, entryUid: string): Promise<KeptPhoto[]> {
  const all = await (await formDatabase()).getAllFromIndex("photos", "entry", [userId, entryUid]);
  return all.sort((a, b) => a.at - b.at);
}

/** Written through to the disk before it counts as kept. */
export async function keepPhoto(photo: KeptPhoto): Promise<void> {
  const tx = (await formDatabase()).transaction("photos", "readwrite", STRICT);
  await Promise.all([tx.store.put(photo), tx.done]);
}

export async function dropPhotos(uids: string[]): Promise<void> {
  const tx = (await formDatabase()).transaction("photos", "readwrite");
  await Promise.all([...uids.map((uid) => tx.store.delete(uid)), tx.done]);
}
