"use client";

import { useTranslations } from "next-intl";
import { api, toApiError, trpc } from "@/trpc/client";
import { FileImport } from "../../components/file-import";
import type { Workspace } from "../../components/workspace-frame";
import type { PricesDto } from "../../prices/dto";
import { MOST_ITEMS } from "../../prices/rules";
import { PRICE_COLUMNS } from "../rules";

/** Prices of a draft from a file. */
export function PriceFileImport({ workspace: { uid: workspaceId }, prices }: { workspace: Workspace; prices: PricesDto }) {
  const t = useTranslations("trades.priceFiles");
  const utils = trpc.useUtils();
  const { uid, version } = prices;
  const keep = (data: PricesDto) => utils.trades.prices.view.setData({ workspaceId, uid }, { data });
  const check = async (text: string) => (await api.trades.priceFiles.check.mutate({ workspaceId, uid, text })).data;
  const take = async (text: string, seen: string) => {
    try {
      const { data } = await api.trades.priceFiles.take.mutate({ workspaceId, uid, version, text, seen });
      keep(data.prices);
      await utils.trades.prices.lists.invalidate();
      return t("done", { added: data.added, changed: data.changed });
    } catch (error) {
      const { code } = toApiError(error);
      // The draft was changed meanwhile, or is none any more: it shows as it is now.
      if (code === "conflict" || code === "wrongState") await utils.trades.prices.view.refetch({ workspaceId, uid });
      throw error;
    }
  };
  return (
    <FileImport
      lead={t("importLead")}
      columnsText={t("columns")}
      columns={PRICE_COLUMNS}
      mostRows={MOST_ITEMS}
      wordOf={(column) => t(`fields.${column}`)}
      takeLabel={(count) => t("take", { count })}
      quiet
      outdated={t("outdated")}
      check={check}
      take={take}
    />
  );
}
