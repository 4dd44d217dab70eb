"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { authorization, BAD_FILE, toApiError } from "@/trpc/client";
import { onlyAs } from "@/trpc/token";
import { loadUploader } from "@/trpc/uploader";
import type { FilePlace } from "../../components/subjects";
import { workspaceFileProblem } from "../rules";
import { lies } from "./lies";
import { changeChosen, type Sending, type Sent, takeArrived, useChosen } from "./sendings";

interface Target {
  workspaceId: string;
  /** Whose files these are: a name of its own for each form and list. */
  place: string;
  /** What it is a document of; without it, it waits for a note. */
  about?: FilePlace;
  onSent: (sent: Sent) => void;
}

/** Sends files to a workspace, each by itself: how far each is, why one was refused, and a way to try again. */
export function useSending({ workspaceId, place, about, onSent }: Target) {
  const t = useTranslations("trades.files");
  const common = useTranslations("common");
  const { userId } = useSession();
  const chosen = { userId, place };
  const all = useChosen(chosen);
  const sendings = all.filter(({ sent }) => !sent);
  const busy = sendings.some(({ problem }) => !problem);

  const setSendings = (next: (now: readonly Sending[]) => readonly Sending[]) => changeChosen(chosen, next);
  const change = (uid: string, next: Partial<Sending>) =>
    setSendings((now) => now.map((sending) => (sending.uid === uid ? { ...sending, ...next } : sending)));
  const leaveOut = (uid: string) => setSendings((now) => now.filter((sending) => sending.uid !== uid));

  // Also what has arrived while its sender was on another page.
  const tell = useRef(onSent);
  tell.current = onSent;
  useEffect(() => {
    if (all.some(({ sent }) => sent)) for (const sent of takeArrived({ userId, place })) tell.current(sent);
  }, [all, userId, place]);

  const send = async ({ uid, file }: Pick<Sending, "uid" | "file">) => {
    try {
      const { uploadFiles } = await loadUploader();
      if (userId) onlyAs(userId);
      const [sent] = await uploadFiles("workspaceFile", {
        files: [file],
        input: { workspaceId, uid, ...about },
        headers: () => ({ "accept-language": document.documentElement.lang, ...authorization() }),
        onUploadProgress: ({ loaded }) => change(uid, { share: Math.min(1, loaded / file.size) }),
      });
      const outcome = sent?.serverData;
      if (!outcome) return change(uid, { problem: common("offline"), again: true });
      if (!outcome.taken) return change(uid, { problem: t(`problems.${outcome.problem}`) });
      change(uid, { sent: { uid, name: file.name, type: file.type, size: file.size } });
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
  return {
    sendings,
    busy,
    add: (files: readonly File[]) => void Promise.all(files.map(begin)),
    retry,
    leaveOut,
    forget: () => setSendings(() => []),
  };
}
