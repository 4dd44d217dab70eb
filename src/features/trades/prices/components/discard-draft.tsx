"use client";

import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { useAsked } from "@/trpc/use-error";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";
import type { Workspace } from "../../components/workspace-frame";
import { settingsHref } from "../../hrefs";
import type { PricesDto } from "../dto";

/** Throws a draft away, after asking. */
export function DiscardDraft({ workspace: { uid: workspaceId }, prices }: { workspace: Workspace; prices: PricesDto }) {
  const t = useTranslations("trades.prices");
  const editing = useTranslations("editing.delete");
  const asked = useAsked();
  const router = useRouter();
  const utils = trpc.useUtils();
  const about = { workspaceId, uid: prices.uid };
  const discard = trpc.trades.prices.discard.useMutation({
    onSuccess: (data) => {
      notify("success", editing("done"));
      utils.trades.prices.lists.setData({ workspaceId }, data);
      router.replace(settingsHref(workspaceId, "pricing-setup"));
    },
    onError: () => void utils.trades.prices.view.invalidate(about),
  });
  return (
    <ConfirmDelete
      phrase
      name={t("draftOf", { name: prices.list.name })}
      text={t("discardText")}
      version={prices.version}
      onDelete={(version) => discard.mutate({ ...about, version })}
      {...asked(discard)}
    />
  );
}
