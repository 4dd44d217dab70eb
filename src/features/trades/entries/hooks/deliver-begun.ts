"use client";

import { inBackground } from "@/trpc/call-context";
import { api, toApiError } from "@/trpc/client";
import { leftOut, photosOf, sendable, withElsewhere, withSent } from "../rules";
import { type Begun, changeBegun, OVERTAKEN, readBegun, rememberSent, removeBegun } from "./begun-store";
import { dropPhotos, type KeptPhoto, keepPhoto, keptPhotos } from "./photo-store";
import { sendPhoto } from "./send-photo";

/** So often within one try; after that its author is told. */
const OVERTAKEN_AT_MOST = 3;

/**
 * Sends what was begun on this device, in its order: that it was begun, its photos, and what was filled in or handed in.
 * @param taken shows it as the server has it, before it leaves the device
 * @returns what has become a draft there that its author had meant to hand in
 */
export async function deliverBegun(uid: string, taken: () => Promise<unknown>): Promise<Begun | undefined> {
  let begun = await readBegun(uid);
  if (!begun) return;
  const { userId, workspaceId, form, task, job } = begun;
  const place = { taskUid: task?.uid ?? null, jobUid: task ? null : (job?.uid ?? null) };
  const start = { workspaceId, uid, formUid: form.uid, number: form.number, ...place };
  const asItStands = async () => (await api.trades.entries.start.mutate(start, inBackground(userId))).data;
  let entry = await asItStands();
  let overtaken = 0;
  // The photos that the server has: of an earlier try whose end was not seen here, too.
  const there = new Set(photosOf(entry.answers));
  while (begun) {
    const photos = await keptPhotos(userId, uid);
    const earlier = begun.sent ?? [];
    if (entry.state === "submitted") {
      const { answers } = withElsewhere(entry.answers, earlier, withSent(begun.answers, photos));
      await taken();
      // Handed in from another device: what is not in it stays here, to be read. Else the answer to this one's was lost on its way.
      if (Object.keys(leftOut(entry.definition, entry.answers, answers)).length > 0) {
        await changeBegun(uid, { handIn: false, problem: OVERTAKEN, gone: undefined, photos: undefined });
        return;
      }
      if (await removeBegun(uid, begun.change)) {
        await dropAll(photos);
        return;
      }
      begun = await readBegun(uid);
      continue;
    }
    let sent: KeptPhoto[];
    let step: "save" | "submit";
    try {
      // One after the other: together they would all wait for the slowest.
      for (const photo of photos) if (!there.has(photo.uid) && (await isTaken(photo))) there.add(photo.uid);
      sent = photos.filter((photo) => there.has(photo.uid));
      const mine = sendable(withSent(begun.answers, sent));
      const { answers, elsewhere } = withElsewhere(entry.answers, earlier, mine);
      // What its author wrote on another device, too, is handed in once they have seen it together.
      step = begun.handIn && sent.length === photos.length && !elsewhere ? "submit" : "save";
      // Also from a full device.
      await rememberSent(uid, mine).catch((error) => console.warn("forms:", error));
      entry = (await api.trades.entries[step].mutate({ workspaceId, uid, version: entry.version, answers }, inBackground(userId))).data;
    } catch (error) {
      // Photos take their time, and have no place in what was handed in on another device meanwhile. That is looked at anew.
      if (!["conflict", "notFound"].includes(toApiError(error).code) || overtaken++ === OVERTAKEN_AT_MOST) throw error;
      entry = await asItStands();
      continue;
    }
    const refused = photos.length - sent.length;
    await taken();
    // Without a photo that the server does not take nothing is handed in: its author looks at it first.
    if (begun.handIn && refused > 0) {
      await changeBegun(uid, { handIn: false, problem: "photos", gone: undefined, photos: refused, refusedOnce: true });
      return;
    }
    // The photos stay here as long as the form does: what is filled in does not name them, so each round adds them anew.
    if (await removeBegun(uid, begun.change)) {
      await dropAll(sent);
      return (begun.handIn || begun.refusedOnce) && step === "save" ? begun : undefined;
    }
    // It was changed meanwhile.
    begun = await readBegun(uid);
  }
}

const dropAll = (photos: KeptPhoto[]): Promise<void> => dropPhotos(photos.map(({ uid }) => uid));

async function isTaken(photo: KeptPhoto): Promise<boolean> {
  const refused = await sendPhoto(photo);
  // The form shows why when it is opened.
  if (refused) await keepPhoto({ ...photo, refused });
  return !refused;
}
