"use client";

import { DocumentPlusIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { api, trpc } from "@/trpc/client";
import { isMissing, isNowhere, LoadFailed } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { FileExport } from "../../components/file-import";
import { SettingsFrame } from "../../components/settings-frame";
import type { Workspace } from "../../components/workspace-frame";
import { settingsHref } from "../../hrefs";
import { PriceFileImport } from "../../price-files/components/price-file-import";
import { useNextVersion } from "../hooks/use-next-version";
import { validityOn } from "../rules";
import { DiscardDraft } from "./discard-draft";
import { PdfMenu } from "./pdf-menu";
import { PriceTable } from "./price-table";
import { PublishDialog } from "./publish-dialog";
import { HoldingBadge, VersionDays } from "./version-line";

/** One version of a price list: a draft to work on, or what was published, to read. */
export function PricesPage() {
  const t = useTranslations("trades.prices");
  const uid = useSearchParams().get("uid") ?? "";
  return (
    <SettingsFrame page="pricing-setup">
      {(workspace) => (
        <>
          <BackLink href={settingsHref(workspace.uid, "pricing-setup")} text={t("back")} />
          <Version key={uid} workspace={workspace} uid={uid} />
        </>
      )}
    </SettingsFrame>
  );
}

function Version({ workspace, uid }: { workspace: Workspace; uid: string }) {
  const t = useTranslations("trades.prices");
  const files = useTranslations("trades.priceFiles");
  const format = useFormat();
  const next = useNextVersion(workspace);
  const about = { workspaceId: workspace.uid, uid };
  const query = trpc.trades.prices.view.useQuery(about);
  if (isNowhere(query))
    return (
      <Notice tone="danger" title={t("gone")}>
        <ButtonLink href={settingsHref(workspace.uid, "pricing-setup")} look="outline">
          {t("back")}
        </ButtonLink>
      </Notice>
    );
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const prices = query.data.data;
  const draft = prices.state === "draft";
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1.5">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl font-bold">
            <bdi className="wrap-anywhere">{prices.list.name}</bdi>
            <HoldingBadge holding={validityOn(prices, prices.today)} />
          </h2>
          <p className="flex flex-wrap gap-x-4 text-ink-soft">
            <span>{t("version", { number: format.reference(prices.number) })}</span>
            <VersionDays version={prices} />
          </p>
          <p className="max-w-prose text-ink-soft">{t(draft ? "draftLead" : "publishedLead")}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {draft ? (
            <>
              <PublishDialog workspace={workspace} prices={prices} />
              <DiscardDraft workspace={workspace} prices={prices} />
            </>
          ) : (
            <Button look="outline" icon={<DocumentPlusIcon className="size-5" />} busy={next.busy} onClick={() => next.prepare(uid)}>
              {t("prepareNext")}
            </Button>
          )}
          <PdfMenu workspace={workspace} prices={prices} />
        </div>
      </header>
      <PriceTable workspace={workspace} prices={prices} />
      <div className="grid max-w-4xl gap-6">
        {draft ? <PriceFileImport workspace={workspace} prices={prices} /> : null}
        <FileExport
          lead={files("exportLead")}
          name="prices.csv"
          load={async () => (await api.trades.priceFiles.export.query(about)).data.text}
        />
      </div>
    </div>
  );
}
