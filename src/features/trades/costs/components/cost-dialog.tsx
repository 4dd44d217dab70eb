"use client";

import { useTranslations } from "next-intl";
import { dayIn } from "@/lib/days";
import { minorDigits } from "@/lib/money";
import { api, trpc } from "@/trpc/client";
import { seenVersion, useSeenDialog } from "@/trpc/use-seen";
import { Alert } from "@/ui/card";
import { DecimalControl } from "@/ui/decimal-control";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { SelectField, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import type { Workspace } from "../../components/workspace-frame";
import type { CostDto } from "../dto";
import { COST, HAND_KINDS, type HandKind } from "../rules";
import { type CostFields, costFields } from "../schema";

const toForm = (cost: CostDto | null, today: string): Partial<CostFields> => ({
  kind: (cost?.kind as HandKind | undefined) ?? "labour",
  day: cost?.day ?? today,
  text: cost?.text ?? "",
  quantity: cost?.quantity ?? 1000,
  amount: cost?.amount,
});

interface CostDialogProps {
  workspace: Workspace;
  jobUid: string;
  cost: CostDto | null;
  onClose: () => void;
}

/** What a job cost beside its material. */
export function CostDialog({ workspace, jobUid, cost, onClose }: CostDialogProps) {
  const t = useTranslations("trades.costs");
  const kinds = useTranslations("trades.costs.kinds");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const today = dayIn(new Date(), workspace.timeZone);
  const form = useZodForm<CostFields>(costFields, toForm(cost, today) as CostFields);
  const { register, errorOf, control, formState, watch } = form;
  const { submit, overtaken, cancel } = useSeenDialog(form, {
    row: cost,
    toForm: (row) => toForm(row, today) as CostFields,
    draft: (seen) => (seen ? `trades.cost.${seen.uid}.${seen.version}` : `trades.cost.new.${jobUid}`),
    save: (values, seen) => api.trades.costs.save.mutate({ ...values, ...seenVersion(seen), workspaceId: workspace.uid, jobUid }),
    onSaved: () => {
      onClose();
      return utils.trades.invalidate();
    },
    onOvertaken: () => utils.trades.costs.invalidate(),
    onClose,
  });
  const digits = minorDigits(workspace.currency);
  return (
    <Dialog open onClose={onClose} title={t(cost ? "edit" : "add")}>
      <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        <SelectField label={t("kind")} help={t("kindHelp")} error={errorOf("kind")} {...register("kind")}>
          {HAND_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {kinds(kind)}
            </option>
          ))}
        </SelectField>
        <TextField label={t("text")} dir="auto" autoComplete="off" maxLength={COST.text} error={errorOf("text")} {...register("text")} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField type="date" label={t("day")} error={errorOf("day")} {...register("day")} />
          <DecimalControl
            control={control}
            name="quantity"
            label={t(watch("kind") === "labour" ? "hoursTitle" : "quantity")}
            digits={3}
            error={errorOf("quantity")}
          />
        </div>
        <DecimalControl
          control={control}
          name="amount"
          label={t("amount")}
          help={t("amountHelp")}
          digits={digits}
          least={digits}
          unit={workspace.currency}
          error={errorOf("amount")}
        />
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {overtaken ? <Alert tone="warning">{t("conflict")}</Alert> : null}
        <DialogActions onCancel={cancel} type="submit" busy={formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      </form>
    </Dialog>
  );
}
