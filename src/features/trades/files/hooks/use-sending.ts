"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { authorization, BAD_FILE, toApiError } from "@/trpc/client";
import { loadUploader } from "@/trpc/uploader";
import type { FilePlace } from "../../components/places";
import { workspaceFileProblem } from "../rules";
import { lies } from "./lies";

/** A file that was chosen: on its way, or why it is not kept. */
export interface Sending {
  uid: string;
  file: File;
  /** How much of it has arrived, from 0 to 1. */
  share: number;
  problem?: string;
  /** Whether to try once more may help. */
  again?: boolean;
}

/** What the workspace has of it, under this id. */
export interface Sent {
  uid: string;
  name: string;
  type: string;
  size: number;
}

interface Target {
  workspaceId: string;
  /** What it is a document of; without it, it waits for a note. */
  about?: FilePlace;
  onSent: (sent: Sent) => void;
}

/** Sends files to a workspace, each by itself: how far each is, why one was refused, and a way to try again. */
export function useSending({ workspaceId, about, onSent }: Target) {
  const t = useTranslations("trades.files");
  const common = useTranslations("common");
  const [sendings, setSendings] = useState<Sending[]>([]);
  const tell = useRef(onSent);
  tell.current = onSent;
  const busy = sendings.some(({ problem }) => !problem);
  // A photo that a page has taken is on that page alone: also one that could not be sent.
  const atRisk = sendings.length > 0;
  useEffect(() => {
    if (!atRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [atRisk]);

  const change = (uid: string, next: Partial<Sending>) =>
    setSendings((now) => now.map((sending) => (sending.uid === uid ? { ...sending, ...next } : sending)));
  const leaveOut = (uid: string) => setSendings((now) => now.filter((sending) => sending.uid !== uid));

  const send = async ({ uid, file }: Pick<Sending, "uid" | "file">) => {
    try {
      const { uploadFiles } = await loadUploader();
      const [sent] = await uploadFiles("workspaceFile", {
        files: [file],
        input: { workspaceId, uid, ...about },
        headers: () => ({ "accept-language": document.documentElement.lang, ...authorization() }),
        onUploadProgress: ({ loaded }) => change(uid, { share: Math.min(1, loaded / file.size) }),
      });
      const outcome = sent?.serverData;
      if (!outcome) return change(uid, { problem: common("offline"), again: true });
      if (!outcome.taken) return change(uid, { problem: t(`problems.${outcome.problem}`) });
      leaveOut(uid);
      tell.current({ uid, name: file.name, type: file.type, size: file.size });
    } catch (error) {
      const { code, message } = toApiError(error);
      change(uid, { problem: message ?? common("offline"), again: !BAD_FILE.includes(code) });
    }
  };

  const begin = async (file: File) => {
    const uid = crypto.randomUUID();
    setSendings((now) => [...now, { uid, file, share: 0 }]);
    const problem = workspaceFileProblem(file) ?? (await lies(file));
    if (problem) return change(uid, { problem: t(`problems.${problem}`) });
    await send({ uid, file });
  };
  const retry = (sending: Sending) => {
    // Under the same id: what has arrived after all is not there twice.
    setSendings((now) => now.map(({ uid, file, ...rest }) => (uid === sending.uid ? { uid, file, share: 0 } : { uid, file, ...rest })));
    void send(sending);
  };
  return { sendings, busy, add: (files: readonly File[]) => void Promise.all(files.map(begin)), retry, leaveOut };
}
