"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { EMPTY_TEXT, untranslated } from "@/lib/translations";
import { api, toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { moveDraft } from "@/ui/drafts";
import { FormButtons } from "@/ui/editing/form-buttons";
import { Overtaken } from "@/ui/editing/overtaken";
import { Section } from "@/ui/editing/parts";
import { FormLanguages, TranslatedArea, useFormLanguage } from "@/ui/editing/translated-fields";
import { SelectField, TextField } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { useFresh } from "@/ui/use-fresh";
import { useRouter } from "@/ui/use-router";
import { BANK, linesOf, listsOf, textsOf } from "../rules";
import { type QuestionForm as Entered, questionForm } from "../schema";
import { questionEditorHref } from "./places";
import type { EditedCategories, EditedQuestion } from "./question-editor";
import { QuestionPreview } from "./question-preview";

function toForm(question: EditedQuestion | null): Entered {
  if (!question) return { category: "", readingTime: 1, answerTime: 2, text: EMPTY_TEXT, guidance: EMPTY_TEXT };
  const { version, category, readingTime, answerTime, text, guidance } = question;
  return { version, category, readingTime, answerTime, text, guidance: textsOf(guidance) };
}

/** What a question says, language beside language, where it belongs and how long it takes; it is shown as candidates will see it. */
export function QuestionForm({ question, categories }: { question: EditedQuestion | null; categories: EditedCategories }) {
  const t = useTranslations("practice.editing");
  const editing = useTranslations("editing");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const router = useRouter();
  const form = useZodForm<Entered>(questionForm, toForm(question));
  const { reset, formState, register, errorOf } = form;
  const { isDirty } = formState;
  const shown = useFormLanguage(formState);
  const [overtaken, setOvertaken] = useState(false);
  useFormDraft(form, `bank.${question?.uid ?? "new"}`);
  // What was changed elsewhere shows, unless something is being changed here.
  useFresh(question, () => isDirty || reset(toForm(question)));

  const { text, guidance, readingTime, answerTime } = form.watch();
  const save = async ({ version, ...values }: Entered): Promise<void> => {
    try {
      const uid = question?.uid;
      const { data } = await api.practice.bank.save.mutate({ uid, version, ...values, guidance: listsOf(values.guidance) });
      setOvertaken(false);
      form.settle({ ...values, version: data.version });
      notify("success", common("saved"));
      await utils.practice.invalidate();
      if (uid) return;
      // What was typed meanwhile is found there.
      moveDraft("bank.new", `bank.${data.uid}`);
      router.replace(questionEditorHref(data.uid));
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code === "conflict") {
        setOvertaken(true);
        await utils.practice.bank.invalidate();
        return;
      }
      // A point of the guidance is a line of its field.
      form.showRefusal(
        { ...refusal, issues: refusal.issues.map((issue) => ({ ...issue, path: issue.path.slice(0, 2) })) },
        common("offlineKept"),
      );
    }
  };
  const submit = form.handleSubmit(save);
  const discard = () => {
    setOvertaken(false);
    reset(toForm(question));
  };
  const saveOver = form.handleSubmit((values) => save({ ...values, version: question?.version }));

  return (
    <form ref={shown.form} noValidate className="grid gap-6" onSubmit={submit}>
      <Section title={editing("texts.title")} lead={editing("texts.lead")}>
        <FormLanguages {...shown.tabs} missing={untranslated([text, guidance])}>
          {(language) => (
            <>
              <TranslatedArea
                language={language}
                label={t("question")}
                rows={4}
                maxLength={BANK.text}
                error={errorOf(`text.${language}`)}
                {...register(`text.${language}`)}
              />
              <TranslatedArea
                language={language}
                label={t("guidance")}
                help={t("guidanceHelp")}
                rows={9}
                error={errorOf(`guidance.${language}`)}
                {...register(`guidance.${language}`)}
              />
              <QuestionPreview
                language={language}
                text={text[language] || text.en}
                points={linesOf(guidance[language] || guidance.en)}
                readingTime={readingTime}
                answerTime={answerTime}
              />
            </>
          )}
        </FormLanguages>
      </Section>
      <Section title={t("place")}>
        <div className="grid gap-5 sm:grid-cols-3">
          <SelectField label={t("category")} error={errorOf("category")} {...register("category")}>
            <option value="">{t("chooseCategory")}</option>
            {categories
              .filter(({ uid, retired }) => !retired || uid === question?.category)
              .map(({ uid, name }) => (
                <option key={uid} value={uid}>
                  {name}
                </option>
              ))}
          </SelectField>
          <Minutes label={t("readingTime")} error={errorOf("readingTime")} {...register("readingTime", { valueAsNumber: true })} />
          <Minutes label={t("answerTime")} error={errorOf("answerTime")} {...register("answerTime", { valueAsNumber: true })} />
        </div>
      </Section>
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      {overtaken ? <Overtaken busy={formState.isSubmitting} onSaveOver={() => void saveOver()} onDiscard={discard} /> : null}
      <FormButtons label={t(question ? "save" : "saveDraft")} busy={formState.isSubmitting} dirty={isDirty} onDiscard={discard} />
    </form>
  );
}

const Minutes = (props: ComponentProps<typeof TextField>) => <TextField type="number" min={0.5} max={60} step={0.5} {...props} />;
