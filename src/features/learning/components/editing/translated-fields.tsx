"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { type Locale, localeDirection, localeTag } from "@/lib/locales";
import { TextArea, TextField } from "@/ui/field";
import { LanguageTabs } from "@/ui/language-tabs";
import { languagesIn } from "../../rules";

interface FormState {
  errors: object;
  submitCount: number;
}

/**
 * The language whose texts a form shows. Where something is wrong in another one only, that comes forward after the submit, and
 * the focus goes to the first field in sight that is wrong.
 */
export function useFormLanguage({ errors, submitCount }: FormState): {
  language: Locale;
  setLanguage: (language: Locale) => void;
  wrong: Locale[];
  form: RefObject<HTMLFormElement | null>;
} {
  const [language, setLanguage] = useState<Locale>("en");
  const form = useRef<HTMLFormElement>(null);
  const toFocus = useRef(false);
  const wrong = languagesIn(errors);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once after each submit, with what was found then
  useEffect(() => {
    if (submitCount === 0) return;
    toFocus.current = Object.keys(errors).length > 0;
    const [first] = wrong;
    if (first && !wrong.includes(language)) setLanguage(first);
  }, [submitCount]);
  useEffect(() => {
    if (!toFocus.current) return;
    const field = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (!field) return;
    toFocus.current = false;
    field.focus();
  });
  return { language, setLanguage, wrong, form };
}

interface FormTabsProps {
  language: Locale;
  setLanguage: (language: Locale) => void;
  missing: Locale[];
  wrong: Locale[];
  children: (language: Locale) => ReactNode;
}

export function FormTabs({ language, setLanguage, missing, wrong, children }: FormTabsProps) {
  const t = useTranslations("learning.editing.languages");
  return (
    <LanguageTabs
      label={t("label")}
      language={language}
      onChange={setLanguage}
      missing={missing}
      wrong={wrong}
      words={{ missing: t("missing"), wrong: t("wrong") }}
    >
      {(shown) => <div className="grid gap-5">{children(shown)}</div>}
    </LanguageTabs>
  );
}

/** A field is written in the language of its text. */
const written = (language: Locale) => ({ lang: localeTag(language), dir: localeDirection(language) });

export const TranslatedField = ({ language, ...rest }: ComponentProps<typeof TextField> & { language: Locale }) => (
  <TextField {...written(language)} {...rest} />
);

export const TranslatedArea = ({ language, ...rest }: ComponentProps<typeof TextArea> & { language: Locale }) => (
  <TextArea {...written(language)} {...rest} />
);
