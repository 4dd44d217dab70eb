"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { useController } from "react-hook-form";
import { TAX_CATEGORIES, type TaxCategory } from "@/lib/enums/trades-pricing";
import { api, trpc } from "@/trpc/client";
import { seenVersion, useSeenDialog } from "@/trpc/use-seen";
import { Alert } from "@/ui/card";
import { PercentControl } from "@/ui/decimal-control";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { SelectField, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { UsualFields } from "../../components/usual-fields";
import type { Workspace } from "../../components/workspace-frame";
import { isNaught, TAX } from "../rules";
import { type TaxFields, taxFields } from "../schema";
import type { Tax } from "./taxes";

/** A rate that nobody has said yet is none. */
type Values = Omit<TaxFields, "rate"> & { rate: number | null };

const toForm = (tax: Tax | null): Values => ({
  name: tax?.name ?? "",
  rate: tax?.rate ?? null,
  category: tax?.category ?? "S",
  usual: tax?.usual ?? false,
  retired: tax?.retired ?? false,
});

interface TaxDialogProps {
  workspace: Workspace;
  /** Null for a new one. */
  tax: Tax | null;
  onClose: () => void;
}

/** What a tax is called, how much it is, and how invoices are to treat it. */
export function TaxDialog({ workspace, tax, onClose }: TaxDialogProps) {
  const t = useTranslations("trades.pricing");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const id = useId();
  const workspaceId = workspace.uid;
  const form = useZodForm<Values>(taxFields, toForm(tax));
  const { register, errorOf, control, setValue, formState } = form;
  const { submit, overtaken, cancel } = useSeenDialog(form, {
    row: tax,
    toForm,
    draft: (seen) => (seen ? `trades.tax.${seen.uid}.${seen.version}` : `trades.tax.new.${workspaceId}`),
    save: (values, seen) => api.trades.pricing.saveTax.mutate({ ...taxFields.parse(values), ...seenVersion(seen), workspaceId }),
    onSaved: (data) => {
      utils.trades.pricing.taxes.setData({ workspaceId }, { data });
      onClose();
    },
    onOvertaken: () => utils.trades.pricing.taxes.invalidate(),
    onClose,
  });
  const category = useController({ control, name: "category" }).field;

  return (
    <Dialog
      open
      onClose={onClose}
      title={tax ? t("editTax", { name: tax.name }) : t("addTax")}
      footer={
        <DialogActions onCancel={cancel} type="submit" form={id} busy={formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      }
    >
      <form id={id} noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {overtaken ? <Alert tone="warning">{t("taxConflict")}</Alert> : null}
        <TextField
          label={t("taxName")}
          help={t("taxNameHelp")}
          dir="auto"
          autoComplete="off"
          maxLength={TAX.name}
          error={errorOf("name")}
          {...register("name")}
        />
        <SelectField
          label={t("category")}
          help={t(`categoryHelp.${category.value}`)}
          error={errorOf("category")}
          name={category.name}
          value={category.value}
          onChange={({ target }) => {
            category.onChange(target.value);
            // Only the standard kind takes anything.
            if (isNaught(target.value as TaxCategory)) setValue("rate", 0, { shouldDirty: true, shouldValidate: formState.isSubmitted });
          }}
        >
          {TAX_CATEGORIES.map((one) => (
            <option key={one} value={one}>
              {t(`categories.${one}`)}
            </option>
          ))}
        </SelectField>
        {isNaught(category.value) ? null : <PercentControl control={control} name="rate" label={t("rate")} error={errorOf("rate")} />}
        <UsualFields
          known={tax}
          usual={register("usual")}
          retired={register("retired")}
          error={errorOf("retired")}
          words={{ usual: t("makeUsual"), retired: t("retire"), stays: t("usualTaxStays") }}
        />
      </form>
    </Dialog>
  );
}
