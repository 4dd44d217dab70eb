"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { localeDirection, localeTag } from "@/lib/locales";
import { EMPTY_TEXT, untranslated } from "@/lib/translations";
import { api, toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { moveDraft } from "@/ui/drafts";
import { FormButtons } from "@/ui/editing/form-buttons";
import { Overtaken } from "@/ui/editing/overtaken";
import { Section } from "@/ui/editing/parts";
import { FormTabs, TranslatedArea, TranslatedField, useFormLanguage } from "@/ui/editing/translated-fields";
import { SelectField } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { useFresh } from "@/ui/use-fresh";
import { useRouter } from "@/ui/use-router";
import { ANSWER_MAX, type EntryInput, entryInput, QUESTION_MAX } from "../../schema";
import { Answer } from "../answer";
import type { Categories, EditedEntry } from "./entry-editor";
import { entryHref } from "./places";

function toForm(entry: EditedEntry | null): EntryInput {
  if (!entry) return { category: "", question: EMPTY_TEXT, answer: EMPTY_TEXT };
  const { uid, version, category, question, answer } = entry;
  return { uid, version, category, question, answer };
}

/** A question and its answer by language, and where it belongs. The answer is shown as people will see it. */
export function EntryForm({ entry, categories }: { entry: EditedEntry | null; categories: Categories }) {
  const t = useTranslations("faq.editing");
  const editing = useTranslations("editing");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const router = useRouter();
  const form = useZodForm(entryInput, toForm(entry));
  const { reset, formState, register, errorOf } = form;
  const { isDirty } = formState;
  const shown = useFormLanguage(formState);
  const [overtaken, setOvertaken] = useState(false);
  useFormDraft(form, `faq.${entry?.uid ?? "new"}`);
  // What was changed elsewhere shows, unless something is being changed here.
  useFresh(entry, () => isDirty || reset(toForm(entry)));

  const { question, answer } = form.watch();
  const save = async (values: EntryInput): Promise<void> => {
    try {
      const { data } = await api.support.faq.editing.save.mutate(values);
      setOvertaken(false);
      form.settle({ ...values, version: data.version });
      notify("success", common("saved"));
      await utils.support.faq.invalidate();
      if (entry) return;
      // What was typed meanwhile is found there.
      moveDraft("faq.new", `faq.${data.uid}`);
      router.replace(entryHref(data.uid));
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code !== "conflict") return form.showRefusal(refusal, common("offlineKept"));
      setOvertaken(true);
      await utils.support.faq.invalidate();
    }
  };
  const submit = form.handleSubmit(save);
  const saveOver = form.handleSubmit((values) => save({ ...values, version: entry?.version }));
  const discard = () => {
    setOvertaken(false);
    reset(toForm(entry));
  };

  return (
    <form ref={shown.form} noValidate className="grid gap-6" onSubmit={submit}>
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
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      {overtaken ? <Overtaken busy={formState.isSubmitting} onSaveOver={() => void saveOver()} onDiscard={discard} /> : null}
      <FormButtons label={t(entry ? "save" : "saveDraft")} busy={formState.isSubmitting} dirty={isDirty} onDiscard={discard} />
    </form>
  );
}
