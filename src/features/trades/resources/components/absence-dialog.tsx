"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { z } from "zod";
import { addDays, dayIn, shownAt, whileShown } from "@/lib/days";
import { ABSENCE_KINDS } from "@/lib/enums/trades";
import { api, trpc } from "@/trpc/client";
import { seenVersion, useSeenDialog } from "@/trpc/use-seen";
import { ButtonLink } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { SelectField, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import type { Workspace } from "../../components/workspace-frame";
import { workspaceHref } from "../../hrefs";
import { absenceForm } from "../schema";
import type { Absence } from "./absences";
import type { Resource } from "./resource-list";

type Values = z.infer<ReturnType<typeof absenceForm>>;

interface AbsenceDialogProps {
  workspace: Workspace;
  /** Null for a new one. */
  absence: Absence | null;
  people: Resource[];
  onClose: () => void;
}

/** Who is away, from when to when by the shop's clocks, and why. */
export function AbsenceDialog({ workspace, absence, people, onClose }: AbsenceDialogProps) {
  const t = useTranslations("trades.scheduler");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const id = useId();
  const { uid: workspaceId, timeZone } = workspace;
  const toForm = (row: Absence | null): Values => {
    const today = dayIn(new Date(), timeZone);
    return {
      resourceUid: row?.resourceUid ?? people.find(({ retired }) => !retired)?.uid ?? "",
      kind: row?.kind ?? "leave",
      from: row ? shownAt(new Date(row.startsAt), timeZone) : `${today}T00:00`,
      to: row ? shownAt(new Date(row.endsAt), timeZone) : `${addDays(today, 1)}T00:00`,
    };
  };
  // What was put in the fields here, as in an hour that clocks show twice they do not say which it is.
  const [put, setPut] = useState(absence ? [absence] : []);
  const whileOf = (shown: Pick<Values, "from" | "to">) => whileShown(shown, timeZone, put);
  const form = useZodForm<Values>(absenceForm(whileOf), toForm(absence));
  const { register, errorOf, formState } = form;
  const [met, setMet] = useState<{ bookings: number; first: string | null }>();
  const { submit, overtaken, cancel } = useSeenDialog(form, {
    row: absence,
    toForm,
    draft: (seen) => (seen ? `trades.absence.${seen.uid}.${seen.version}` : `trades.absence.new.${workspaceId}`),
    save: ({ from, to, ...values }, seen) => {
      const { startsAt, endsAt } = whileOf({ from, to });
      const time = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
      return api.trades.resources.saveAbsence.mutate({ ...values, ...time, ...seenVersion(seen), workspaceId });
    },
    onSaved: ({ meets }) => {
      if (meets.bookings > 0) setMet(meets);
      else onClose();
      return utils.trades.resources.absences.invalidate();
    },
    onOvertaken: (current) => {
      setPut([...put, current]);
      return utils.trades.resources.absences.invalidate();
    },
    onClose,
  });

  if (met)
    return (
      <Dialog open onClose={onClose} title={t("absence")}>
        <div className="grid gap-5">
          <Alert tone="warning">{t("absenceMeets", { count: met.bookings })}</Alert>
          <ButtonLink
            look="outline"
            className="justify-self-start"
            href={`${workspaceHref(workspaceId, "schedule")}${met.first ? `&day=${dayIn(new Date(met.first), timeZone)}` : ""}`}
          >
            {t("toDay")}
          </ButtonLink>
        </div>
      </Dialog>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(absence ? "absence" : "addAbsence")}
      footer={
        <DialogActions onCancel={cancel} type="submit" form={id} busy={formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      }
    >
      <form id={id} noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {overtaken ? <Alert tone="warning">{t("absenceConflict")}</Alert> : null}
        <SelectField label={t("who")} error={errorOf("resourceUid")} {...register("resourceUid")}>
          {people
            .filter(({ uid, retired }) => !retired || uid === absence?.resourceUid)
            .map(({ uid, name }) => (
              <option key={uid} value={uid}>
                {name}
              </option>
            ))}
        </SelectField>
        <SelectField label={t("why")} {...register("kind")}>
          {ABSENCE_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`absenceKinds.${kind}`)}
            </option>
          ))}
        </SelectField>
        <TextField type="datetime-local" label={t("from")} error={errorOf("from")} {...register("from")} />
        <TextField type="datetime-local" label={t("to")} error={errorOf("to")} {...register("to")} />
      </form>
    </Dialog>
  );
}
