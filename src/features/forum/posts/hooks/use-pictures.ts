"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { authorization, toApiError } from "@/trpc/client";
import { loadUploader } from "@/trpc/uploader";
import { imageProblem } from "../../images/rules";

/** A picture that was chosen for a message: on its way, or why it cannot come along. */
export interface Upload {
  uid: string;
  name: string;
  /** How much of it has arrived, from 0 to 1. */
  share: number;
  problem?: string;
}

/** Pictures that this page has sent, as they can be shown before the message is. */
interface Local {
  uid: string;
  url: string;
  width: number;
  height: number;
}

/** Sends pictures to stand in a message. @param onTaken puts one into the text, once the server has it */
export function usePictures(onTaken: (uid: string, name: string) => void) {
  const t = useTranslations("forum.pictures");
  const common = useTranslations("common");
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [local, setLocal] = useState<Local[]>([]);
  const taken = useRef(onTaken);
  taken.current = onTaken;
  const made = useRef<string[]>([]);
  useEffect(
    () => () => {
      for (const url of made.current) URL.revokeObjectURL(url);
    },
    [],
  );
  const change = (uid: string, next: Partial<Upload>) =>
    setUploads((now) => now.map((upload) => (upload.uid === uid ? { ...upload, ...next } : upload)));
  const remove = (uid: string) => setUploads((now) => now.filter((upload) => upload.uid !== uid));

  const send = async (file: File) => {
    const uid = crypto.randomUUID();
    setUploads((now) => [...now, { uid, name: file.name, share: 0 }]);
    const wrong = imageProblem(file);
    if (wrong) return change(uid, { problem: t(wrong) });
    try {
      const { uploadFiles } = await loadUploader();
      const [sent] = await uploadFiles("forumImage", {
        files: [file],
        input: { uid },
        headers: () => ({ "accept-language": document.documentElement.lang, ...authorization() }),
        onUploadProgress: ({ loaded }) => change(uid, { share: Math.min(1, loaded / file.size) }),
      });
      const outcome = sent?.serverData;
      if (!outcome?.taken) return change(uid, { problem: outcome ? t(outcome.problem) : common("offline") });
      const url = URL.createObjectURL(file);
      made.current.push(url);
      setLocal((now) => [...now, { uid, url, width: 0, height: 0 }]);
      remove(uid);
      // A name's ending says nothing of what a picture shows.
      taken.current(uid, file.name.replace(/\.\w+$/, "").replaceAll(/[[\]\\\n]/g, " "));
    } catch (error) {
      change(uid, { problem: toApiError(error).message ?? common("offline") });
    }
  };
  return { uploads, local, remove, add: (files: readonly File[]) => void Promise.all(files.map(send)) };
}
