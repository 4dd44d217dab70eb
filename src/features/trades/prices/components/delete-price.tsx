"use client";

import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { useAsked } from "@/trpc/use-error";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import type { PriceItemDto, PricesDto } from "../dto";

interface DeletePriceProps {
  workspace: Workspace;
  prices: PricesDto;
  item: PriceItemDto;
}

/** Takes a price out of a draft, after asking. */
export function DeletePrice({ workspace: { uid: workspaceId }, prices: { uid, version }, item }: DeletePriceProps) {
  const t = useTranslations("trades.prices");
  const editing = useTranslations("editing.delete");
  const asked = useAsked();
  const utils = trpc.useUtils();
  const about = { workspaceId, uid };
  const remove = trpc.trades.prices.deleteItem.useMutation({
    onSuccess: (data) => {
      notify("success", editing("done"));
      utils.trades.prices.view.setData(about, data);
      void utils.trades.prices.lists.invalidate();
    },
    onError: () => void utils.trades.prices.view.invalidate(about),
  });
  return (
    <ConfirmDelete
      name={item.name}
      text={t("deleteText")}
      version={version}
      onDelete={(seen) => remove.mutate({ ...about, version: seen, itemUid: item.uid })}
      {...asked(remove)}
    />
  );
}
