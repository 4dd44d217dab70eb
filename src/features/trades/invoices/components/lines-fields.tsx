"use client";

import { PlusIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type Control, type FieldPath, useController, useFieldArray } from "react-hook-form";
import { useFormat } from "@/i18n/use-format";
import { PRICE_UNITS } from "@/lib/enums/trades-pricing";
import { minorDigits } from "@/lib/money";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button, IconButton } from "@/ui/button";
import { DecimalField } from "@/ui/decimal-field";
import { SelectField, TextField } from "@/ui/field";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { type Taxes, taxKey } from "../hooks/use-taxes";
import { INVOICE, MOST_INVOICE_LINES } from "../rules";
import type { InvoiceLineFields } from "../schema";
import { type InvoiceFields, newLine } from "./invoice-fields";

interface LinesProps {
  control: Control<InvoiceFields>;
  taxes: Taxes;
  currency: string;
  errorOf: (name: FieldPath<InvoiceFields>) => string | undefined;
}

/** What is asked for, line by line. */
export function LinesFields({ control, taxes, currency, errorOf }: LinesProps) {
  const t = useTranslations("trades.invoices");
  const lines = useFieldArray({ control, name: "lines", keyName: "key" });
  const { query, usual } = taxes;
  const wrong = errorOf("lines");
  return (
    <div tabIndex={-1} className="grid gap-5">
      {lines.fields.length === 0 ? <p className="text-ink-soft">{t("noLines")}</p> : null}
      {lines.fields.map(({ key }, at) => (
        <Line key={key} at={at} control={control} taxes={taxes} currency={currency} errorOf={errorOf} onRemove={() => lines.remove(at)} />
      ))}
      {wrong ? <p className="text-sm font-medium text-danger">{wrong}</p> : null}
      {lines.fields.length >= MOST_INVOICE_LINES ? null : isMissing(query) ? (
        <LoadFailed query={query} />
      ) : (
        <Button
          look="outline"
          className="justify-self-start"
          icon={<PlusIcon className="size-5" />}
          busy={usual === undefined}
          onClick={() => usual && lines.append(newLine(usual))}
        >
          {t("addLine")}
        </Button>
      )}
    </div>
  );
}

function Line({ at, control, taxes, currency, errorOf, onRemove }: LinesProps & { at: number; onRemove: () => void }) {
  const t = useTranslations("trades.invoices");
  const units = useTranslations("trades.quotes.units");
  const format = useFormat();
  const { field } = useController({ control, name: `lines.${at}` });
  const line = field.value;
  const change = (part: Partial<InvoiceLineFields>) => field.onChange({ ...line, ...part });
  const problem = (name: keyof InvoiceLineFields) => errorOf(`lines.${at}.${name}`);
  const digits = minorDigits(currency);
  const offered = taxes.offered(line.tax);
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-box border border-line p-4">
      <legend className="px-1 font-semibold">{t("line", { number: format.number(at + 1) })}</legend>
      <div className="flex items-end gap-3">
        <div className="min-w-0 flex-1">
          <TextField
            label={t("text")}
            dir="auto"
            autoComplete="off"
            maxLength={INVOICE.text}
            value={line.text}
            error={problem("text")}
            onChange={({ target }) => change({ text: target.value })}
          />
        </div>
        <IconButton ref={passFocusAlong} label={t("removeLine", { number: format.number(at + 1) })} onClick={onRemove}>
          <TrashIcon />
        </IconButton>
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <DecimalField
          label={t("quantity")}
          digits={3}
          value={line.quantity ?? null}
          error={problem("quantity")}
          onChange={(quantity) => change({ quantity: quantity ?? undefined })}
        />
        <SelectField
          label={t("unit")}
          value={line.unit}
          error={problem("unit")}
          onChange={({ target }) => change({ unit: target.value as InvoiceLineFields["unit"] })}
        >
          {PRICE_UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {units(unit)}
            </option>
          ))}
        </SelectField>
        <DecimalField
          label={t("price")}
          unit={currency}
          digits={digits}
          least={digits}
          value={line.price ?? null}
          error={problem("price")}
          onChange={(price) => change({ price: price ?? undefined })}
        />
        <DecimalField
          label={t("lineDiscount")}
          unit="%"
          digits={2}
          value={line.discount}
          error={problem("discount")}
          onChange={(discount) => change({ discount: discount ?? 0 })}
        />
        <SelectField
          label={t("tax")}
          value={taxKey(line.tax)}
          error={problem("tax")}
          onChange={({ target }) => {
            const tax = offered.find((one) => taxKey(one) === target.value);
            if (tax) change({ tax });
          }}
        >
          {offered.map((tax) => (
            <option key={taxKey(tax)} value={taxKey(tax)}>
              {taxes.wordOf(tax)}
            </option>
          ))}
        </SelectField>
      </div>
    </fieldset>
  );
}
