"use client";

import { useTranslations } from "next-intl";
import type { Locale } from "@/lib/locales";
import type { Column } from "@/ui/table/columns";
import { StateBadge } from "./parts";

interface Format {
  date: (iso: string) => string;
  list: (parts: string[]) => string;
  language: (locale: Locale) => string;
}

/** What every list of content says of its rows. */
export function useContentColumns(format: Format) {
  const t = useTranslations("editing");
  const published: Column<{ published: boolean }> = {
    id: "state",
    header: t("state.label"),
    cell: (row) => <StateBadge published={row.published} />,
    text: (row) => t(`state.${row.published ? "published" : "draft"}`),
  };
  const missing: Column<{ missing: Locale[] }> = {
    id: "missing",
    header: t("columns.missing"),
    cell: (row) => (row.missing.length > 0 ? format.list(row.missing.map(format.language)) : "–"),
    text: (row) => row.missing.join(" "),
  };
  const edited: Column<{ editedAt: string | null }> = {
    id: "edited",
    header: t("columns.edited"),
    cell: ({ editedAt }) => (editedAt ? format.date(editedAt) : "–"),
    text: ({ editedAt }) => editedAt,
    hidden: true,
  };
  /** Stands at the end, with what is done to one row alone. */
  const order = { id: "order", header: t("columns.order") };
  return { published, missing, edited, order };
}
