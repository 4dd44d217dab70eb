"use client";

import { PencilSquareIcon, PlusIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button, IconButton } from "@/ui/button";
import { Badge } from "@/ui/card";
import { Row } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import type { Workspace } from "../../components/workspace-frame";
import { isNaught } from "../rules";
import { TaxDialog } from "./tax-dialog";

export type Tax = RouterOutputs["trades"]["pricing"]["taxes"]["data"]["taxes"][number];

/** What is added to what is asked for, or lies in it. */
export function Taxes({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.pricing");
  const format = useFormat();
  const query = trpc.trades.pricing.taxes.useQuery({ workspaceId: workspace.uid });
  const [asked, setAsked] = useState<Tax | "new">();
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const { taxes } = query.data.data;
  return (
    <section aria-labelledby="taxes">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="taxes" className="text-lg font-semibold">
            {t("taxes")}
          </h2>
          <p className="mt-1 max-w-prose text-ink-soft">{t("taxesLead")}</p>
        </div>
        <Button look="outline" icon={<PlusIcon className="size-5" />} onClick={() => setAsked("new")}>
          {t("addTax")}
        </Button>
      </div>
      {taxes.length === 0 ? <p className="text-ink-soft">{t("noTaxes")}</p> : null}
      <ul className="grid gap-3">
        {taxes.map((tax) => (
          <Row
            key={tax.uid}
            heading={
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                <bdi className="wrap-anywhere">{tax.name}</bdi>
                {tax.usual ? <Badge tone="primary">{t("usual")}</Badge> : null}
                {tax.retired ? <Badge>{t("retired")}</Badge> : null}
              </p>
            }
            facts={
              <>
                <span className="tabular">{format.rate(tax.rate)}</span>
                {isNaught(tax.category) ? <span>{t(`categories.${tax.category}`)}</span> : null}
              </>
            }
            actions={
              <IconButton label={t("editTax", { name: tax.name })} onClick={() => setAsked(tax)}>
                <PencilSquareIcon />
              </IconButton>
            }
          />
        ))}
      </ul>
      {asked ? <TaxDialog workspace={workspace} tax={asked === "new" ? null : asked} onClose={() => setAsked(undefined)} /> : null}
    </section>
  );
}
