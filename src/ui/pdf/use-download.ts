"use client";

import { useTranslations } from "next-intl";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useState } from "react";
import { saveBlob } from "@/ui/save-file";
import { notify } from "@/ui/toast";

/** A name as file systems take it: what some of them refuse, a title's colon for one, becomes a dash. */
const fileName = (name: string): string =>
  name
    .replaceAll(/[\\/:*?"<>|]+/g, " – ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Saves the file as it came: its bytes are here already, or come now, and its address may name it otherwise. */
export function useDownload(pdf: PDFDocumentProxy, name: string) {
  const t = useTranslations("documents.viewer");
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const bytes = await pdf.getData();
      saveBlob(`${fileName(name)}.pdf`, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/pdf" }));
    } catch {
      notify("error", t("downloadFailed"));
    }
    setSaving(false);
  };
  return { saving, save: () => void save() };
}
