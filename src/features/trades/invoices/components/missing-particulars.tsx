"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Alert } from "@/ui/card";
import type { Workspace } from "../../components/workspace-frame";
import { settingsHref } from "../../hrefs";
import type { Invoice } from "./invoice-page";

/** What can still be said: of its currency, and of how its taxes are rounded, nothing can. */
export const sayable = (missing: Invoice["missing"]) => missing.filter((one) => one !== "currency" && one !== "rounding");

/** What a draft lacks to be an electronic invoice: told while it can still be said. Where its currency has none at all, nothing would help. */
export function MissingParticulars({ workspace, invoice: { missing } }: { workspace: Workspace; invoice: Invoice }) {
  const t = useTranslations("trades.invoices");
  if (sayable(missing).length === 0 || missing.includes("currency")) return null;
  return (
    <Alert tone="warning">
      <p>{t("draftMissing")}</p>
      <ParticularsList missing={missing} />
      {missing.some((one) => one.startsWith("seller")) ? (
        <Link href={settingsHref(workspace.uid, "pricing-setup")} className="font-medium text-primary-text underline">
          {t("toPricing")}
        </Link>
      ) : null}
    </Alert>
  );
}

/** The same as a list of what they are. */
export function ParticularsList({ missing }: { missing: Invoice["missing"] }) {
  const t = useTranslations("trades.invoices.particulars");
  return (
    <ul className="list-disc ps-5 font-medium text-ink">
      {sayable(missing).map((one) => (
        <li key={one}>{t(one)}</li>
      ))}
    </ul>
  );
}
