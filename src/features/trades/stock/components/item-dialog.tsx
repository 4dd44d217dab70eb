"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { STOCK_UNITS } from "@/lib/enums/trades-stock";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { seenVersion, useSeenDialog } from "@/trpc/use-seen";
import { Alert } from "@/ui/card";
import { Checkbox } from "@/ui/checkboxes";
import { DecimalControl } from "@/ui/decimal-control";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { SelectField, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import type { Workspace } from "../../components/workspace-frame";
import { STOCK } from "../rules";
import { type StockFields, stockFields } from "../schema";

type StockItem = RouterOutputs["trades"]["stock"]["view"]["data"];

const toForm = (item: StockItem | null): StockFields => ({
  code: item?.code ?? "",
  name: item?.name ?? "",
  unit: item?.unit ?? "piece",
  bin: item?.bin ?? "",
  reorderAt: item?.reorderAt ?? 0,
  retired: item?.retired ?? false,
});

/** What an item is called, what it is counted in, where it lies and when to buy more. @param item null for a new one */
export function ItemDialog({ workspace, item, onClose }: { workspace: Workspace; item: StockItem | null; onClose: () => void }) {
  const t = useTranslations("trades.stock");
  const units = useTranslations("trades.stock.units");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const id = useId();
  const form = useZodForm<StockFields>(stockFields, toForm(item));
  const { register, errorOf, control, formState, watch } = form;
  const { submit, overtaken, cancel } = useSeenDialog(form, {
    row: item,
    toForm,
    draft: (seen) => (seen ? `trades.stock.${seen.uid}.${seen.version}` : `trades.stock.new.${workspace.uid}`),
    save: (values, seen) => api.trades.stock.save.mutate({ ...values, ...seenVersion(seen), workspaceId: workspace.uid }),
    onSaved: () => {
      onClose();
      return utils.trades.stock.invalidate();
    },
    onOvertaken: () => utils.trades.stock.invalidate(),
    onClose,
  });
  const unit = watch("unit");
  return (
    <Dialog
      open
      onClose={onClose}
      title={item ? t("editTitle", { name: item.name }) : t("new")}
      footer={
        <DialogActions onCancel={cancel} type="submit" form={id} busy={formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      }
    >
      <form id={id} noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {overtaken ? <Alert tone="warning">{t("conflict")}</Alert> : null}
        <TextField label={t("name")} dir="auto" autoComplete="off" maxLength={STOCK.name} error={errorOf("name")} {...register("name")} />
        <TextField
          label={t("code")}
          help={t("codeHelp")}
          dir="auto"
          autoComplete="off"
          maxLength={STOCK.code}
          error={errorOf("code")}
          {...register("code")}
        />
        <SelectField
          label={t("unit")}
          help={item?.unitFixed ? t("unitFixed") : undefined}
          disabled={item?.unitFixed}
          value={unit}
          onChange={({ target }) => form.setValue("unit", target.value as StockFields["unit"], { shouldDirty: true })}
        >
          {STOCK_UNITS.map((one) => (
            <option key={one} value={one}>
              {units(one)}
            </option>
          ))}
        </SelectField>
        <TextField label={t("bin")} dir="auto" autoComplete="off" maxLength={STOCK.bin} error={errorOf("bin")} {...register("bin")} />
        <DecimalControl
          control={control}
          name="reorderAt"
          empty={0}
          digits={3}
          unit={units(unit)}
          label={t("reorderAt")}
          help={t("reorderHelp")}
          error={errorOf("reorderAt")}
        />
        {item ? <Checkbox label={t("retire")} {...register("retired")} /> : null}
      </form>
    </Dialog>
  );
}
