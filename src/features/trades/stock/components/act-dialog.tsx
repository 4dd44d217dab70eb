"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { minorDigits } from "@/lib/money";
import { api, toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { DecimalControl } from "@/ui/decimal-control";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { useDialogDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { JobField } from "../../schedule/components/job-field";
import { useAmounts } from "../hooks/use-amounts";
import { freeOf, STOCK } from "../rules";
import { issueForm, loseForm, receiveForm, reserveForm } from "../schema";
import type { StockItem } from "./items-page";

export const STOCK_ACTS = ["receive", "reserve", "issue", "giveBack", "lose"] as const;
export type StockAct = (typeof STOCK_ACTS)[number];

const FORMS = { receive: receiveForm, reserve: reserveForm, issue: issueForm, giveBack: issueForm, lose: loseForm };

/** What each of them asks for; what it does not ask for is not there. */
interface Values {
  quantity: number;
  note: string;
  value?: number;
  jobUid?: string | null;
}

const NOTHING = undefined as unknown as number;
const toForm = (act: StockAct, job: string | null): Values => ({
  quantity: NOTHING,
  note: "",
  ...(act === "receive" ? { value: NOTHING } : {}),
  ...(act === "receive" || act === "lose" ? {} : { jobUid: job }),
});

function send(act: StockAct, workspaceId: string, uid: string, { value = 0, jobUid, ...rest }: Values): Promise<unknown> {
  const about = { workspaceId, uid, ...rest };
  const job = jobUid ?? "";
  switch (act) {
    case "receive":
      return api.trades.stock.receive.mutate({ ...about, value });
    case "reserve":
      return api.trades.reservations.save.mutate({ workspaceId, itemUid: uid, ...rest, jobUid: jobUid ?? null });
    case "issue":
      return api.trades.stock.issue.mutate({ ...about, jobUid: job });
    case "giveBack":
      return api.trades.stock.giveBack.mutate({ ...about, jobUid: job });
    case "lose":
      return api.trades.stock.lose.mutate(about);
  }
}

interface ActDialogProps {
  workspace: Workspace;
  item: StockItem;
  act: StockAct;
  /** The job that it is about, where that is known. */
  job?: string | null;
  onClose: () => void;
}

/** What is done with some of an item: so much of it, for which job, and what it cost. */
export function ActDialog({ workspace, item, act, job = null, onClose }: ActDialogProps) {
  const t = useTranslations("trades.stock");
  const acts = useTranslations("trades.stock.acts");
  const titles = useTranslations("trades.stock.actTitles");
  const units = useTranslations("trades.stock.units");
  const common = useTranslations("common");
  const validation = useTranslations("validation");
  const amountOf = useAmounts();
  const utils = trpc.useUtils();
  const id = useId();
  const form = useZodForm<Values>(FORMS[act], toForm(act, job));
  const { close, leave } = useDialogDraft(form, `trades.stock.${act}.${item.uid}.${job ?? ""}`, onClose);
  const { register, errorOf, control, formState, setValue, watch } = form;
  const jobUid = watch("jobUid");
  const submit = form.handleSubmit(async (values) => {
    try {
      await send(act, workspace.uid, item.uid, values);
      notify("success", common("saved"));
      close();
    } catch (error) {
      form.showRefusal(toApiError(error), common("offline"));
    } finally {
      await Promise.all([utils.trades.stock.invalidate(), utils.trades.reservations.invalidate()]);
    }
  });
  const digits = minorDigits(workspace.currency);
  return (
    <Dialog
      open
      onClose={leave}
      title={titles(act, { name: item.name })}
      footer={
        <DialogActions onCancel={close} type="submit" form={id} busy={formState.isSubmitting}>
          {acts(act)}
        </DialogActions>
      }
    >
      <form id={id} noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <DecimalControl
          control={control}
          name="quantity"
          digits={3}
          unit={units(item.unit)}
          label={t("quantity")}
          help={act === "receive" || act === "giveBack" ? undefined : t("freeNow", { amount: amountOf(freeOf(item), item.unit) })}
          error={errorOf("quantity")}
        />
        {act === "receive" ? (
          <DecimalControl
            control={control}
            name="value"
            digits={digits}
            least={digits}
            unit={workspace.currency}
            label={t("paid")}
            help={t("paidHelp")}
            error={errorOf("value")}
          />
        ) : null}
        {jobUid === undefined ? null : (
          <JobField
            workspace={workspace}
            value={jobUid}
            known={null}
            onChange={(next) => setValue("jobUid", next, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
            error={errorOf("jobUid") ? validation("required") : undefined}
          />
        )}
        <TextField
          label={t("note")}
          help={act === "reserve" ? t("reserveNoteHelp") : undefined}
          dir="auto"
          autoComplete="off"
          maxLength={STOCK.note}
          error={errorOf("note")}
          {...register("note")}
        />
      </form>
    </Dialog>
  );
}
