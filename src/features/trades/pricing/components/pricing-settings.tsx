"use client";

import { useTranslations } from "next-intl";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { useSeenForm } from "@/trpc/use-seen";
import { Alert } from "@/ui/card";
import { FormButtons } from "@/ui/editing/form-buttons";
import { useZodForm } from "@/ui/forms";
import { LoadingList } from "@/ui/spinner";
import { useFresh } from "@/ui/use-fresh";
import type { Workspace } from "../../components/workspace-frame";
import { type PricingFields, pricingFields } from "../schema";
import { RuleFields } from "./rule-fields";
import { SellerFields } from "./seller-fields";

type Settings = RouterOutputs["trades"]["pricing"]["settings"]["data"];
export type PricingForm = ReturnType<typeof useZodForm<PricingFields>>;

/** Who sells, and by which rules. */
export function PricingSettings({ workspace }: { workspace: Workspace }) {
  const query = trpc.trades.pricing.settings.useQuery({ workspaceId: workspace.uid });
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  return <SettingsForm workspace={workspace} settings={query.data.data} />;
}

const toForm = ({ version: _, ...fields }: Settings): PricingFields => fields;

function SettingsForm({ workspace, settings }: { workspace: Workspace; settings: Settings }) {
  const t = useTranslations("trades.pricing");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm<PricingFields>(pricingFields, toForm(settings), { stays: true });
  const { formState } = form;
  const keep = (data: Settings) => utils.trades.pricing.settings.setData({ workspaceId: workspace.uid }, { data });
  const { submit, overtaken, show, discard } = useSeenForm(form, {
    row: settings,
    toForm,
    draft: ({ version }) => `trades.pricing.${workspace.uid}.${version}`,
    save: (values, { version }) => api.trades.pricing.saveSettings.mutate({ ...values, workspaceId: workspace.uid, version }),
    onSaved: keep,
    onOvertaken: (current) => {
      // What a manager cannot set is not theirs to put back either.
      if (workspace.role !== "owner") form.resetField("discountLimit", { defaultValue: current.discountLimit });
      keep(current);
    },
  });
  // What was changed elsewhere shows, as long as nothing was changed here.
  useFresh(settings, () => {
    if (!formState.isDirty) show(settings);
  });

  return (
    <form noValidate className="grid gap-8" onSubmit={submit}>
      <RuleFields form={form} owns={workspace.role === "owner"} />
      <SellerFields form={form} />
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      {overtaken ? <Alert tone="warning">{t("conflict")}</Alert> : null}
      <FormButtons label={common("save")} busy={formState.isSubmitting} dirty={formState.isDirty} onDiscard={discard} />
    </form>
  );
}
