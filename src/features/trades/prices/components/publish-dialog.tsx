"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import { useFormat } from "@/i18n/use-format";
import { addDays } from "@/lib/days";
import { calendarDay } from "@/lib/fields";
import { api, toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import type { PricesDto } from "../dto";
import { type PublishFields, publishFields } from "../schema";
import { EndingWarning } from "./ending-warning";

interface PublishDialogProps {
  workspace: Workspace;
  prices: PricesDto;
}

/** The button that publishes a draft, and what it asks first: from which day on it holds. */
export function PublishDialog({ workspace, prices }: PublishDialogProps) {
  const t = useTranslations("trades.prices");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button disabled={prices.items.length === 0} onClick={() => setOpen(true)}>
        {t("publish")}
      </Button>
      {open ? <Asking workspace={workspace} prices={prices} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Asking({ workspace: { uid: workspaceId }, prices, onClose }: PublishDialogProps & { onClose: () => void }) {
  const t = useTranslations("trades.prices");
  const common = useTranslations("common");
  const format = useFormat();
  const utils = trpc.useUtils();
  const id = useId();
  const { uid, today } = prices;
  const form = useZodForm<PublishFields>(publishFields, { validFrom: today, validTo: null });
  const { register, errorOf, control, formState, watch } = form;
  const [version, setVersion] = useState(prices.version);
  const [overtaken, setOvertaken] = useState(false);
  const until = useController({ control, name: "validTo" }).field;
  const first = watch("validFrom");
  const keep = (data: PricesDto) => utils.trades.prices.view.setData({ workspaceId, uid }, { data });

  const submit = form.handleSubmit(async (values) => {
    setOvertaken(false);
    try {
      const { data } = await api.trades.prices.publish.mutate({ ...values, workspaceId, uid, version });
      keep(data);
      notify("success", t("published"));
      onClose();
      await utils.trades.prices.invalidate();
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code !== "conflict" || !refusal.current) return form.showRefusal(refusal, common("offline"));
      const current = refusal.current as PricesDto;
      setOvertaken(true);
      setVersion(current.version);
      keep(current);
    }
  });

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("publishTitle")}
      footer={
        <DialogActions onCancel={onClose} type="submit" form={id} busy={formState.isSubmitting}>
          {t("publish")}
        </DialogActions>
      }
    >
      <form id={id} noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        <p className="text-ink-soft">{t("publishText")}</p>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {overtaken ? <Alert tone="warning">{t("publishConflict")}</Alert> : null}
        <TextField
          type="date"
          label={t("firstDay")}
          help={calendarDay.safeParse(first).success ? t("endsBefore", { day: format.day(addDays(first, -1)) }) : undefined}
          error={errorOf("validFrom")}
          {...register("validFrom")}
        />
        <TextField
          type="date"
          label={t("lastDay")}
          help={t("lastDayHelp")}
          error={errorOf("validTo")}
          name={until.name}
          ref={until.ref}
          value={until.value ?? ""}
          onChange={({ target }) => until.onChange(target.value || null)}
        />
        {until.value && publishFields.safeParse({ validFrom: first, validTo: until.value }).success ? (
          <EndingWarning workspaceId={workspaceId} prices={prices} lastDay={until.value} />
        ) : null}
      </form>
    </Dialog>
  );
}
