"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { EMPTY_TEXT, untranslated } from "@/lib/localized-text";
import { api, toApiError, trpc } from "@/trpc/client";
import { ContentFormEnd, useContentForm } from "@/ui/editing/content-form";
import { Section } from "@/ui/editing/parts";
import { FormLanguages, TranslatedArea, useFormLanguage } from "@/ui/editing/translated-fields";
import { SelectField, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { MINUTES } from "../../rules";
import { questionEditorHref } from "../hrefs";
import { BANK, linesOf, listsOf, textsOf } from "../rules";
import { type QuestionForm as Entered, questionForm } from "../schema";
import type { EditedCategories, EditedQuestion } from "./question-editor";
import { QuestionPreview } from "./question-preview";

function toForm(question: EditedQuestion | null): Entered {
  if (!question) return { category: "", readingTime: 1, answerTime: 2, text: EMPTY_TEXT, guidance: EMPTY_TEXT };
  const { version, category, readingTime, answerTime, text, guidance } = question;
  return { version, category, readingTime, answerTime, text, guidance: textsOf(guidance) };
}

/** A point of the guidance is a line of its field. */
function refusalOf(error: unknown) {
  const refusal = toApiError(error);
  return { ...refusal, issues: refusal.issues.map((issue) => ({ ...issue, path: issue.path.slice(0, 2) })) };
}

/** What a question says, language beside language, where it belongs and how long it takes; it is shown as candidates will see it. */
export function QuestionForm({ question, categories }: { question: EditedQuestion | null; categories: EditedCategories }) {
  const t = useTranslations("practice.editing");
  const editing = useTranslations("editing");
  const utils = trpc.useUtils();
  const form = useZodForm<Entered>(questionForm, toForm(question), { stays: true });
  const { formState, register, errorOf } = form;
  const shown = useFormLanguage(formState);
  const content = useContentForm(form, {
    draft: "bank",
    row: question,
    toForm,
    save: async ({ version, ...values }) => {
      const uid = question?.uid;
      return (await api.practice.bank.save.mutate({ uid, version, ...values, guidance: listsOf(values.guidance) })).data;
    },
    refusalOf,
    refresh: () => utils.practice.invalidate(),
    href: questionEditorHref,
  });
  const { text, guidance, readingTime, answerTime } = form.watch();

  return (
    <form ref={shown.form} noValidate className="grid gap-6" onSubmit={content.submit}>
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
      <ContentFormEnd content={content} label={t(question ? "save" : "saveDraft")} />
    </form>
  );
}

const Minutes = (props: ComponentProps<typeof TextField>) => <TextField type="number" {...MINUTES} {...props} />;
