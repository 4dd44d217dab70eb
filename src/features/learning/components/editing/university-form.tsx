"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { UNIVERSITY_SECTIONS, type UniversitySection } from "@/lib/enums/learning";
import type { LocalizedText } from "@/lib/locales";
import { EMPTY_TEXT, untranslated } from "@/lib/translations";
import { api, type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { moveDraft } from "@/ui/drafts";
import { FormButtons } from "@/ui/editing/form-buttons";
import { Overtaken } from "@/ui/editing/overtaken";
import { Section } from "@/ui/editing/parts";
import { FormTabs, TranslatedArea, TranslatedField, useFormLanguage } from "@/ui/editing/translated-fields";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { useFresh } from "@/ui/use-fresh";
import { useRouter } from "@/ui/use-router";
import { TITLE_MAX, type WholeUniversityInput, wholeUniversityInput } from "../../editing/schema";
import { MarkFields } from "./mark-fields";
import { editUniversityHref } from "./places";
import { UniversityFacts } from "./university-facts";

export type EditedUniversity = RouterOutputs["learning"]["editing"]["university"]["data"];
export type UniversityForm = ReturnType<typeof useZodForm<WholeUniversityInput>>;

const NEW: WholeUniversityInput = {
  name: EMPTY_TEXT,
  city: EMPTY_TEXT,
  country: "",
  website: "",
  founded: null,
  mark: { letters: "", shape: "shield", hue: 210 },
  sections: Object.fromEntries(UNIVERSITY_SECTIONS.map((section) => [section, EMPTY_TEXT])) as Record<UniversitySection, LocalizedText>,
};

function toForm(university: EditedUniversity | null): WholeUniversityInput {
  if (!university) return NEW;
  const { uid, version, name, city, country, website, founded, mark, sections } = university;
  return { uid, version, name, city, country, website, founded, mark, sections };
}

/** All that a university's page says. */
export function UniversityForm({ university }: { university: EditedUniversity | null }) {
  const t = useTranslations("learning.editing");
  const editing = useTranslations("editing");
  const section = useTranslations("learning.university.sections");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const router = useRouter();
  const form = useZodForm(wholeUniversityInput, toForm(university));
  const { reset, formState, register, errorOf } = form;
  const { isDirty } = formState;
  const shown = useFormLanguage(formState);
  const [overtaken, setOvertaken] = useState(false);
  useFormDraft(form, `learning.university.${university?.uid ?? "new"}`);
  // What was changed elsewhere shows, unless something is being changed here.
  useFresh(university, () => isDirty || reset(toForm(university)));

  const { name, city, sections } = form.watch();
  const save = async (values: WholeUniversityInput): Promise<void> => {
    try {
      const { data } = await api.learning.editing.saveUniversity.mutate(values);
      setOvertaken(false);
      form.settle({ ...values, version: data.version });
      notify("success", common("saved"));
      await utils.learning.invalidate();
      if (university) return;
      // What was typed meanwhile is found there.
      moveDraft("learning.university.new", `learning.university.${data.uid}`);
      router.replace(editUniversityHref(data.uid));
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code !== "conflict") return form.showRefusal(refusal, common("offlineKept"));
      setOvertaken(true);
      await utils.learning.invalidate();
    }
  };
  const submit = form.handleSubmit(save);
  const saveOver = form.handleSubmit((values) => save({ ...values, version: university?.version }));
  const discard = () => {
    setOvertaken(false);
    reset(toForm(university));
  };

  return (
    <form ref={shown.form} noValidate className="grid gap-6" onSubmit={submit}>
      <Section title={editing("texts.title")} lead={editing("texts.lead")}>
        <FormTabs {...shown.tabs} missing={untranslated([name, city, ...Object.values(sections)])}>
          {(language) => (
            <>
              <div className="grid gap-5 sm:grid-cols-2">
                <TranslatedField
                  language={language}
                  label={t("universities.name")}
                  maxLength={TITLE_MAX}
                  error={errorOf(`name.${language}`)}
                  {...register(`name.${language}`)}
                />
                <TranslatedField
                  language={language}
                  label={t("universities.city")}
                  maxLength={80}
                  error={errorOf(`city.${language}`)}
                  {...register(`city.${language}`)}
                />
              </div>
              {UNIVERSITY_SECTIONS.map((part) => (
                <TranslatedArea
                  key={part}
                  language={language}
                  label={section(part)}
                  maxLength={4000}
                  error={errorOf(`sections.${part}.${language}`)}
                  {...register(`sections.${part}.${language}`)}
                />
              ))}
            </>
          )}
        </FormTabs>
      </Section>
      <Section title={t("universities.facts")}>
        <UniversityFacts form={form} />
      </Section>
      <Section title={t("mark.title")} lead={t("mark.lead")}>
        <MarkFields form={form} />
      </Section>
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      {overtaken ? <Overtaken busy={formState.isSubmitting} onSaveOver={() => void saveOver()} onDiscard={discard} /> : null}
      <FormButtons
        label={t(university ? "universities.save" : "universities.saveDraft")}
        busy={formState.isSubmitting}
        dirty={isDirty}
        onDiscard={discard}
      />
    </form>
  );
}
