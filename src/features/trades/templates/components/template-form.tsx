"use client";

import { ArrowDownIcon, ArrowUpIcon, PlusIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFieldArray } from "react-hook-form";
import { useFormat } from "@/i18n/use-format";
import { api, trpc } from "@/trpc/client";
import { seenVersion, useSeenDialog } from "@/trpc/use-seen";
import { Button, IconButton } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Checkbox } from "@/ui/checkboxes";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { SelectField, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { passFocusAlong } from "@/ui/pass-focus-on";
import type { Workspace } from "../../components/workspace-frame";
import type { StandardDto } from "../../tasks/dto";
import type { TemplateDto } from "../dto";
import { FARTHEST_DAY, MOST_STEPS, TEMPLATE } from "../rules";
import { type TemplateFields, templateFields } from "../schema";

const toForm = (template: TemplateDto | null, tasks: StandardDto[]): TemplateFields => ({
  name: template?.name ?? "",
  steps: template
    ? template.steps.map(({ standardUid, offsetDays, waits }) => ({ standardUid, offsetDays, waits }))
    : tasks.slice(0, MOST_STEPS).map(({ uid }) => ({ standardUid: uid, offsetDays: 0, waits: false })),
});

interface TemplateFormProps {
  workspace: Workspace;
  template: TemplateDto | null;
  /** The shop's standard tasks: a new template begins with all of them. */
  tasks: StandardDto[];
  onClose: () => void;
}

/** Which tasks a kind of job takes, in their order, and when each is due. */
export function TemplateForm({ workspace, template, tasks, onClose }: TemplateFormProps) {
  const t = useTranslations("trades.templates");
  const words = useTranslations("trades.tasks");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const workspaceId = workspace.uid;
  const form = useZodForm<TemplateFields>(templateFields, toForm(template, tasks));
  const { register, errorOf, control, formState } = form;
  const { submit, overtaken, cancel } = useSeenDialog(form, {
    row: template,
    toForm: (row) => toForm(row, tasks),
    draft: (seen) => (seen ? `trades.template.${seen.uid}.${seen.version}` : `trades.template.new.${workspaceId}`),
    save: (values, seen) => api.trades.templates.save.mutate({ ...values, ...seenVersion(seen), workspaceId }),
    onSaved: (data) => {
      utils.trades.templates.list.setData({ workspaceId }, { data });
      onClose();
    },
    onOvertaken: () => utils.trades.templates.list.invalidate(),
    onClose,
  });
  const steps = useFieldArray({ control, name: "steps" });
  const [first] = tasks;
  return (
    <Dialog open onClose={onClose} title={template ? t("edit", { name: template.name }) : t("new")}>
      <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        <TextField
          label={t("name")}
          help={t("nameHelp")}
          dir="auto"
          autoComplete="off"
          maxLength={TEMPLATE.name}
          error={errorOf("name")}
          {...register("name")}
        />
        <ol tabIndex={-1} className="grid gap-4">
          {steps.fields.map(({ id }, at) => (
            <li key={id} className="rounded-box border border-line p-3">
              <StepFields
                at={at}
                last={at === steps.fields.length - 1}
                onMove={(to) => steps.move(at, to)}
                onRemove={() => steps.remove(at)}
                task={
                  <SelectField label={t("task")} error={errorOf(`steps.${at}.standardUid`)} {...register(`steps.${at}.standardUid`)}>
                    {tasks.map(({ uid, title }) => (
                      <option key={uid} value={uid}>
                        {title}
                      </option>
                    ))}
                  </SelectField>
                }
                day={
                  <TextField
                    type="number"
                    inputMode="numeric"
                    min={0}
                    max={FARTHEST_DAY}
                    label={t("day")}
                    error={errorOf(`steps.${at}.offsetDays`)}
                    {...register(`steps.${at}.offsetDays`, { valueAsNumber: true })}
                  />
                }
                waits={at > 0 ? <Checkbox label={t("waits")} {...register(`steps.${at}.waits`)} /> : null}
              />
            </li>
          ))}
        </ol>
        {errorOf("steps") ? <p className="text-sm font-medium text-danger">{errorOf("steps")}</p> : null}
        {steps.fields.length < MOST_STEPS && first ? (
          <Button
            look="outline"
            className="justify-self-start"
            icon={<PlusIcon className="size-5" />}
            onClick={() => steps.append({ standardUid: first.uid, offsetDays: 0, waits: false })}
          >
            {t("addStep")}
          </Button>
        ) : null}
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {overtaken ? <Alert tone="warning">{words("conflict")}</Alert> : null}
        <DialogActions onCancel={cancel} type="submit" busy={formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface StepFieldsProps {
  at: number;
  last: boolean;
  task: React.ReactNode;
  day: React.ReactNode;
  waits: React.ReactNode;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function StepFields({ at, last, task, day, waits, onMove, onRemove }: StepFieldsProps) {
  const t = useTranslations("trades.templates");
  const move = useTranslations("editing.move");
  const format = useFormat();
  const number = format.number(at + 1);
  return (
    <fieldset>
      <legend className="sr-only">{t("step", { number })}</legend>
      <div className="mb-2 flex items-center justify-between gap-2">
        <p aria-hidden="true" className="font-semibold">
          {t("step", { number })}
        </p>
        <div className="-me-2 flex">
          <IconButton
            label={format.labelled(move("up"), t("step", { number }))}
            aria-disabled={at === 0 || undefined}
            onClick={() => at > 0 && onMove(at - 1)}
          >
            <ArrowUpIcon />
          </IconButton>
          <IconButton
            label={format.labelled(move("down"), t("step", { number }))}
            aria-disabled={last || undefined}
            onClick={() => last || onMove(at + 1)}
          >
            <ArrowDownIcon />
          </IconButton>
          <IconButton ref={passFocusAlong} label={t("removeStep", { number })} onClick={onRemove}>
            <TrashIcon />
          </IconButton>
        </div>
      </div>
      <div className="grid gap-3">
        {task}
        {day}
        {waits}
      </div>
    </fieldset>
  );
}
