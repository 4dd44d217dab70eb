"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { sniffType } from "@/lib/file-kinds";
import { BAD_FILE, toApiError } from "@/trpc/client";
import { workspaceFileProblem } from "../../files/rules";
import { dropPhotos, type KeptPhoto, keepPhoto, keptPhotos } from "./photo-store";
import { sendPhoto } from "./send-photo";
import { smallerPhoto } from "./smaller-photo";

/** A photo that was taken and is not with the server yet: on its way, or why it is not. */
export interface Photo {
  uid: string;
  fieldId: string;
  /** Of the picture on this device. */
  url: string;
  problem?: string;
  /** Whether to try once more may help. */
  again?: boolean;
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
  const common = useTranslations("common");
  const { userId } = useSession();
  const [photos, setPhotos] = useState<Photo[]>([]);
  const blobs = useRef(new Map<string, KeptPhoto>());
  const going = useRef(new Set<string>());
  const tell = useRef(onSent);
  tell.current = onSent;

  const change = (uid: string, next: Partial<Photo>) =>
    setPhotos((now) => now.map((photo) => (photo.uid === uid ? { ...photo, ...next } : photo)));

  const leaveOut = (uid: string) => {
    blobs.current.delete(uid);
    setPhotos((now) => {
      const photo = now.find((one) => one.uid === uid);
      if (photo) URL.revokeObjectURL(photo.url);
      return now.filter((one) => one.uid !== uid);
    });
    // What the device cannot forget is sent once more at the next visit, under the same id.
    void dropPhotos([uid]).catch((error) => console.error(error));
  };

  const send = async (photo: KeptPhoto) => {
    const { uid, fieldId } = photo;
    if (going.current.has(uid)) return;
    going.current.add(uid);
    setPhotos((now) => now.map((one) => (one.uid === uid ? { uid, fieldId, url: one.url } : one)));
    try {
      const outcome = await sendPhoto(photo);
      if (!outcome) return change(uid, { problem: common("offline"), again: true });
      if (!outcome.taken) return change(uid, { problem: t(`problems.${outcome.problem}`) });
      tell.current(fieldId, uid);
      leaveOut(uid);
    } catch (error) {
      const { code, message } = toApiError(error);
      change(uid, { problem: message ?? common("offline"), again: !BAD_FILE.includes(code) });
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
    blobs.current.set(photo.uid, photo);
    setPhotos((now) => [...now, { uid: photo.uid, fieldId: photo.fieldId, url: URL.createObjectURL(photo.blob) }]);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person and form; what it calls reads the latest by refs
  useEffect(() => {
    if (!userId) return;
    let live = true;
    void keptPhotos(userId, entryUid).then(
      (found) => {
        if (!live) return;
        for (const photo of found) if (!blobs.current.has(photo.uid)) show(photo);
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

  const add = async (fieldId: string, files: readonly File[]) => {
    for (const chosen of files) {
      if (!userId) return;
      const file = await smallerPhoto(chosen);
      const uid = crypto.randomUUID();
      const photo: KeptPhoto = {
        uid,
        userId,
        workspaceId,
        entryUid,
        fieldId,
        name: file.name,
        type: file.type,
        blob: file,
        at: Date.now(),
      };
      show(photo);
      const problem = workspaceFileProblem(file) ?? (await lies(file));
      if (problem) {
        blobs.current.delete(uid);
        change(uid, { problem: t(`problems.${problem}`) });
        continue;
      }
      // Where the device can keep nothing, it is sent all the same.
      await keepPhoto(photo).catch((error) => console.error(error));
    }
    // All of them are kept before the first one goes.
    sendAll.current();
  };

  return {
    photos,
    waiting,
    add: (fieldId: string, files: readonly File[]) => void add(fieldId, files),
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

/** What a photo says of itself must be what it is: the server looks, too. */
const lies = async (file: File) =>
  sniffType(new Uint8Array(await file.slice(0, 16).arrayBuffer())) === file.type ? null : ("lying" as const);
