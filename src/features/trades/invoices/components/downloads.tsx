"use client";

import { ArrowDownTrayIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/trpc/client";
import { useSaveFile } from "@/trpc/use-save-file";
import { Button, ButtonLink } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import type { Workspace } from "../../components/workspace-frame";
import { settingsHref } from "../../hrefs";
import type { Invoice } from "./invoice-page";
import { ParticularsList, sayable } from "./missing-particulars";

/** An issued invoice as files: to be read by people, and by the buyer's programs. */
export function Downloads({ workspace, invoice }: { workspace: Workspace; invoice: Invoice }) {
  const t = useTranslations("trades.invoices");
  const { save, saving } = useSaveFile((format: "pdf" | "xml") =>
    api.trades.invoices[format].query({ workspaceId: workspace.uid, uid: invoice.uid }),
  );
  const [lacking, setLacking] = useState(false);
  const download = (format: "pdf" | "xml") => (format === "xml" && invoice.missing.length > 0 ? setLacking(true) : void save(format));
  return (
    <>
      {(["pdf", "xml"] as const).map((format) => (
        <Button
          key={format}
          look="outline"
          icon={<ArrowDownTrayIcon className="size-5" />}
          busy={saving === format}
          onClick={() => download(format)}
        >
          {t(format === "pdf" ? "pdf" : "xml")}
        </Button>
      ))}
      {lacking ? <Missing workspace={workspace} missing={invoice.missing} onClose={() => setLacking(false)} /> : null}
    </>
  );
}

/** What was issued stays as it is: what it lacks can only be said for the next one, and in some currencies there is none. */
function Missing({ workspace, missing, onClose }: { workspace: Workspace; missing: Invoice["missing"]; onClose: () => void }) {
  const t = useTranslations("trades.invoices");
  const [seller, buyer, lines] = (["seller", "buyer", "lines"] as const).map((part) => missing.some((one) => one.startsWith(part)));
  const never = missing.includes("currency") ? "xmlCurrency" : sayable(missing).length === 0 ? "xmlRounding" : null;
  if (never)
    return (
      <Dialog open onClose={onClose} title={t(never)}>
        <p>{t(`${never}Text`)}</p>
      </Dialog>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("xmlMissing")}
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
        <ParticularsList missing={missing} />
        {seller ? <p>{t("xmlSeller")}</p> : null}
        {buyer ? <p>{t("xmlBuyer")}</p> : null}
        {lines ? <p>{t("xmlLines")}</p> : null}
      </div>
    </Dialog>
  );
}
