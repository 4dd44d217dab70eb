"use client";

import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { useFormat } from "@/i18n/use-format";
import { COUNTRIES } from "@/lib/countries";
import { SelectField, TextField } from "@/ui/field";
import type { UniversityForm } from "./university-form";

const yearOrNull = { setValueAs: (value: string | number | null) => (value === "" || value === null ? null : Number(value)) };

/** What is the same in every language. */
export function UniversityFacts({ form: { register, errorOf } }: { form: UniversityForm }) {
  const t = useTranslations("learning.editing.universities");
  const university = useTranslations("learning.university");
  const format = useFormat();
  const locale = useLocale();
  const countries = useMemo(() => {
    const order = new Intl.Collator(locale);
    return COUNTRIES.map((code) => ({ code, name: format.country(code) })).sort((one, other) => order.compare(one.name, other.name));
  }, [format, locale]);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField label={t("country")} error={errorOf("country")} {...register("country")}>
        <option value="" disabled>
          {t("chooseCountry")}
        </option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t("founded")}
        help={t("foundedHelp")}
        error={errorOf("founded")}
        inputMode="numeric"
        dir="ltr"
        className="rtl:text-end"
        {...register("founded", yearOrNull)}
      />
      <div className="sm:col-span-2">
        <TextField
          label={university("website")}
          error={errorOf("website")}
          type="url"
          inputMode="url"
          dir="ltr"
          className="rtl:text-end"
          placeholder="https://"
          maxLength={300}
          {...register("website")}
        />
      </div>
    </div>
  );
}
