"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { QUESTION_STATES } from "@/lib/enums";
import { LOCALES } from "@/lib/locales";
import { SelectField } from "@/ui/field";
import { SearchField } from "@/ui/search-field";
import { useAddress } from "@/ui/use-address";

const TRANSLATIONS = LOCALES.filter((locale) => locale !== "en");

export function BankFilters({ categories }: { categories: { uid: string; name: string }[] }) {
  const t = useTranslations("practice.editing");
  const format = useFormat();
  const { params, search, replace } = useAddress();
  const chosen = (name: string) => ({
    value: params.get(name) ?? "",
    onChange: ({ target }: { target: { value: string } }) => replace({ [name]: target.value }),
  });
  return (
    <div className="grid w-full items-end gap-x-4 gap-y-5 sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
      <SearchField label={t("search")} value={search} onSearch={(next) => replace({ search: next })} />
      <SelectField label={t("category")} {...chosen("category")}>
        <option value="">{t("any")}</option>
        {categories.map(({ uid, name }) => (
          <option key={uid} value={uid}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={t("state")} {...chosen("state")}>
        <option value="">{t("any")}</option>
        {QUESTION_STATES.map((state) => (
          <option key={state} value={state}>
            {t(`states.${state}`)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t("missing")} {...chosen("missing")}>
        <option value="">{t("any")}</option>
        {TRANSLATIONS.map((language) => (
          <option key={language} value={language}>
            {format.language(language)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
