"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { Badge } from "@/ui/card";
import { Joined } from "@/ui/joined";
import type { EntryBriefDto } from "../dto";

/** What became of a form that was begun. */
export function EntryState({ state }: Pick<EntryBriefDto, "state">) {
  const t = useTranslations("trades.entries.states");
  return <Badge tone={state === "submitted" ? "success" : "warning"}>{t(state)}</Badge>;
}

/** By whom, and when. */
export function EntryBy({ by, submittedAt, createdAt }: Pick<EntryBriefDto, "by" | "submittedAt" | "createdAt">) {
  const trades = useTranslations("trades");
  const format = useFormat();
  const at = submittedAt ?? createdAt;
  return (
    <span>
      <Joined>
        {by ?? trades("left")}
        <time dateTime={at}>{format.dateTime(at)}</time>
      </Joined>
    </span>
  );
}
