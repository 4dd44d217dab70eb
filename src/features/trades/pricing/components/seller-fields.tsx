"use client";

import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { useFormat } from "@/i18n/use-format";
import { COUNTRIES } from "@/lib/countries";
import { MAX_ADDRESS } from "@/lib/fields";
import { Section } from "@/ui/editing/parts";
import { SelectField, TextArea, TextField } from "@/ui/field";
import { SELLER } from "../rules";
import type { PricingForm } from "./pricing-settings";

/** Who sells, as documents say it. */
export function SellerFields({ form: { register, errorOf } }: { form: PricingForm }) {
  const t = useTranslations("trades.pricing.seller");
  const locale = useLocale();
  const format = useFormat();
  const countries = useMemo(() => {
    const order = new Intl.Collator(locale);
    return COUNTRIES.map((code) => ({ code, name: format.country(code) })).sort((one, other) => order.compare(one.name, other.name));
  }, [format, locale]);
  /** What letters and digits that name something share. */
  const code = { dir: "ltr", autoComplete: "off", spellCheck: false, className: "rtl:text-end" } as const;
  return (
    <Section title={t("title")} lead={t("lead")}>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <TextField
            label={t("name")}
            dir="auto"
            autoComplete="organization"
            maxLength={SELLER.name}
            error={errorOf("seller.name")}
            {...register("seller.name")}
          />
        </div>
        <div className="sm:col-span-2">
          <TextArea
            rows={2}
            label={t("street")}
            autoComplete="street-address"
            maxLength={SELLER.street}
            error={errorOf("seller.street")}
            {...register("seller.street")}
          />
        </div>
        <TextField
          label={t("postcode")}
          dir="auto"
          autoComplete="postal-code"
          maxLength={SELLER.postcode}
          error={errorOf("seller.postcode")}
          {...register("seller.postcode")}
        />
        <TextField
          label={t("city")}
          dir="auto"
          autoComplete="address-level2"
          maxLength={SELLER.city}
          error={errorOf("seller.city")}
          {...register("seller.city")}
        />
        <SelectField label={t("country")} autoComplete="country" error={errorOf("seller.country")} {...register("seller.country")}>
          <option value="">{t("noCountry")}</option>
          {countries.map(({ code: of, name }) => (
            <option key={of} value={of}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          type="tel"
          label={t("phone")}
          dir="ltr"
          className="rtl:text-end"
          autoComplete="tel"
          maxLength={SELLER.phone}
          error={errorOf("seller.phone")}
          {...register("seller.phone")}
        />
        <div className="sm:col-span-2">
          <TextField
            type="email"
            label={t("email")}
            dir="ltr"
            className="rtl:text-end"
            autoComplete="email"
            maxLength={MAX_ADDRESS}
            error={errorOf("seller.email")}
            {...register("seller.email")}
          />
        </div>
        <TextField
          label={t("taxNumber")}
          help={t("taxNumberHelp")}
          {...code}
          maxLength={SELLER.taxNumber}
          error={errorOf("seller.taxNumber")}
          {...register("seller.taxNumber")}
        />
        <TextField
          label={t("registration")}
          help={t("registrationHelp")}
          {...code}
          maxLength={SELLER.registration}
          error={errorOf("seller.registration")}
          {...register("seller.registration")}
        />
        <TextField label={t("iban")} {...code} maxLength={SELLER.iban * 2} error={errorOf("seller.iban")} {...register("seller.iban")} />
        <TextField label={t("bic")} {...code} maxLength={SELLER.bic * 2} error={errorOf("seller.bic")} {...register("seller.bic")} />
        <div className="sm:col-span-2">
          <TextArea
            rows={3}
            label={t("note")}
            help={t("noteHelp")}
            maxLength={SELLER.note}
            error={errorOf("seller.note")}
            {...register("seller.note")}
          />
        </div>
      </div>
    </Section>
  );
}
