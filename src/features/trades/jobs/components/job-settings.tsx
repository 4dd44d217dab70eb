"use client";

import { useTranslations } from "next-intl";
import { JOB_STATES } from "@/lib/enums/trades";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { useSeenForm } from "@/trpc/use-seen";
import { Alert } from "@/ui/card";
import { FormButtons } from "@/ui/editing/form-buttons";
import { Section } from "@/ui/editing/parts";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { LoadingList } from "@/ui/spinner";
import { useFresh } from "@/ui/use-fresh";
import { SettingsFrame } from "../../components/settings-frame";
import type { Workspace } from "../../components/workspace-frame";
import { JOB } from "../rules";
import { type JobWordsFields, jobWordsFields } from "../schema";

type Words = RouterOutputs["trades"]["jobs"]["words"]["data"];

/** What a shop calls the states of its jobs. */
export function JobSettings() {
  return <SettingsFrame page="job-settings">{(workspace) => <Loaded workspace={workspace} />}</SettingsFrame>;
}

function Loaded({ workspace }: { workspace: Workspace }) {
  const query = trpc.trades.jobs.words.useQuery({ workspaceId: workspace.uid });
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  return <WordsForm key={workspace.uid} workspace={workspace} words={query.data.data} />;
}

const toForm = ({ labels }: Words) => ({ labels }) as JobWordsFields;

function WordsForm({ workspace, words }: { workspace: Workspace; words: Words }) {
  const t = useTranslations("trades.jobs");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm<JobWordsFields>(jobWordsFields, toForm(words), { stays: true });
  const { register, errorOf, formState } = form;
  const keep = (data: Words) => utils.trades.jobs.words.setData({ workspaceId: workspace.uid }, { data });
  const { submit, overtaken, show, discard } = useSeenForm(form, {
    row: words,
    toForm,
    draft: ({ version }) => `trades.words.${workspace.uid}.${version}`,
    save: ({ labels }, { version }) => api.trades.jobs.saveWords.mutate({ workspaceId: workspace.uid, version, labels }),
    onSaved: keep,
    onOvertaken: keep,
  });
  // What was changed elsewhere shows, as long as nothing was changed here.
  useFresh(words, () => {
    if (!formState.isDirty) show(words);
  });
  return (
    <Section title={t("wordsTitle")} lead={t("wordsLead")}>
      <form noValidate className="grid max-w-3xl gap-6" onSubmit={submit}>
        <div className="grid gap-5 sm:grid-cols-2">
          {JOB_STATES.map((state) => (
            <TextField
              key={state}
              label={t(`states.${state}`)}
              placeholder={t(`states.${state}`)}
              dir="auto"
              autoComplete="off"
              maxLength={JOB.label}
              error={errorOf(`labels.${state}`)}
              {...register(`labels.${state}`)}
            />
          ))}
        </div>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {overtaken ? <Alert tone="warning">{t("wordsConflict")}</Alert> : null}
        <FormButtons label={common("save")} busy={formState.isSubmitting} dirty={formState.isDirty} onDiscard={discard} />
      </form>
    </Section>
  );
}
