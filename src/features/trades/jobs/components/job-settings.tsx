"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { JOB_STATES } from "@/lib/enums/trades";
import { api, type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Alert } from "@/ui/card";
import { FormButtons } from "@/ui/editing/form-buttons";
import { Section } from "@/ui/editing/parts";
import { TextField } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
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
  const common = useTranslations("common");
  const query = trpc.trades.jobs.words.useQuery({ workspaceId: workspace.uid });
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList label={common("loading")} />;
  return <WordsForm key={workspace.uid} workspace={workspace} words={query.data.data} />;
}

function WordsForm({ workspace, words }: { workspace: Workspace; words: Words }) {
  const t = useTranslations("trades.jobs");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm<JobWordsFields>(jobWordsFields as never, { labels: words.labels } as JobWordsFields, { stays: true });
  const { register, errorOf, reset, formState } = form;
  const [version, setVersion] = useState(words.version);
  const [overtaken, setOvertaken] = useState(false);
  useFormDraft(form, `trades.words.${workspace.uid}.${version}`);
  const keep = (data: Words) => {
    setVersion(data.version);
    utils.trades.jobs.words.setData({ workspaceId: workspace.uid }, { data });
  };
  const submit = form.handleSubmit(async ({ labels }) => {
    setOvertaken(false);
    try {
      const { data } = await api.trades.jobs.saveWords.mutate({ workspaceId: workspace.uid, version, labels });
      form.settle({ labels: data.labels } as JobWordsFields);
      keep(data);
      notify("success", common("saved"));
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code !== "conflict" || !refusal.current) return form.showRefusal(refusal, common("offlineKept"));
      setOvertaken(true);
      keep(refusal.current as Words);
    }
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
        <FormButtons
          label={common("save")}
          busy={formState.isSubmitting}
          dirty={formState.isDirty}
          onDiscard={() => reset({ labels: words.labels } as JobWordsFields)}
        />
      </form>
    </Section>
  );
}
