"use client";

import { useTranslations } from "next-intl";
import { localeDirection, localeTag } from "@/lib/locales";
import { EMPTY_TEXT, untranslated } from "@/lib/localized-text";
import { api, toApiError, trpc } from "@/trpc/client";
import { ContentFormEnd, useContentForm } from "@/ui/editing/content-form";
import { Section } from "@/ui/editing/parts";
import { FormTabs, TranslatedArea, TranslatedField, useFormLanguage } from "@/ui/editing/translated-fields";
import { SelectField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { entryHref } from "../../hrefs";
import { ANSWER_MAX, type EntryInput, entryInput, QUESTION_MAX } from "../../schema";
import { Answer } from "../answer";
import type { Categories, EditedEntry } from "./entry-editor";

function toForm(entry: EditedEntry | null): EntryInput {
  if (!entry) return { category: "", question: EMPTY_TEXT, answer: EMPTY_TEXT };
  const { uid, version, category, question, answer } = entry;
  return { uid, version, category, question, answer };
}

/** A question and its answer by language, and where it belongs. The answer is shown as people will see it. */
export function EntryForm({ entry, categories }: { entry: EditedEntry | null; categories: Categories }) {
  const t = useTranslations("faq.editing");
  const editing = useTranslations("editing");
  const utils = trpc.useUtils();
  const form = useZodForm(entryInput, toForm(entry), { stays: true });
  const { formState, register, errorOf } = form;
  const shown = useFormLanguage(formState);
  const content = useContentForm(form, {
    draft: "faq",
    row: entry,
    toForm,
    save: async (values) => (await api.support.faq.editing.save.mutate(values)).data,
    refusalOf: toApiError,
    refresh: () => utils.support.faq.invalidate(),
    href: entryHref,
  });
  const { question, answer } = form.watch();

  return (
    <form ref={shown.form} noValidate className="grid gap-6" onSubmit={content.submit}>
      <Section title={editing("texts.title")} lead={editing("texts.lead")}>
        <FormTabs {...shown.tabs} missing={untranslated([question, answer])}>
          {(language) => (
            <>
              <TranslatedField
                language={language}
                label={t("question")}
                maxLength={QUESTION_MAX}
                error={errorOf(`question.${language}`)}
                {...register(`question.${language}`)}
              />
              <TranslatedArea
                language={language}
                label={t("answer")}
                help={t("answerHelp")}
                rows={9}
                maxLength={ANSWER_MAX}
                error={errorOf(`answer.${language}`)}
                {...register(`answer.${language}`)}
              />
              {answer[language].trim() ? (
                <section aria-label={t("preview")} className="rounded-box bg-sunken p-4">
                  <p aria-hidden="true" className="mb-2 text-sm font-semibold text-ink-soft">
                    {t("preview")}
                  </p>
                  <div lang={localeTag(language)} dir={localeDirection(language)}>
                    <Answer text={answer[language]} />
                  </div>
                </section>
              ) : null}
            </>
          )}
        </FormTabs>
      </Section>
      <Section title={t("place")}>
        <div className="max-w-sm">
          <SelectField label={t("category")} error={errorOf("category")} {...register("category")}>
            <option value="">{t("chooseCategory")}</option>
            {categories.map(({ uid, name }) => (
              <option key={uid} value={uid}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      </Section>
      <ContentFormEnd content={content} label={t(entry ? "save" : "saveDraft")} />
    </form>
  );
}
