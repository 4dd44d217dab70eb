"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { Badge } from "@/ui/card";
import type { Workspace } from "../../components/workspace-frame";
import { pricesHref } from "../../hrefs";
import type { PriceVersionDto } from "../dto";
import { type Validity, validityOn } from "../rules";

const TONES = { draft: "warning", coming: "info", now: "success", past: "neutral" } as const;

type Days = Pick<PriceVersionDto, "state" | "validFrom" | "validTo">;

export function HoldingBadge({ holding }: { holding: Validity }) {
  const t = useTranslations("trades.prices.holding");
  return <Badge tone={TONES[holding]}>{t(holding)}</Badge>;
}

/** From which day to which a version holds; a draft holds on none. */
export function VersionDays({ version: { state, validFrom, validTo } }: { version: Days }) {
  const t = useTranslations("trades.prices");
  const format = useFormat();
  if (state === "draft") return null;
  const from = format.day(validFrom);
  return <span>{validTo ? t("fromTo", { from, to: format.day(validTo) }) : t("fromOn", { from })}</span>;
}

/** A version among others of its list. */
export function VersionLine({ workspace, version, today }: { workspace: Workspace; version: PriceVersionDto; today: string }) {
  const t = useTranslations("trades.prices");
  const format = useFormat();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link
        href={pricesHref(workspace.uid, version.uid)}
        className="inline-flex min-h-11 items-center rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
      >
        {t("version", { number: format.reference(version.number) })}
      </Link>
      <HoldingBadge holding={validityOn(version, today)} />
      <span className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
        <VersionDays version={version} />
        <span>{t("items", { count: version.items })}</span>
      </span>
    </li>
  );
}
