"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useController } from "react-hook-form";
import { fullName } from "@/lib/names";
import { api, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { seenVersion, useSeenDialog } from "@/trpc/use-seen";
import { Alert } from "@/ui/card";
import { Checkbox } from "@/ui/checkboxes";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextArea, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import type { Workspace } from "../../components/workspace-frame";
import { FormChoice } from "../../forms/components/form-choice";
import type { TaskDto } from "../dto";
import { TASK } from "../rules";
import { type TaskFields, taskFields } from "../schema";
import { ChecksField } from "./checks-field";

const toForm = (task: TaskDto | null): TaskFields => ({
  title: task?.title ?? "",
  details: task?.details ?? "",
  dueOn: task?.dueOn ?? null,
  assignees: task?.assignees.map(({ uid }) => uid) ?? [],
  checks: task?.checks.map(({ uid, text }) => ({ uid, text })) ?? [],
  needs: task?.needs.map(({ uid }) => uid) ?? [],
  formUid: task?.form?.uid ?? null,
});

interface TaskDialogProps {
  workspace: Workspace;
  /** Null: a new one. */
  task: TaskDto | null;
  /** Of which job a new one is; null where it is the shop's own. */
  jobUid: string | null;
  /** What else there is to do for the job. */
  others?: { uid: string; title: string }[];
  /** Where the job of a new one is chosen. */
  job?: ReactNode;
  onClose: () => void;
}

/** What is to be done, by whom, by when, and after what. */
export function TaskDialog({ workspace, task, jobUid, others = [], job, onClose }: TaskDialogProps) {
  const t = useTranslations("trades.tasks");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm<TaskFields>(taskFields, toForm(task));
  const { register, errorOf, control, formState } = form;
  // Of a new one what was typed is kept by where it was begun, whichever job is chosen for it.
  const [begunAt] = useState(jobUid ?? workspace.uid);
  const { submit, overtaken, cancel } = useSeenDialog(form, {
    row: task,
    toForm,
    draft: (seen) => (seen ? `trades.task.${seen.uid}.${seen.version}` : `trades.task.new.${begunAt}`),
    save: (values, seen) => {
      // What it waits for is of its own job: of one that was chosen before, nothing is left.
      const needs = values.needs.filter((one) => task !== null || others.some(({ uid }) => uid === one));
      return api.trades.tasks.save.mutate({ ...values, needs, workspaceId: workspace.uid, ...(seen ? seenVersion(seen) : { jobUid }) });
    },
    onSaved: async () => {
      await utils.trades.invalidate();
      onClose();
    },
    onOvertaken: () => utils.trades.tasks.invalidate(),
    onClose,
  });
  const when = useController({ control, name: "dueOn" }).field;
  const whom = useController({ control, name: "assignees" }).field;
  const lines = useController({ control, name: "checks" }).field;
  const after = useController({ control, name: "needs" }).field;
  const asked = useController({ control, name: "formUid" }).field;
  const members = trpc.trades.members.list.useQuery({ workspaceId: workspace.uid });
  const toggled = (ids: string[], uid: string, on: boolean) => (on ? [...ids, uid] : ids.filter((one) => one !== uid));

  return (
    <Dialog open onClose={onClose} title={t(task ? "edit" : "new")}>
      <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        <TextField
          label={t("title")}
          dir="auto"
          autoComplete="off"
          maxLength={TASK.title}
          error={errorOf("title")}
          {...register("title")}
        />
        {job}
        <TextField
          type="date"
          label={t("due")}
          error={errorOf("dueOn")}
          name={when.name}
          ref={when.ref}
          value={when.value ?? ""}
          onChange={({ target }) => when.onChange(target.value || null)}
        />
        <Group label={t("assignees")} error={errorOf("assignees")}>
          {isMissing(members) ? <LoadFailed query={members} /> : null}
          {(members.data?.data ?? []).map(({ uid, ...person }) => (
            <Checkbox
              key={uid}
              label={fullName(person)}
              checked={whom.value.includes(uid)}
              onChange={({ target }) => whom.onChange(toggled(whom.value, uid, target.checked))}
            />
          ))}
        </Group>
        <ChecksField checks={lines.value} onChange={lines.onChange} errorAt={(at) => errorOf(`checks.${at}.text`)} />
        {others.length > 0 ? (
          <Group label={t("needs")} error={errorOf("needs")}>
            {others.map(({ uid, title }) => (
              <Checkbox
                key={uid}
                label={title}
                checked={after.value.includes(uid)}
                onChange={({ target }) => after.onChange(toggled(after.value, uid, target.checked))}
              />
            ))}
          </Group>
        ) : null}
        <FormChoice
          workspace={workspace}
          known={task?.form ?? null}
          value={asked.value}
          onChange={asked.onChange}
          error={errorOf("formUid")}
        />
        <TextArea label={t("details")} maxLength={TASK.details} error={errorOf("details")} {...register("details")} />
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {overtaken ? <Alert tone="warning">{t("conflict")}</Alert> : null}
        <DialogActions onCancel={cancel} type="submit" busy={formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Group({ label, error, children }: { label: string; error: string | undefined; children: React.ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1 text-[0.95rem] font-semibold">{label}</legend>
      {children}
      {error ? <p className="mt-1.5 text-sm font-medium text-danger">{error}</p> : null}
    </fieldset>
  );
}
