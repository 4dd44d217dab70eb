"use client";

import { PlusIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFieldArray } from "react-hook-form";
import { useFormat } from "@/i18n/use-format";
import { Button, IconButton } from "@/ui/button";
import { DecimalControl } from "@/ui/decimal-control";
import type { useZodForm } from "@/ui/forms";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { MOST_TIERS } from "../rules";
import type { PriceValues } from "./price-dialog";

interface TierFieldsProps {
  form: ReturnType<typeof useZodForm<PriceValues>>;
  /** What the price is for one of. */
  unit: string;
  currency: string;
  /** Of the currency. */
  digits: number;
}

/** What one is asked for once more are taken. */
export function TierFields({ form: { control, errorOf }, unit, currency, digits }: TierFieldsProps) {
  const t = useTranslations("trades.prices");
  const format = useFormat();
  const tiers = useFieldArray({ control, name: "tiers", keyName: "key" });
  const wrong = errorOf("tiers") ?? errorOf("tiers.root" as never);
  return (
    <fieldset tabIndex={-1}>
      <legend className="text-[0.95rem] font-semibold">{t("tiers")}</legend>
      <p className="mb-3 text-sm text-ink-soft">{t("tiersHelp")}</p>
      <ul className="grid gap-4">
        {tiers.fields.map(({ key }, at) => (
          <li key={key} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
            <DecimalControl
              control={control}
              name={`tiers.${at}.from`}
              digits={3}
              unit={unit}
              label={t("from")}
              error={errorOf(`tiers.${at}.from`)}
            />
            <div className="max-sm:col-start-1 max-sm:row-start-2">
              <DecimalControl
                control={control}
                name={`tiers.${at}.price`}
                digits={digits}
                least={digits}
                unit={currency}
                label={t("price")}
                error={errorOf(`tiers.${at}.price`)}
              />
            </div>
            <IconButton
              ref={passFocusAlong}
              className="mt-8 -me-2 max-sm:col-start-2 max-sm:row-start-1"
              label={t("removeTier", { number: format.number(at + 1) })}
              onClick={() => tiers.remove(at)}
            >
              <TrashIcon />
            </IconButton>
          </li>
        ))}
      </ul>
      {wrong ? (
        <p role="alert" className="mt-2 text-sm font-medium text-danger">
          {wrong}
        </p>
      ) : null}
      {tiers.fields.length < MOST_TIERS ? (
        <Button
          look="outline"
          size="sm"
          className={tiers.fields.length > 0 ? "mt-4" : ""}
          icon={<PlusIcon className="size-5" />}
          onClick={() => tiers.append({ from: null, price: null })}
        >
          {t("addTier")}
        </Button>
      ) : null}
    </fieldset>
  );
}
