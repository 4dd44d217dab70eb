"use client";

import { useTranslations } from "next-intl";
import { api, trpc } from "@/trpc/client";
import { useSeenForm } from "@/trpc/use-seen";
import { Alert } from "@/ui/card";
import { FormButtons } from "@/ui/editing/form-buttons";
import { Section } from "@/ui/editing/parts";
import { useZodForm } from "@/ui/forms";
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
  const form = useZodForm<Values>(workspaceFields, toForm(workspace), { stays: true });
  const { isDirty, isSubmitting } = form.formState;
  const keep = (row: Workspace) => utils.trades.workspace.view.setData({ workspaceId: row.uid }, { data: row });
  const { seen, submit, overtaken, show, overtake, discard } = useSeenForm(form, {
    row: workspace,
    toForm,
    draft: ({ uid, version }) => `trades.workspace.${uid}.${version}`,
    save: (values, { uid, version }) => api.trades.workspace.save.mutate({ ...values, workspaceId: uid, version }),
    onSaved: (row) => {
      keep(row);
      return utils.trades.workspace.list.invalidate();
    },
    onOvertaken: keep,
  });
  // What was changed elsewhere shows, except in fields that somebody has changed here, who hears of it before it counts.
  useFresh(workspace, () => {
    if (!isDirty) show(workspace);
    else if (workspace.version !== seen.version) overtake(workspace);
  });

  return (
    <form noValidate className="grid gap-6" onSubmit={submit}>
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      {overtaken ? <Alert tone="warning">{t("conflict")}</Alert> : null}
      <WorkspaceFields form={form} />
      <FormButtons label={common("save")} busy={isSubmitting} dirty={isDirty} onDiscard={discard} />
    </form>
  );
}
