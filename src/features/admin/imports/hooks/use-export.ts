"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ImportFormat, ImportKind } from "@/lib/enums/imports";
import { toApiError, trpc } from "@/trpc/client";
import { saveFile } from "@/ui/save-file";
import { notify } from "@/ui/toast";

/** Saves a kind of content as a file, or a template of one. @returns how to, and what is under way */
export function useExport(kind: ImportKind) {
  const common = useTranslations("common");
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
      notify("error", toApiError(error).message ?? common("offline"));
    }
    setBusy(undefined);
  };
  return { save, busy };
}
