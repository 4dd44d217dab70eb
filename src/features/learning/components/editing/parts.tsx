"use client";

import { useTranslations } from "next-intl";
import { Refused as RefusedToAll } from "@/trpc/refused";

/** Why there is nothing to edit. @param level 1 where it is all that the page holds */
export function Refused({
  query,
  superOnly = false,
  level = 1,
}: {
  query: { error: unknown; refetch: () => unknown };
  superOnly?: boolean;
  level?: 1 | 2;
}) {
  const t = useTranslations("learning.editing");
  return <RefusedToAll query={query} level={level} title={superOnly ? t("superOnly") : undefined} />;
}
