"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { api, toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
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
  const form = useZodForm<PriceListFields>(priceListFields as never, toForm(list));
  const { register, errorOf, formState } = form;
  const [version, setVersion] = useState(list?.version);
  const [overtaken, setOvertaken] = useState(false);
  useFormDraft(form, list ? `trades.prices.${list.uid}.${version}` : `trades.prices.new.${workspaceId}`);
  // A press beside the dialog costs nobody what they typed: it is given up by Cancel alone.
  const cancel = () => {
    form.reset(toForm(list));
    onClose();
  };

  const submit = form.handleSubmit(async (values) => {
    setOvertaken(false);
    try {
      const about = list ? { uid: list.uid, version: version ?? list.version } : {};
      const { data } = await api.trades.prices.saveList.mutate({ ...values, ...about, workspaceId });
      form.reset(toForm(list));
      utils.trades.prices.lists.setData({ workspaceId }, { data });
      notify("success", common("saved"));
      onClose();
      await utils.trades.prices.view.invalidate();
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code !== "conflict" || !refusal.current) return form.showRefusal(refusal, common("offlineKept"));
      setOvertaken(true);
      const current = refusal.current as PriceListDto;
      setVersion(current.version);
      form.overtake(toForm(current));
      // It opens again at the version for which the draft is kept.
      void utils.trades.prices.lists.invalidate();
    }
  });

  return (
    <Dialog
      open
      onClose={onClose}
      title={list ? t("editList", { name: list.name }) : t("newList")}
      closeLabel={common("close")}
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
