"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { authorization, BAD_FILE, toApiError } from "@/trpc/client";
import { sender } from "@/trpc/token";
import { loadUploader } from "@/trpc/uploader";
import { imageProblem } from "../../images/rules";

/** A picture that was chosen for a message: on its way, or why it cannot come along. */
export interface Upload {
  uid: string;
  file: File;
  /** How much of it has arrived, from 0 to 1. */
  share: number;
  problem?: string;
  /** Whether to try once more may help. */
  again?: boolean;
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

  const send = async ({ uid, file }: Pick<Upload, "uid" | "file">) => {
    const author = sender();
    try {
      const { uploadFiles } = await loadUploader();
      const [sent] = await uploadFiles("forumImage", {
        files: [file],
        input: { uid },
        headers: () => ({ "accept-language": document.documentElement.lang, ...authorization() }),
        onUploadProgress: ({ loaded }) => change(uid, { share: Math.min(1, loaded / file.size) }),
      });
      // It goes on without its page. Where its author has left meanwhile, it is nobody else's.
      if (sender() !== author) return;
      const outcome = sent?.serverData;
      if (!outcome) return change(uid, { problem: common("offline"), again: true });
      if (!outcome.taken) return change(uid, { problem: t(outcome.problem) });
      const url = URL.createObjectURL(file);
      made.current.push(url);
      setLocal((now) => [...now, { uid, url, width: 0, height: 0 }]);
      remove(uid);
      // A name's ending says nothing of what a picture shows.
      taken.current(uid, file.name.replace(/\.\w+$/, "").replaceAll(/[[\]\\\n]/g, " "));
    } catch (error) {
      const { code, message } = toApiError(error);
      change(uid, { problem: message ?? common("offline"), again: !BAD_FILE.includes(code) });
    }
  };

  const begin = async (file: File) => {
    const uid = crypto.randomUUID();
    setUploads((now) => [...now, { uid, file, share: 0 }]);
    const wrong = imageProblem(file);
    if (wrong) return change(uid, { problem: t(wrong) });
    await send({ uid, file });
  };
  const retry = (upload: Upload) => {
    // Under the same id: what has arrived after all is not there twice.
    setUploads((now) => now.map(({ uid, file, ...rest }) => (uid === upload.uid ? { uid, file, share: 0 } : { uid, file, ...rest })));
    void send(upload);
  };
  return { uploads, local, remove, retry, add: (files: readonly File[]) => void Promise.all(files.map(begin)) };
}
