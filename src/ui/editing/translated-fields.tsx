"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { LOCALE_NAMES, LOCALES, type Locale, localeDirection, localeTag } from "@/lib/locales";
import { languagesIn } from "@/lib/localized-text";
import { TextArea, TextField } from "@/ui/field";
import { useMedia } from "@/ui/hooks";
import { LanguageMark, LanguageTabs } from "@/ui/language-tabs";

interface FormState {
  errors: object;
  submitCount: number;
}

/**
 * The language whose texts a form shows. Where something is wrong in another one only, that comes forward after the submit, and
 * the focus goes to the first field in sight that is wrong.
 */
export function useFormLanguage({ errors, submitCount }: FormState) {
  const [language, setLanguage] = useState<Locale>("en");
  const form = useRef<HTMLFormElement>(null);
  const toFocus = useRef(false);
  const wrong = languagesIn(errors);
  const focusWrong = () => {
    if (!toFocus.current) return;
    const field = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (field) toFocus.current = false;
    field?.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once after each submit, with what was found then
  useEffect(() => {
    if (submitCount === 0) return;
    toFocus.current = Object.keys(errors).length > 0;
    const [first] = wrong;
    if (first && !wrong.includes(language)) setLanguage(first);
    else focusWrong();
  }, [submitCount]);
  return { form, tabs: { language, setLanguage, wrong, onShown: focusWrong } };
}

interface FormTabsProps {
  language: Locale;
  setLanguage: (language: Locale) => void;
  missing: Locale[];
  wrong: Locale[];
  /** The fields of a language have come into sight. */
  onShown: () => void;
  children: (language: Locale) => ReactNode;
}

export function FormTabs({ language, setLanguage, missing, wrong, onShown, children }: FormTabsProps) {
  const t = useTranslations("editing.languages");
  return (
    <LanguageTabs
      label={t("label")}
      language={language}
      onChange={setLanguage}
      missing={missing}
      wrong={wrong}
      words={{ missing: t("missing"), wrong: t("wrong") }}
    >
      {(shown) => <Fields onShown={onShown}>{children(shown)}</Fields>}
    </LanguageTabs>
  );
}

/** The same fields once per language: side by side where there is room, else one language at a time. */
export function FormLanguages(props: FormTabsProps) {
  const wide = useMedia("(min-width: 80rem)");
  if (!wide) return <FormTabs {...props} />;
  return <SideBySide {...props} />;
}

function SideBySide({ missing, wrong, onShown, children }: FormTabsProps) {
  const t = useTranslations("editing.languages");
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(17rem,1fr))] items-start gap-x-6 gap-y-8">
      {LOCALES.map((language) => (
        <fieldset key={language} className="min-w-0">
          <legend className="mb-4 flex w-full items-center gap-2 border-b border-line pb-2 font-semibold">
            <span lang={localeTag(language)}>{LOCALE_NAMES[language]}</span>
            <LanguageMark
              wrong={wrong.includes(language)}
              missing={missing.includes(language)}
              words={{ missing: t("missing"), wrong: t("wrong") }}
            />
          </legend>
          <Fields onShown={onShown}>{children(language)}</Fields>
        </fieldset>
      ))}
    </div>
  );
}

function Fields({ onShown, children }: { onShown: () => void; children: ReactNode }) {
  useEffect(onShown);
  return <div className="grid gap-5">{children}</div>;
}

/** A field is written in the language of its text. */
const written = (language: Locale) => ({ lang: localeTag(language), dir: localeDirection(language) });

export const TranslatedField = ({ language, ...rest }: ComponentProps<typeof TextField> & { language: Locale }) => (
  <TextField {...written(language)} {...rest} />
);

export const TranslatedArea = ({ language, ...rest }: ComponentProps<typeof TextArea> & { language: Locale }) => (
  <TextArea {...written(language)} {...rest} />
);
