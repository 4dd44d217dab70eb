"use client";

import { PlusIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFieldArray } from "react-hook-form";
import { useFormat } from "@/i18n/use-format";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { useSeenForm } from "@/trpc/use-seen";
import { Button, IconButton } from "@/ui/button";
import { Alert } from "@/ui/card";
import { FormButtons } from "@/ui/editing/form-buttons";
import { Section } from "@/ui/editing/parts";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { LoadingList } from "@/ui/spinner";
import { useFresh } from "@/ui/use-fresh";
import type { Workspace } from "../../components/workspace-frame";
import { MOST_HOLIDAYS, RESOURCE } from "../rules";
import { type ScheduleFields, scheduleFields } from "../schema";
import { HoursFields } from "./hours-fields";

type Settings = RouterOutputs["trades"]["resources"]["settings"]["data"];

/** When the shop works, and on which days it does not. */
export function WorkingHours({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.scheduler");
  const query = trpc.trades.resources.settings.useQuery({ workspaceId: workspace.uid });
  return (
    <Section title={t("hours")} lead={t("hoursLead")}>
      {isMissing(query) ? <LoadFailed query={query} /> : null}
      {isComing(query) ? <LoadingList /> : null}
      {query.data ? <HoursForm workspace={workspace} settings={query.data.data} /> : null}
    </Section>
  );
}

const toForm = ({ hours, holidays }: Settings): ScheduleFields => ({ hours, holidays });

function HoursForm({ workspace, settings }: { workspace: Workspace; settings: Settings }) {
  const t = useTranslations("trades.scheduler");
  const common = useTranslations("common");
  const format = useFormat();
  const utils = trpc.useUtils();
  const form = useZodForm<ScheduleFields>(scheduleFields, toForm(settings), { stays: true });
  const { register, errorOf, control, formState, watch, setValue } = form;
  const holidays = useFieldArray({ control, name: "holidays", keyName: "key" });
  const keep = (data: Settings) => utils.trades.resources.settings.setData({ workspaceId: workspace.uid }, { data });
  const { submit, overtaken, show, discard } = useSeenForm(form, {
    row: settings,
    toForm,
    draft: ({ version }) => `trades.scheduler.${workspace.uid}.${version}`,
    save: (values, { version }) => api.trades.resources.saveSettings.mutate({ ...values, workspaceId: workspace.uid, version }),
    onSaved: keep,
    onOvertaken: keep,
  });
  // What was changed elsewhere shows, as long as nothing was changed here.
  useFresh(settings, () => {
    if (!formState.isDirty) show(settings);
  });

  return (
    <form noValidate className="grid gap-6" onSubmit={submit}>
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      {overtaken ? <Alert tone="warning">{t("conflict")}</Alert> : null}
      <HoursFields label={t("week")} value={watch("hours")} onChange={(hours) => setValue("hours", hours, { shouldDirty: true })} />
      <fieldset tabIndex={-1}>
        <legend className="mb-2 text-[0.95rem] font-semibold">{t("holidays")}</legend>
        {holidays.fields.length === 0 ? <p className="mb-3 text-ink-soft">{t("noHolidays")}</p> : null}
        <div className="grid gap-4">
          {holidays.fields.map(({ key }, at) => (
            <div key={key} className="flex flex-wrap items-end gap-3">
              <div className="min-w-0 basis-40">
                <TextField type="date" label={t("day")} error={errorOf(`holidays.${at}.day`)} {...register(`holidays.${at}.day`)} />
              </div>
              <div className="min-w-0 flex-1 basis-48">
                <TextField
                  label={t("name")}
                  dir="auto"
                  autoComplete="off"
                  maxLength={RESOURCE.holiday}
                  error={errorOf(`holidays.${at}.name`)}
                  {...register(`holidays.${at}.name`)}
                />
              </div>
              <IconButton
                ref={passFocusAlong}
                label={t("removeHoliday", { number: format.number(at + 1) })}
                onClick={() => holidays.remove(at)}
              >
                <TrashIcon />
              </IconButton>
            </div>
          ))}
        </div>
        {errorOf("holidays.root" as never) ? (
          <p role="alert" className="mt-2 text-sm font-medium text-danger">
            {errorOf("holidays.root" as never)}
          </p>
        ) : null}
        {holidays.fields.length < MOST_HOLIDAYS ? (
          <Button
            look="outline"
            className="mt-4"
            icon={<PlusIcon className="size-5" />}
            onClick={() => holidays.append({ day: "", name: "" })}
          >
            {t("addHoliday")}
          </Button>
        ) : null}
      </fieldset>
      <FormButtons label={common("save")} busy={formState.isSubmitting} dirty={formState.isDirty} onDiscard={discard} />
    </form>
  );
}
