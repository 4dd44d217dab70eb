"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import type { Locale } from "@/lib/locales";
import { authorization, toApiError, trpc } from "@/trpc/client";
import { loadUploader } from "@/trpc/uploader";
import { notify } from "@/ui/toast";

const MB = 1024 ** 2;

/** What the upload routes take. A system may not know a file's type: its name's ending says it. */
export const TAKEN = {
  learningVideo: { types: { mp4: "video/mp4", webm: "video/webm" }, maxBytes: 1024 * MB },
  learningCaptions: { types: { vtt: "text/vtt" }, maxBytes: MB },
  document: { types: { pdf: "application/pdf" }, maxBytes: 32 * MB },
} satisfies Record<string, { types: Record<string, string>; maxBytes: number }>;
export type UploadRoute = keyof typeof TAKEN;

/** What a file belongs to. */
export interface Target {
  uid: string;
  language?: Locale;
}

function typeOf(route: UploadRoute, name: string): string | undefined {
  const types: Record<string, string> = TAKEN[route].types;
  return types[name.toLowerCase().split(".").at(-1) ?? ""];
}

async function send(route: UploadRoute, target: Target, file: File, signal: AbortSignal, onShare: (share: number) => void) {
  const { uploadFiles } = await loadUploader();
  // All three routes answer alike; which of them wants a language is their own matter.
  const [sent] = await uploadFiles(route as "learningCaptions", {
    files: [file],
    input: target as Required<Target>,
    signal,
    headers: () => ({ "accept-language": document.documentElement.lang, ...authorization() }),
    onUploadProgress: ({ loaded }) => onShare(Math.min(1, loaded / file.size)),
  });
  return sent?.serverData;
}

/** Sends a file to one of the learning area's routes: how far it is, a way to stop it, and in words why it was not taken. */
export function useFileUpload(route: UploadRoute, target: Target, said: string) {
  const t = useTranslations("learning.editing.upload");
  const format = useFormat();
  const utils = trpc.useUtils();
  const shown = useRef(true);
  const running = useRef<AbortController>(undefined);
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<{ text: string; again?: File }>();

  // A file that is on its way goes on when another page is opened here, but not when this one is closed.
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const sending = share !== undefined;
  useEffect(() => {
    if (!sending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [sending]);

  const refuse = (text: string, again?: File) => {
    if (shown.current) setProblem({ text, ...(again && { again }) });
    else notify("error", text);
  };

  const take = async (chosen: File) => {
    const type = typeOf(route, chosen.name);
    const { maxBytes } = TAKEN[route];
    setProblem(undefined);
    if (!type) return refuse(t(`wrongType.${route}`));
    if (chosen.size === 0) return refuse(t("empty"));
    if (chosen.size > maxBytes) return refuse(t("tooLarge", { size: format.size(chosen.size), limit: format.size(maxBytes) }));
    const stop = new AbortController();
    running.current = stop;
    setShare(0);
    try {
      const file = new File([chosen], chosen.name, { type, lastModified: chosen.lastModified });
      const outcome = await send(route, target, file, stop.signal, setShare);
      if (outcome?.taken === true) {
        notify("success", said);
        await utils.learning.invalidate();
      } else refuse(outcome ? t(`problems.${outcome.problem}`) : t("lost"), outcome ? undefined : chosen);
    } catch (error) {
      if (!stop.signal.aborted) refuse(toApiError(error).message ?? t("lost"), chosen);
    } finally {
      setShare(undefined);
    }
  };

  return { share, problem, take, stop: () => running.current?.abort() };
}
