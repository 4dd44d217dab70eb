"use client";

import { useTranslations } from "next-intl";
import { useController } from "react-hook-form";
import { Choices } from "@/ui/choice";
import { DecimalControl, PercentControl } from "@/ui/decimal-control";
import { Section } from "@/ui/editing/parts";
import type { PricingForm } from "./pricing-settings";

/** By which rules prices become what is asked for. @param owns what only the owner may set can be set */
export function RuleFields({ form: { control, errorOf }, owns }: { form: PricingForm; owns: boolean }) {
  const t = useTranslations("trades.pricing");
  const included = useController({ control, name: "taxIncluded" }).field;
  return (
    <Section title={t("rules")} lead={t("rulesLead")}>
      <div className="grid gap-6">
        <Choices
          label={t("prices")}
          value={included.value ? "with" : "without"}
          choices={(["without", "with"] as const).map((value) => ({ value, label: t(`taxIncluded.${value}`) }))}
          onChange={(next) => included.onChange(next === "with")}
        />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <PercentControl
            control={control}
            name="marginFloor"
            label={t("marginFloor")}
            help={t("marginFloorHelp")}
            error={errorOf("marginFloor")}
          />
          <PercentControl
            control={control}
            name="discountLimit"
            label={t("discountLimit")}
            help={t(owns ? "discountLimitHelp" : "discountLimitOwner")}
            error={errorOf("discountLimit")}
            disabled={!owns}
          />
          <PercentControl control={control} name="deposit" label={t("deposit")} help={t("depositHelp")} error={errorOf("deposit")} />
          <PercentControl
            control={control}
            name="budgetAlert"
            label={t("budgetAlert")}
            help={t("budgetAlertHelp")}
            error={errorOf("budgetAlert")}
          />
          <PercentControl control={control} name="waste" label={t("waste")} help={t("wasteHelp")} error={errorOf("waste")} />
          <DecimalControl
            control={control}
            name="validityDays"
            digits={0}
            label={t("validityDays")}
            help={t("validityDaysHelp")}
            error={errorOf("validityDays")}
          />
          <DecimalControl
            control={control}
            name="paymentDays"
            digits={0}
            label={t("paymentDays")}
            help={t("paymentDaysHelp")}
            error={errorOf("paymentDays")}
          />
        </div>
      </div>
    </Section>
  );
}
