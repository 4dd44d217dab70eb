"use client";

import { useTranslations } from "next-intl";
import { UNIVERSITY_SECTIONS, type UniversitySection } from "@/lib/enums/learning";
import type { LocalizedText } from "@/lib/locales";
import { EMPTY_TEXT, untranslated } from "@/lib/localized-text";
import { api, type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { ContentFormEnd, useContentForm } from "@/ui/editing/content-form";
import { Section } from "@/ui/editing/parts";
import { FormTabs, TranslatedArea, TranslatedField, useFormLanguage } from "@/ui/editing/translated-fields";
import { useZodForm } from "@/ui/forms";
import { editUniversityHref } from "../../editing/hrefs";
import { TITLE_MAX, type WholeUniversityInput, wholeUniversityInput } from "../../editing/schema";
import { MarkFields } from "./mark-fields";
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
  const utils = trpc.useUtils();
  const form = useZodForm(wholeUniversityInput, toForm(university), { stays: true });
  const { formState, register, errorOf } = form;
  const shown = useFormLanguage(formState);
  const content = useContentForm(form, {
    draft: "learning.university",
    row: university,
    toForm,
    save: async (values) => (await api.learning.editing.saveUniversity.mutate(values)).data,
    refusalOf: toApiError,
    refresh: () => utils.learning.invalidate(),
    href: editUniversityHref,
  });
  const { name, city, sections } = form.watch();

  return (
    <form ref={shown.form} noValidate className="grid gap-6" onSubmit={content.submit}>
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
      <ContentFormEnd content={content} label={t(university ? "universities.save" : "universities.saveDraft")} />
    </form>
  );
}
