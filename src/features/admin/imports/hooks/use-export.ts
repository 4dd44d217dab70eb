"use client";

import { useState } from "react";
import type { ImportFormat, ImportKind } from "@/lib/enums/imports";
import { trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { saveFile } from "@/ui/save-file";

/** Saves a kind of content as a file, or a template of one. @returns how to, and what is under way */
export function useExport(kind: ImportKind) {
  const showError = useErrorToast();
  const { client } = trpc.useUtils();
  const [busy, setBusy] = useState<ImportFormat | "template">();
  const save = async (what: ImportFormat | "template") => {
    setBusy(what);
    try {
      const file =
        what === "template"
          ? await client.admin.exports.csv.query({ kind, template: true })
          : await client.admin.exports[what].query({ kind });
      saveFile(file);
    } catch (error) {
      showError(error);
    }
    setBusy(undefined);
  };
  return { save, busy };
}
