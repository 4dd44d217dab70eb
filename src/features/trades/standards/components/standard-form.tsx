"use client";

import { useTranslations } from "next-intl";
import { useController } from "react-hook-form";
import { api, trpc } from "@/trpc/client";
import { seenVersion, useSeenDialog } from "@/trpc/use-seen";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextArea, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import type { Workspace } from "../../components/workspace-frame";
import { FormChoice } from "../../forms/components/form-choice";
import { ChecksField } from "../../tasks/components/checks-field";
import type { StandardDto } from "../../tasks/dto";
import { TASK } from "../../tasks/rules";
import { type StandardFields, standardFields } from "../../tasks/schema";

const toForm = (task: StandardDto | null): StandardFields => ({
  title: task?.title ?? "",
  details: task?.details ?? "",
  checks: task?.checks ?? [],
  formUid: task?.form?.uid ?? null,
});

/** A task that the shop does again and again, with what is to be thought of. */
export function StandardForm({ workspace, task, onClose }: { workspace: Workspace; task: StandardDto | null; onClose: () => void }) {
  const t = useTranslations("trades.standards");
  const words = useTranslations("trades.tasks");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const workspaceId = workspace.uid;
  const form = useZodForm<StandardFields>(standardFields, toForm(task));
  const { register, errorOf, control, formState } = form;
  const { submit, overtaken, cancel } = useSeenDialog(form, {
    row: task,
    toForm,
    draft: (seen) => (seen ? `trades.standard.${seen.uid}.${seen.version}` : `trades.standard.new.${workspaceId}`),
    save: ({ checks, ...fields }, seen) =>
      api.trades.standards.save.mutate({ ...fields, checks: checks.map(({ text }) => ({ text })), ...seenVersion(seen), workspaceId }),
    onSaved: (data) => {
      utils.trades.standards.list.setData({ workspaceId }, { data });
      onClose();
    },
    onOvertaken: () => utils.trades.standards.list.invalidate(),
    onClose,
  });
  const lines = useController({ control, name: "checks" }).field;
  const asked = useController({ control, name: "formUid" }).field;
  return (
    <Dialog open onClose={onClose} title={task ? t("edit", { title: task.title }) : t("new")}>
      <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        <TextField
          label={words("title")}
          dir="auto"
          autoComplete="off"
          maxLength={TASK.title}
          error={errorOf("title")}
          {...register("title")}
        />
        <ChecksField checks={lines.value} onChange={lines.onChange} errorAt={(at) => errorOf(`checks.${at}.text`)} />
        <FormChoice
          workspace={workspace}
          known={task?.form ?? null}
          value={asked.value}
          onChange={asked.onChange}
          error={errorOf("formUid")}
        />
        <TextArea label={words("details")} maxLength={TASK.details} error={errorOf("details")} {...register("details")} />
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {overtaken ? <Alert tone="warning">{words("conflict")}</Alert> : null}
        <DialogActions onCancel={cancel} type="submit" busy={formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      </form>
    </Dialog>
  );
}
