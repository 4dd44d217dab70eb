"use client";

import { ArrowDownTrayIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api, toApiError } from "@/trpc/client";
import { Button, ButtonLink } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { saveFile } from "@/ui/save-file";
import { notify } from "@/ui/toast";
import { settingsHref } from "../../components/places";
import type { Workspace } from "../../components/workspace-frame";
import type { Invoice } from "./invoice-page";

/** What the standard for electronic invoices asks for and may not have been said. */
const PARTICULARS = ["seller.name", "seller.country", "seller.taxNumber", "buyer.name", "buyer.country", "buyer.taxNumber"] as const;
type Particular = (typeof PARTICULARS)[number];

/** An issued invoice as files: to be read by people, and by the buyer's programs. */
export function Downloads({ workspace, invoice }: { workspace: Workspace; invoice: Invoice }) {
  const t = useTranslations("trades.invoices");
  const common = useTranslations("common");
  const [making, setMaking] = useState<"pdf" | "xml">();
  const [missing, setMissing] = useState<Particular[]>([]);
  const download = async (format: "pdf" | "xml") => {
    setMaking(format);
    try {
      saveFile(await api.trades.invoices[format].query({ workspaceId: workspace.uid, uid: invoice.uid }));
    } catch (error) {
      const { message, issues } = toApiError(error);
      const paths = issues.map(({ path }) => path.join("."));
      const particulars = PARTICULARS.filter((one) => paths.includes(one));
      if (particulars.length > 0) setMissing(particulars);
      else notify("error", message ?? common("offline"));
    } finally {
      setMaking(undefined);
    }
  };
  return (
    <>
      {(["pdf", "xml"] as const).map((format) => (
        <Button
          key={format}
          look="outline"
          icon={<ArrowDownTrayIcon className="size-5" />}
          busy={making === format}
          onClick={() => void download(format)}
        >
          {t(format === "pdf" ? "pdf" : "xml")}
        </Button>
      ))}
      {missing.length > 0 ? <Missing workspace={workspace} missing={missing} onClose={() => setMissing([])} /> : null}
    </>
  );
}

/** What was issued stays as it is: what it lacks can only be said for the next one. */
function Missing({ workspace, missing, onClose }: { workspace: Workspace; missing: readonly Particular[]; onClose: () => void }) {
  const t = useTranslations("trades.invoices");
  const particulars = useTranslations("trades.invoices.particulars");
  const common = useTranslations("common");
  const [seller, buyer] = (["seller", "buyer"] as const).map((who) => missing.some((one) => one.startsWith(who)));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("xmlMissing")}
      closeLabel={common("close")}
      footer={
        seller ? (
          <ButtonLink href={settingsHref(workspace.uid, "pricing-setup")} look="outline">
            {t("toPricing")}
          </ButtonLink>
        ) : undefined
      }
    >
      <div className="grid gap-4">
        <p>{t("xmlMissingText")}</p>
        <ul className="list-disc ps-5 font-medium text-ink">
          {missing.map((one) => (
            <li key={one}>{particulars(one)}</li>
          ))}
        </ul>
        {seller ? <p>{t("xmlSeller")}</p> : null}
        {buyer ? <p>{t("xmlBuyer")}</p> : null}
      </div>
    </Dialog>
  );
}
