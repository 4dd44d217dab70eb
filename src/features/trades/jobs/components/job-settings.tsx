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
  const common = useTranslations("common");
  const query = trpc.trades.jobs.words.useQuery({ workspaceId: workspace.uid });
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList label={common("loading")} />;
  return <WordsForm key={workspace.uid} workspace={workspace} words={query.data.data} />;
}

const toForm = ({ labels }: Words) => ({ labels }) as JobWordsFields;

function WordsForm({ workspace, words }: { workspace: Workspace; words: Words }) {
  const t = useTranslations("trades.jobs");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm<JobWordsFields>(jobWordsFields as never, toForm(words), { stays: true });
  const { register, errorOf, reset, formState } = form;
  // As it was seen when the form was opened: what somebody else does meanwhile must not be overwritten unseen.
  const [version, setVersion] = useState(words.version);
  const [overtaken, setOvertaken] = useState(false);
  useFormDraft(form, `trades.words.${workspace.uid}.${version}`);
  const show = () => {
    reset(toForm(words));
    setVersion(words.version);
  };
  // What was changed elsewhere shows, as long as nothing was changed here.
  useFresh(words, () => {
    if (!formState.isDirty) show();
  });
  const keep = (data: Words) => {
    setVersion(data.version);
    utils.trades.jobs.words.setData({ workspaceId: workspace.uid }, { data });
  };
  const submit = form.handleSubmit(async ({ labels }) => {
    setOvertaken(false);
    try {
      const { data } = await api.trades.jobs.saveWords.mutate({ workspaceId: workspace.uid, version, labels });
      form.settle(toForm(data));
      keep(data);
      notify("success", common("saved"));
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code !== "conflict" || !refusal.current) return form.showRefusal(refusal, common("offlineKept"));
      const current = refusal.current as Words;
      setOvertaken(true);
      form.overtake(toForm(current));
      keep(current);
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
          onDiscard={() => {
            setOvertaken(false);
            show();
          }}
        />
      </form>
    </Section>
  );
}
