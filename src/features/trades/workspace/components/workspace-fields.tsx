"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import type { FieldPath, UseFormReturn } from "react-hook-form";
import { TAX_MODES } from "@/lib/enums/trades";
import { LOCALE_NAMES, LOCALES } from "@/lib/locales";
import { Choices } from "@/ui/choice";
import { SelectField, TextField } from "@/ui/field";
import { useTimeZones, withChosen } from "@/ui/time-zones";
import { WORKSPACE } from "../../rules";
import { currencies } from "../rules";
import type { WorkspaceFields as Values } from "../schema";

type Form<T extends Values> = UseFormReturn<T> & { errorOf: (name: FieldPath<T>) => string | undefined };

/** What a workspace is like, in the form that makes one and the one that changes it. */
export function WorkspaceFields<T extends Values>({ form: given }: { form: Form<T> }) {
  const t = useTranslations("trades.form");
  // Each of the two forms has these fields, and others that do not matter here.
  const form = given as unknown as Form<Values>;
  const { register, errorOf, watch, setValue } = form;
  const { timeZone, currency, taxMode } = watch();
  const zones = useTimeZones(timeZone);
  const known = useCurrencies();
  return (
    <div className="grid gap-5">
      <TextField
        label={t("name")}
        dir="auto"
        maxLength={WORKSPACE.name}
        autoComplete="organization"
        error={errorOf("name")}
        {...register("name")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        {/* Their options come late, and what was chosen before them would not be shown. */}
        <SelectField label={t("timeZone")} help={t("timeZoneHelp")} error={errorOf("timeZone")} {...register("timeZone")} value={timeZone}>
          {timeZone ? null : <option value="" />}
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll("_", " ")}
            </option>
          ))}
        </SelectField>
        <SelectField label={t("currency")} help={t("currencyHelp")} error={errorOf("currency")} {...register("currency")} value={currency}>
          {withChosen(known.codes, currency).map((code) => (
            <option key={code} value={code}>
              {known.nameOf(code)}
            </option>
          ))}
        </SelectField>
        <SelectField label={t("language")} help={t("languageHelp")} error={errorOf("language")} {...register("language")}>
          {LOCALES.map((locale) => (
            <option key={locale} value={locale}>
              {LOCALE_NAMES[locale]}
            </option>
          ))}
        </SelectField>
      </div>
      <Choices
        label={t("taxMode")}
        value={taxMode}
        choices={TAX_MODES.map((mode) => ({ value: mode, label: t(`tax.${mode}`) }))}
        onChange={(mode) => setValue("taxMode", mode, { shouldDirty: true })}
        error={errorOf("taxMode")}
      />
    </div>
  );
}

/** Currencies of the browser: the page itself is the same document for all. */
function useCurrencies() {
  const locale = useLocale();
  const [codes, setCodes] = useState<string[]>([]);
  useEffect(() => setCodes(currencies()), []);
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: "currency" });
    const nameOf = (code: string) => `${code} · ${names.of(code) ?? code}`;
    return { codes, nameOf };
  }, [codes, locale]);
}
