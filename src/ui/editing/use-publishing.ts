"use client";

import { useTranslations } from "next-intl";
import { bothWays, type Turn } from "./both-ways";

/** Shows what is chosen to people, or takes it back. */
export function usePublishing(turn: Turn) {
  const t = useTranslations("editing.state");
  return bothWays(
    {
      on: { id: "publish", label: t("publish"), done: (count) => t("turned", { count, state: "published" }) },
      off: { id: "takeBack", label: t("takeBack"), done: (count) => t("turned", { count, state: "draft" }) },
    },
    turn,
  );
}
