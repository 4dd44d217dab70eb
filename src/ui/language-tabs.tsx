"use client";

import { Tab, TabGroup, TabList, TabPanel, TabPanels } from "@headlessui/react";
import { ExclamationCircleIcon } from "@heroicons/react/20/solid";
import clsx from "clsx";
import type { ReactNode } from "react";
import { LOCALE_NAMES, LOCALES, type Locale, localeTag } from "@/lib/locales";

interface LanguageTabsProps {
  label: string;
  language: Locale;
  onChange: (language: Locale) => void;
  /** Languages in which something is still to be written, and in which something is wrong; both are said in words, too. */
  missing: readonly Locale[];
  wrong: readonly Locale[];
  words: { missing: string; wrong: string };
  children: (language: Locale) => ReactNode;
}

/** The same fields once per language, one language at a time. */
export function LanguageTabs({ label, language, onChange, missing, wrong, words, children }: LanguageTabsProps) {
  return (
    <TabGroup manual selectedIndex={LOCALES.indexOf(language)} onChange={(index) => onChange(LOCALES[index] ?? "en")}>
      <TabList aria-label={label} className="flex flex-wrap gap-x-1 border-b border-line">
        {LOCALES.map((locale) => (
          <Tab
            key={locale}
            className="-mb-px inline-flex min-h-11 items-center gap-2 border-b-2 border-transparent px-3 text-[0.95rem] font-semibold text-ink-soft -outline-offset-2 transition-colors hover:text-ink data-selected:border-primary data-selected:text-primary-text"
          >
            <span lang={localeTag(locale)}>{LOCALE_NAMES[locale]}</span>
            <LanguageMark wrong={wrong.includes(locale)} missing={missing.includes(locale)} words={words} />
          </Tab>
        ))}
      </TabList>
      <TabPanels className="pt-5">
        {LOCALES.map((locale) => (
          // The fields take the focus themselves.
          <TabPanel key={locale} tabIndex={-1} className="outline-none">
            {children(locale)}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  );
}

/** How far a language is: in a sign, and in words. */
export function LanguageMark({ wrong, missing, words }: { wrong: boolean; missing: boolean; words: LanguageTabsProps["words"] }) {
  if (!wrong && !missing) return null;
  const text = wrong ? words.wrong : words.missing;
  return (
    <span title={text} className={clsx("grid place-items-center", wrong && "text-danger")}>
      {wrong ? (
        <ExclamationCircleIcon className="size-4.5" aria-hidden="true" />
      ) : (
        <span className="size-2 rounded-full border-[1.5px] border-warning" aria-hidden="true" />
      )}
      <span className="sr-only">{text}</span>
    </span>
  );
}
