"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import type { LineTax } from "@/lib/pricing/documents";
import { trpc } from "@/trpc/client";
import type { Workspace } from "../../components/workspace-frame";
import { usualTax } from "../../pricing/rules";

/** What tells one tax from another, as it is copied into a line. */
export const taxKey = ({ name, rate, category }: LineTax): string => `${category} ${rate} ${name}`;

/** The taxes that lines can have: the shop's, of which one is the usual, and how each is called. */
export function useTaxes(workspace: Workspace) {
  const t = useTranslations("trades.document");
  const format = useFormat();
  const query = trpc.trades.pricing.taxes.useQuery({ workspaceId: workspace.uid });
  const kept = (query.data?.data.taxes ?? []).filter(({ retired }) => !retired);
  const copied = ({ name, rate, category }: LineTax): LineTax => ({ name, rate, category });
  const taxes = kept.map(copied);
  return {
    query,
    /** Nothing as long as that is not known: a line keeps what it begins with. */
    usual: query.data && usualTax(kept),
    /** With the one that a line has already, which the shop may have given up since. */
    offered: (own: LineTax): LineTax[] => (taxes.some((tax) => taxKey(tax) === taxKey(own)) ? taxes : [...taxes, own]),
    wordOf: ({ name, rate, category }: LineTax): string =>
      category === "S" ? t("tax", { name: name || t("taxName"), of: format.rate(rate) }) : name || t(`categories.${category}`),
  };
}
export type Taxes = ReturnType<typeof useTaxes>;
