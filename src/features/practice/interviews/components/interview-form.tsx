"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useFieldArray } from "react-hook-form";
import { INTERVIEW_STAGES } from "@/lib/enums/practice";
import { api, toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { moveDraft } from "@/ui/drafts";
import { FormButtons } from "@/ui/editing/form-buttons";
import { Section } from "@/ui/editing/parts";
import { SelectField, TextArea, TextField } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { browserZone, useTimeZones } from "@/ui/time-zones";
import { notify } from "@/ui/toast";
import { useFresh } from "@/ui/use-fresh";
import { useRouter } from "@/ui/use-router";
import type { InterviewDetailDto } from "../dto";
import { interviewHref } from "../hrefs";
import { INTERVIEW, outcomesFrom } from "../rules";
import { type InterviewInput, interviewInput } from "../schema";
import { AskedQuestions, type Propose } from "./asked-questions";

export type InterviewFormState = ReturnType<typeof useZodForm<InterviewInput>>;

/** An empty field is none. */
const orNull = { setValueAs: (text: string | null) => text || null };

function toForm(interview: InterviewDetailDto | null): InterviewInput {
  if (!interview)
    return {
      company: "",
      role: "",
      date: "",
      time: null,
      timeZone: null,
      stage: "screening",
      outcome: "waiting",
      notes: "",
      questions: [],
    };
  const { asked: _, questions, ...rest } = interview;
  return { ...rest, questions: questions.map(({ question: _words, ...asked }) => asked) };
}

interface InterviewFormProps {
  interview: InterviewDetailDto | null;
  propose: Propose | undefined;
}

/** An interview: when and where, what came of it, and what was asked. */
export function InterviewForm({ interview, propose }: InterviewFormProps) {
  const t = useTranslations("practice.interviews");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const router = useRouter();
  const form = useZodForm<InterviewInput>(interviewInput, toForm(interview), { stays: true });
  const { reset, formState, register, errorOf } = form;
  const { isDirty } = formState;
  const [overtaken, setOvertaken] = useState(false);
  useFormDraft(form, `interview.${interview?.uid ?? "new"}`);
  const list = useFieldArray({ control: form.control, name: "questions" });
  // What was changed elsewhere shows, unless something is being changed here.
  const show = () => {
    reset(toForm(interview));
    setOvertaken(false);
  };
  useFresh(interview, () => isDirty || show());

  const time = form.watch("time");
  const save = form.handleSubmit(async (values) => {
    setOvertaken(false);
    try {
      // A time without a zone is meant where it was entered.
      const timeZone = values.time ? (values.timeZone ?? browserZone() ?? null) : null;
      const { data } = await api.practice.interviews.save.mutate({ ...values, timeZone });
      form.settle(toForm(data));
      notify("success", common("saved"));
      void utils.practice.plan.invalidate();
      await utils.practice.interviews.invalidate();
      if (interview) return;
      // What was typed meanwhile is found there.
      moveDraft("interview.new", `interview.${data.uid}`);
      router.replace(interviewHref(data.uid));
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code !== "conflict" || !refusal.current) return form.showRefusal(refusal, common("offlineKept"));
      const current = refusal.current as InterviewDetailDto;
      setOvertaken(true);
      form.setValue("version", current.version);
      utils.practice.interviews.interview.setData({ uid: current.uid }, { data: current });
    }
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    // A zone goes with its time, and not before: whoever only types another time keeps it.
    if (!form.getValues("time")) form.setValue("timeZone", null, { shouldDirty: true });
    return save(event);
  };

  return (
    <form noValidate className="grid gap-6" onSubmit={submit}>
      <Section title={t("about")}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={t("company")}
            dir="auto"
            maxLength={INTERVIEW.company}
            autoComplete="off"
            error={errorOf("company")}
            {...register("company")}
          />
          <TextField
            label={t("role")}
            dir="auto"
            maxLength={INTERVIEW.role}
            autoComplete="off"
            error={errorOf("role")}
            {...register("role")}
          />
          <TextField type="date" label={t("date")} error={errorOf("date")} {...register("date")} />
          <TextField type="time" label={t("time")} error={errorOf("time")} {...register("time", orNull)} />
          {time ? <ZoneField form={form} /> : null}
          <SelectField label={t("stage")} error={errorOf("stage")} {...register("stage")}>
            {INTERVIEW_STAGES.map((stage) => (
              <option key={stage} value={stage}>
                {t(`stages.${stage}`)}
              </option>
            ))}
          </SelectField>
          <SelectField label={t("outcome")} error={errorOf("outcome")} {...register("outcome")}>
            {outcomesFrom(interview?.outcome ?? "waiting").map((outcome) => (
              <option key={outcome} value={outcome}>
                {t(`outcomes.${outcome}`)}
              </option>
            ))}
          </SelectField>
          <div className="sm:col-span-2">
            <TextArea label={t("notes")} maxLength={INTERVIEW.notes} error={errorOf("notes")} {...register("notes")} />
          </div>
        </div>
      </Section>
      <Section title={t("questions.title")} lead={t("questions.lead")}>
        <AskedQuestions form={form} list={list} known={interview?.questions ?? []} propose={propose} />
      </Section>
      {overtaken ? <Alert tone="warning">{t("conflict")}</Alert> : null}
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      <FormButtons label={common("save")} busy={formState.isSubmitting} dirty={isDirty} onDiscard={show} />
    </form>
  );
}

/** Where the clock hangs that shows the interview's time. */
function ZoneField({ form }: { form: InterviewFormState }) {
  const t = useTranslations("practice.interviews");
  const chosen = form.watch("timeZone") ?? browserZone() ?? null;
  const zones = useTimeZones(chosen);
  return (
    <SelectField label={t("timeZone")} error={form.errorOf("timeZone")} {...form.register("timeZone", orNull)} value={chosen ?? ""}>
      {chosen ? null : <option value="" />}
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll("_", " ")}
        </option>
      ))}
    </SelectField>
  );
}
