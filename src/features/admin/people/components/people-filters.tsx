"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { ROLES } from "@/lib/enums/account";
import { PLANS } from "@/lib/enums/subscription";
import { LOCALES } from "@/lib/locales";
import { DateFilter } from "@/ui/date-filter";
import { SelectField } from "@/ui/field";
import { SearchField } from "@/ui/search-field";
import { useAddress } from "@/ui/use-address";
import { usePeopleFilters } from "../hooks/use-people";
import { LISTED_STATES } from "../rules";

interface ChoiceProps {
  name: "state" | "role" | "plan" | "language";
  label: string;
  value: string | undefined;
  choices: { value: string; label: string }[];
}

/** Whom the list shows: all of it stands in the address. */
export function PeopleFilters() {
  const t = useTranslations("admin.people");
  const plans = useTranslations("subscription.plans");
  const format = useFormat();
  const { replace } = useAddress();
  const { search, state, role, plan, language, from, to } = usePeopleFilters();
  const named = <T extends string>(values: readonly T[], label: (value: T) => string) =>
    values.map((value) => ({ value, label: label(value) }));
  return (
    <div className="grid w-full gap-3">
      <SearchField label={t("search")} value={search ?? ""} onSearch={(next) => replace({ search: next })} />
      <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-6">
        <Choice name="state" label={t("columns.state")} value={state} choices={named(LISTED_STATES, (one) => t(`states.${one}`))} />
        <Choice name="role" label={t("columns.role")} value={role} choices={named(ROLES, (one) => t(`roles.${one}`))} />
        <Choice name="plan" label={t("columns.plan")} value={plan} choices={named(PLANS, (one) => plans(one))} />
        <Choice name="language" label={t("columns.language")} value={language} choices={named(LOCALES, format.language)} />
        <DateFilter label={t("from")} max={to} value={from} onChange={(from) => replace({ from })} />
        <DateFilter label={t("to")} min={from} value={to} onChange={(to) => replace({ to })} />
      </div>
    </div>
  );
}

function Choice({ name, label, value, choices }: ChoiceProps) {
  const t = useTranslations("admin.people");
  const { replace } = useAddress();
  return (
    <SelectField label={label} value={value ?? ""} onChange={({ target }) => replace({ [name]: target.value })}>
      <option value="">{t("any")}</option>
      {choices.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </SelectField>
  );
}
