"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { api, trpc } from "@/trpc/client";
import { seenVersion, useSeenDialog } from "@/trpc/use-seen";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { UsualFields } from "../../components/usual-fields";
import type { Workspace } from "../../components/workspace-frame";
import type { PriceListDto } from "../dto";
import { PRICE } from "../rules";
import { type PriceListFields, priceListFields } from "../schema";

const toForm = (list: PriceListDto | null): PriceListFields => ({
  name: list?.name ?? "",
  usual: list?.usual ?? false,
  retired: list?.retired ?? false,
});

interface ListDialogProps {
  workspace: Workspace;
  /** Null for a new one. */
  list: PriceListDto | null;
  onClose: () => void;
}

/** What a price list is called, and for whom it is. */
export function ListDialog({ workspace, list, onClose }: ListDialogProps) {
  const t = useTranslations("trades.prices");
  const pricing = useTranslations("trades.pricing");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const id = useId();
  const workspaceId = workspace.uid;
  const form = useZodForm<PriceListFields>(priceListFields, toForm(list));
  const { register, errorOf, formState } = form;
  const { submit, overtaken, cancel } = useSeenDialog(form, {
    row: list,
    toForm,
    draft: (seen) => (seen ? `trades.prices.${seen.uid}.${seen.version}` : `trades.prices.new.${workspaceId}`),
    save: (values, seen) => api.trades.prices.saveList.mutate({ ...values, ...seenVersion(seen), workspaceId }),
    onSaved: (data) => {
      utils.trades.prices.lists.setData({ workspaceId }, { data });
      onClose();
      return utils.trades.prices.view.invalidate();
    },
    onOvertaken: () => utils.trades.prices.lists.invalidate(),
    onClose,
  });

  return (
    <Dialog
      open
      onClose={onClose}
      title={list ? t("editList", { name: list.name }) : t("newList")}
      footer={
        <DialogActions onCancel={cancel} type="submit" form={id} busy={formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      }
    >
      <form id={id} noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {overtaken ? <Alert tone="warning">{t("listConflict")}</Alert> : null}
        <TextField
          label={t("listName")}
          dir="auto"
          autoComplete="off"
          maxLength={PRICE.list}
          error={errorOf("name")}
          {...register("name")}
        />
        <UsualFields
          known={list}
          usual={register("usual")}
          retired={register("retired")}
          error={errorOf("retired")}
          words={{ usual: t("makeUsual"), retired: pricing("retire"), stays: t("usualListStays") }}
        />
      </form>
    </Dialog>
  );
}
