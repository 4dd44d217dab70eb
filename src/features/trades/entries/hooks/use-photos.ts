"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { onlyAs } from "@/trpc/token";
import { useErrorMessage } from "@/trpc/use-error";
import { lies } from "../../files/hooks/lies";
import { workspaceFileProblem } from "../../files/rules";
import { dropPhotos, isOnPage, type KeptPhoto, keepPhoto, keptPhotos } from "./photo-store";
import { type Refusal, sendPhoto } from "./send-photo";
import { smallerPhoto } from "./smaller-photo";

/** A photo that was taken and is not with the server yet: on its way, or why it is not. */
export interface Photo {
  uid: string;
  fieldId: string;
  /** Of the picture on this device. */
  url: string;
  /** It is made smaller and written to the device. */
  preparing?: boolean;
  /** The device has no room for it: it is on this page alone. */
  unkept?: boolean;
  problem?: string | undefined;
  /** Whether to try once more may help. */
  again?: boolean | undefined;
}

interface Target {
  workspaceId: string;
  entryUid: string;
  /** Whether they wait here until the form itself is with the server. */
  waiting: boolean;
  /** The server has it: its answer holds it from now on. */
  onSent: (fieldId: string, uid: string) => void;
}

/** Photos of one form: kept on this device until the server has them, whatever happens to the page or the connection. */
export function usePhotos({ workspaceId, entryUid, waiting, onSent }: Target) {
  const t = useTranslations("trades.files");
  const errorMessage = useErrorMessage();
  const { userId } = useSession();
  const [photos, setPhotos] = useState<Photo[]>([]);
  const latest = useRef(photos);
  const blobs = useRef(new Map<string, KeptPhoto>());
  const going = useRef(new Set<string>());
  const preparing = useRef<Promise<unknown>>(Promise.resolve());
  const tell = useRef(onSent);
  tell.current = onSent;

  const put = (next: Photo[]) => {
    latest.current = next;
    setPhotos(next);
  };
  const change = (uid: string, next: Partial<Photo>) =>
    put(latest.current.map((photo) => (photo.uid === uid ? { ...photo, ...next } : photo)));
  const wordsOf = (refused: Refusal) => ("said" in refused ? refused.said : t(`problems.${refused.problem}`));

  const leaveOut = (uid: string) => {
    blobs.current.delete(uid);
    const photo = latest.current.find((one) => one.uid === uid);
    if (photo) URL.revokeObjectURL(photo.url);
    put(latest.current.filter((one) => one.uid !== uid));
    // What the device cannot forget is sent once more at the next visit, under the same id.
    void dropPhotos([uid]).catch((error) => console.error(error));
  };

  const send = async (photo: KeptPhoto) => {
    const { uid, fieldId } = photo;
    if (going.current.has(uid)) return;
    going.current.add(uid);
    change(uid, { problem: undefined, again: undefined });
    try {
      const refused = await sendPhoto(photo);
      // Whoever has left meanwhile finds it here when they are back: it goes once more then, under the same id.
      onlyAs(photo.userId);
      if (refused) return change(uid, { problem: wordsOf(refused) });
      tell.current(fieldId, uid);
      leaveOut(uid);
    } catch (error) {
      change(uid, { problem: errorMessage(error), again: true });
    } finally {
      going.current.delete(uid);
    }
  };
  const sendAll = useRef(() => {});
  sendAll.current = () => {
    if (waiting) return;
    // One after the other: together they would all wait for the slowest.
    void [...blobs.current.values()].reduce((before, photo) => before.then(() => send(photo)), Promise.resolve());
  };

  const show = (photo: KeptPhoto) => {
    const { uid, fieldId, blob, refused } = photo;
    blobs.current.set(uid, photo);
    const why = refused ? { problem: wordsOf(refused), again: true } : {};
    put([...latest.current, { uid, fieldId, url: URL.createObjectURL(blob), unkept: isOnPage(uid), ...why }]);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person and form; what it calls reads the latest by refs
  useEffect(() => {
    if (!userId) return;
    let live = true;
    void keptPhotos(userId, entryUid).then(
      (found) => {
        if (!live) return;
        for (const photo of found) if (latest.current.every(({ uid }) => uid !== photo.uid)) show(photo);
        sendAll.current();
      },
      (error) => console.error(error),
    );
    const again = () => sendAll.current();
    window.addEventListener("online", again);
    return () => {
      live = false;
      window.removeEventListener("online", again);
    };
  }, [userId, entryUid]);

  useEffect(() => {
    if (!waiting) sendAll.current();
  }, [waiting]);

  const prepare = async ({ uid, fieldId, url }: Photo, chosen: File, owner: string) => {
    const file = await smallerPhoto(chosen);
    change(uid, { url: URL.createObjectURL(file) });
    URL.revokeObjectURL(url);
    const problem = workspaceFileProblem(file) ?? (await lies(file));
    if (problem) return change(uid, { preparing: false, problem: t(`problems.${problem}`) });
    const about = { uid, userId: owner, workspaceId, entryUid, fieldId };
    const photo: KeptPhoto = { ...about, name: file.name, type: file.type, blob: file, at: Date.now() };
    const unkept = !(await keepPhoto(photo));
    blobs.current.set(uid, photo);
    change(uid, { unkept, preparing: false });
  };
  const add = async (fieldId: string, files: readonly File[]) => {
    if (!userId) return;
    // Each counts from the moment it was taken: to make it smaller takes a phone a while.
    const taken = files.map((file) => ({
      file,
      photo: { uid: crypto.randomUUID(), fieldId, url: URL.createObjectURL(file), preparing: true },
    }));
    put([...latest.current, ...taken.map(({ photo }) => photo)]);
    for (const { photo, file } of taken) await prepare(photo, file, userId);
    // All of them are kept before the first one goes.
    sendAll.current();
  };

  /** Waits until each photo is kept; what the device had no room for has another try. @returns all as they are then */
  const settled = async (): Promise<readonly Photo[]> => {
    await preparing.current;
    for (const { uid, unkept } of latest.current) {
      const photo = unkept && blobs.current.get(uid);
      if (photo && (await keepPhoto(photo))) change(uid, { unkept: false });
    }
    return latest.current;
  };

  const atRisk = photos.some((photo) => photo.preparing || photo.unkept);
  useEffect(() => {
    if (!atRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [atRisk]);

  return {
    photos,
    waiting,
    add: (fieldId: string, files: readonly File[]) => {
      preparing.current = Promise.all([preparing.current, add(fieldId, files)]);
    },
    settled,
    retry: (uid: string) => {
      const photo = blobs.current.get(uid);
      if (photo) void send(photo);
    },
    leaveOut,
    /** The form is no more. */
    forget: () => void dropPhotos([...blobs.current.keys()]).catch((error) => console.error(error)),
  };
}
export type Photos = ReturnType<typeof usePhotos>;
