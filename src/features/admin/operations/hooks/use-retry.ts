"use client";

import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { useActing } from "@/trpc/use-acting";

/** What was asked for is under way within seconds: then the lists are asked again. */
const SOON_MS = 4000;

/** A bulk action of a table of failures: it asks for another try of what is chosen and says so. */
export function useRetry<Row>(label: string, ask: (rows: Row[]) => Promise<{ data: { asked: number } }>) {
  const t = useTranslations("admin.operations");
  const utils = trpc.useUtils();
  const refresh = () => utils.admin.invalidate();
  const act = useActing(refresh);
  const run = async (rows: Row[]) => {
    const data = await act(ask(rows));
    if (!data) return null;
    setTimeout(() => void refresh(), SOON_MS);
    return { done: t("asked", { count: data.asked }) };
  };
  return [{ id: "retry", label, run }];
}
