"use client";

import { useEffect, useRef, useState } from "react";
import { uploadName } from "@/features/practice/rules";
import { authorization, toApiError, trpc } from "@/trpc/client";
import { isKeyTaken, loadUploader } from "@/trpc/uploader";
import { VoiceProblem, voiceCopy } from "./voice-copy";

/** Where the copy with the voice alone is: nowhere yet, being made, on its way, or why it is neither. */
export type VoiceUpload =
  | { step: "idle" }
  | { step: "copying" | "sending"; share: number }
  | { step: "failed"; problem: VoiceProblem["problem"]; message?: string | undefined };

/** Names that are tried one after the other, where the key of each is another file's already. */
const NAMES = 4;

/**
 * Makes the copy of a video with its sound alone, and sends it. It can be done again at any time: until the server has it, the request waits,
 * and the recording itself is untouched.
 */
export function useVoiceUpload(onSent: () => void) {
  const utils = trpc.useUtils();
  const [upload, setUpload] = useState<VoiceUpload>({ step: "idle" });
  const running = useRef<AbortController>(undefined);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
      running.current?.abort();
    };
  }, []);
  const busy = upload.step === "copying" || upload.step === "sending";
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [busy]);

  const start = async ({ requestId, answerId }: { requestId: string; answerId: string }) => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    const { signal } = stop;
    try {
      setUpload({ step: "copying", share: 0 });
      // An address that plays it for as long as this takes. Without a network it would wait for one without a word.
      const { data } = await utils.practice.answer.fetch({ uid: answerId }, { staleTime: 0, networkMode: "always" });
      if (!data.media?.link) throw new VoiceProblem("unreadable");
      const voice = await voiceCopy(data.media.link, signal, (share) => setUpload({ step: "copying", share }));
      setUpload({ step: "sending", share: 0 });
      const { uploadFiles } = await loadUploader();
      const send = async (attempt: number): Promise<boolean> => {
        // Named by its request: sent again it goes on where it broke.
        const file = new File([voice], uploadName(requestId, voice.type, attempt), { type: voice.type });
        try {
          const [sent] = await uploadFiles("reviewVoice", {
            files: [file],
            input: { uid: requestId },
            signal,
            headers: () => ({ "accept-language": document.documentElement.lang, ...authorization() }),
            onUploadProgress: ({ loaded }) => setUpload({ step: "sending", share: Math.min(1, loaded / file.size) }),
          });
          return sent?.serverData.stored === true;
        } catch (error) {
          if (!isKeyTaken(error) || attempt + 1 === NAMES) throw error;
          return send(attempt + 1);
        }
      };
      if (!(await send(0))) throw new VoiceProblem("unreadable");
      setUpload({ step: "idle" });
      onSent();
    } catch (error) {
      if (signal.aborted || !shown.current) return;
      if (error instanceof VoiceProblem) return setUpload({ step: "failed", problem: error.problem });
      setUpload({ step: "failed", problem: "network", message: toApiError(error).message });
    }
  };
  return { upload, start };
}
