"use client";

import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { FieldPath, UseFormRegister } from "react-hook-form";
import { useFormat } from "@/i18n/use-format";
import { COUNTRIES } from "@/lib/countries";
import { MAX_ADDRESS } from "@/lib/fields";
import { Section } from "@/ui/editing/parts";
import { SelectField, TextField } from "@/ui/field";
import { BUYER } from "../rules";
import type { InvoiceFields } from "./invoice-fields";

interface BuyerFieldsProps {
  register: UseFormRegister<InvoiceFields>;
  errorOf: (name: FieldPath<InvoiceFields>) => string | undefined;
}

/** Whom an invoice names. */
export function BuyerFields({ register, errorOf }: BuyerFieldsProps) {
  const t = useTranslations("trades.invoices.buyer");
  const locale = useLocale();
  const format = useFormat();
  const countries = useMemo(() => {
    const order = new Intl.Collator(locale);
    return COUNTRIES.map((code) => ({ code, name: format.country(code) })).sort((one, other) => order.compare(one.name, other.name));
  }, [format, locale]);
  const field = (name: "name" | "street" | "postcode" | "city") => ({
    label: t(name),
    dir: "auto" as const,
    autoComplete: "off",
    maxLength: BUYER[name],
    error: errorOf(`buyer.${name}`),
    ...register(`buyer.${name}`),
  });
  /** What letters and digits that name something share. */
  const code = (name: "taxNumber" | "reference") => ({
    label: t(name),
    dir: "ltr" as const,
    className: "rtl:text-end",
    autoComplete: "off",
    spellCheck: false,
    maxLength: BUYER[name],
    error: errorOf(`buyer.${name}`),
    ...register(`buyer.${name}`),
  });
  return (
    <Section title={t("heading")} lead={t("lead")}>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <TextField {...field("name")} />
        </div>
        <div className="sm:col-span-2">
          <TextField {...field("street")} />
        </div>
        <TextField {...field("postcode")} />
        <TextField {...field("city")} />
        <SelectField label={t("country")} error={errorOf("buyer.country")} {...register("buyer.country")}>
          <option value="">{t("noCountry")}</option>
          {countries.map(({ code: of, name }) => (
            <option key={of} value={of}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          type="email"
          label={t("email")}
          dir="ltr"
          className="rtl:text-end"
          autoComplete="off"
          maxLength={MAX_ADDRESS}
          error={errorOf("buyer.email")}
          {...register("buyer.email")}
        />
        <TextField {...code("taxNumber")} />
        <TextField {...code("reference")} help={t("referenceHelp")} />
      </div>
    </Section>
  );
}
