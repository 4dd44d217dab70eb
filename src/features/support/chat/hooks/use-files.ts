"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { type FileProblem, sniffType } from "@/lib/file-kinds";
import { attachmentProblem, MAX_ATTACHMENTS } from "../rules";
import type { OutgoingFile } from "./outbox-store";

/** A file as it can be sent, or why not. What it says of itself must be what it is: the server looks, too. */
async function look(file: File): Promise<OutgoingFile | FileProblem> {
  const problem = attachmentProblem(file);
  if (problem) return problem;
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  if (sniffType(head) !== file.type) return "lying";
  // A copy: what was chosen may be moved or changed on the disk before the network is back.
  return { uid: crypto.randomUUID(), name: file.name, type: file.type, blob: new Blob([await file.arrayBuffer()], { type: file.type }) };
}

/** Files that somebody has chosen for a message, and in words why some of them cannot come along. */
export function useFiles() {
  const t = useTranslations("support.files");
  const format = useFormat();
  const [files, setFiles] = useState<OutgoingFile[]>([]);
  const [problems, setProblems] = useState<string[]>([]);
  const add = async (chosen: readonly File[]) => {
    const looked = await Promise.all(
      chosen.map(async (file) => ({ name: file.name, outcome: await look(file).catch(() => "unreadable" as const) })),
    );
    const good = looked.flatMap(({ outcome }) => (typeof outcome === "string" ? [] : [outcome]));
    const bad = looked.flatMap(({ name, outcome }) => (typeof outcome === "string" ? [format.labelled(name, t(outcome))] : []));
    const room = MAX_ATTACHMENTS - files.length;
    setFiles((now) => [...now, ...good].slice(0, MAX_ATTACHMENTS));
    setProblems(good.length > room ? [...bad, t("tooMany", { count: MAX_ATTACHMENTS })] : bad);
  };
  /** Takes back what was chosen for an earlier message, under new ids: the server may have dropped what it had. */
  const putBack = (earlier: readonly OutgoingFile[]) => {
    const again = earlier.map(({ name, type, blob }) => ({ uid: crypto.randomUUID(), name, type, blob }));
    setFiles((now) => [...now, ...again].slice(0, MAX_ATTACHMENTS));
    setProblems(files.length + again.length > MAX_ATTACHMENTS ? [t("tooMany", { count: MAX_ATTACHMENTS })] : []);
  };
  const remove = (uid: string) => {
    setFiles((now) => now.filter((file) => file.uid !== uid));
    setProblems([]);
  };
  /** What went with a message leaves; what was chosen meanwhile stays, with what there is to say about it. */
  const sent = (gone: readonly OutgoingFile[]) => {
    setFiles((now) => now.filter((file) => !gone.includes(file)));
    setProblems((now) => (now === problems ? [] : now));
  };
  return { files, problems, add, putBack, remove, sent };
}
