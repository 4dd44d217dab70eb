"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { api, toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { FormButtons } from "@/ui/editing/form-buttons";
import { Section } from "@/ui/editing/parts";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { useFresh } from "@/ui/use-fresh";
import { SettingsFrame } from "../../components/settings-frame";
import type { Workspace } from "../../components/workspace-frame";
import { mayLeave } from "../../members/rules";
import { manages } from "../../rules";
import { type WorkspaceFields as Values, workspaceFields } from "../schema";
import { DeleteWorkspace } from "./delete-workspace";
import { LeaveWorkspace } from "./leave-workspace";
import { WorkspaceFacts } from "./workspace-facts";
import { WorkspaceFields } from "./workspace-fields";

export function WorkspaceSettings() {
  const t = useTranslations("trades");
  return (
    <SettingsFrame page="general">
      {(workspace) => (
        <div className="grid max-w-3xl gap-6">
          <Section title={t("tabs.settings")} lead={t("settings.lead")}>
            {manages(workspace.role) ? (
              <SettingsForm key={workspace.uid} workspace={workspace} />
            ) : (
              <WorkspaceFacts workspace={workspace} />
            )}
          </Section>
          {mayLeave(workspace.role) ? <LeaveWorkspace workspace={workspace} /> : <DeleteWorkspace workspace={workspace} />}
        </div>
      )}
    </SettingsFrame>
  );
}

const toForm = ({ name, timeZone, currency, language, taxMode }: Workspace): Values => ({ name, timeZone, currency, language, taxMode });

function SettingsForm({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.settings");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm<Values>(workspaceFields as never, toForm(workspace), { stays: true });
  const { reset, formState } = form;
  const { isDirty } = formState;
  const [overtaken, setOvertaken] = useState(false);
  // Of what stands in the form: what somebody else has saved since is told before it counts.
  const [version, setVersion] = useState(workspace.version);
  // What was begun on one version is not put on another one after a reload.
  useFormDraft(form, `trades.workspace.${workspace.uid}.${version}`);
  // What was changed elsewhere shows, except in fields that somebody has changed here.
  useFresh(workspace, () => {
    // Nobody takes the place of what they have not heard of.
    if (!isDirty) setVersion(workspace.version);
    else if (version !== workspace.version) setOvertaken(true);
    reset(toForm(workspace), { keepDirty: true, keepDirtyValues: true });
  });
  const keep = (row: Workspace) => utils.trades.workspace.view.setData({ workspaceId: row.uid }, { data: row });

  const submit = form.handleSubmit(async (values) => {
    setOvertaken(false);
    try {
      const { data } = await api.trades.workspace.save.mutate({ ...values, workspaceId: workspace.uid, version: workspace.version });
      form.settle(toForm(data));
      setVersion(data.version);
      keep(data);
      notify("success", common("saved"));
      await utils.trades.workspace.list.invalidate();
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code !== "conflict" || !refusal.current) return form.showRefusal(refusal, common("offlineKept"));
      setOvertaken(true);
      keep(refusal.current as Workspace);
    }
  });
  const discard = () => {
    setOvertaken(false);
    reset(toForm(workspace));
    setVersion(workspace.version);
  };

  return (
    <form noValidate className="grid gap-6" onSubmit={submit}>
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      {overtaken ? <Alert tone="warning">{t("conflict")}</Alert> : null}
      <WorkspaceFields form={form} />
      <FormButtons label={common("save")} busy={formState.isSubmitting} dirty={isDirty} onDiscard={discard} />
    </form>
  );
}
