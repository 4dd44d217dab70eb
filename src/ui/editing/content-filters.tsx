"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LOCALES, type Locale } from "@/lib/locales";
import { SelectField } from "@/ui/field";
import { SearchField } from "@/ui/search-field";
import { useAddress } from "@/ui/use-address";

/** What narrows a list of content: all of it stands in the address. @param label of the search field */
export function ContentFilters({ label, children }: { label: string; children: ReactNode }) {
  const { search, replace } = useAddress();
  return (
    <div className="grid w-full items-end gap-x-4 gap-y-5 sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
      <SearchField label={label} value={search} onSearch={(next) => replace({ search: next })} />
      {children}
    </div>
  );
}

interface ChoiceProps<T extends string> {
  /** In the address. */
  name: string;
  label: string;
  choices: readonly T[];
  words: (choice: T) => string;
}

export function ContentChoice<T extends string>({ name, label, choices, words }: ChoiceProps<T>) {
  const t = useTranslations("editing");
  const { params, replace } = useAddress();
  return (
    <SelectField label={label} value={params.get(name) ?? ""} onChange={({ target }) => replace({ [name]: target.value })}>
      <option value="">{t("any")}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {words(choice)}
        </option>
      ))}
    </SelectField>
  );
}

export const PUBLISHED_STATES = ["published", "draft"] as const;

export function PublishedChoice() {
  const t = useTranslations("editing.state");
  return <ContentChoice name="state" label={t("label")} choices={PUBLISHED_STATES} words={(state) => t(state)} />;
}

const TRANSLATIONS = LOCALES.filter((locale) => locale !== "en");

/** @param words a language's name */
export function MissingChoice({ words }: { words: (language: Locale) => string }) {
  const t = useTranslations("editing.columns");
  return <ContentChoice name="missing" label={t("missing")} choices={TRANSLATIONS} words={words} />;
}
