"use client";

import type { ImportFormat, ImportKind } from "@/lib/enums/imports";
import { api } from "@/trpc/client";
import { useSaveFile } from "@/trpc/use-save-file";

/** Saves a kind of content as a file, or a template of one. */
export const useExport = (kind: ImportKind) =>
  useSaveFile((what: ImportFormat | "template") =>
    what === "template" ? api.admin.exports.csv.query({ kind, template: true }) : api.admin.exports[what].query({ kind }),
  );
