"use client";

import { useTranslations } from "next-intl";
import type { InvoiceKind, InvoiceStanding } from "@/lib/enums/trades-invoices";
import { Badge } from "@/ui/card";

const TONES = {
  draft: "neutral",
  issued: "info",
  part_paid: "primary",
  paid: "success",
  credited: "neutral",
  overdue: "danger",
} as const satisfies Record<InvoiceStanding, string>;

/** How an invoice's standing is called: nobody pays a credit, so that one is never called paid. */
export function useStandingWords() {
  const t = useTranslations("trades.invoices.standings");
  return ({ kind, standing }: { kind: InvoiceKind; standing: InvoiceStanding }) =>
    kind === "credit" && standing === "paid" ? t("given") : t(standing);
}

export function InvoiceStandingBadge({ kind, standing }: { kind: InvoiceKind; standing: InvoiceStanding }) {
  const wordOf = useStandingWords();
  return <Badge tone={kind === "credit" && standing === "paid" ? "neutral" : TONES[standing]}>{wordOf({ kind, standing })}</Badge>;
}
