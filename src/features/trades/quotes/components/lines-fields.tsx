"use client";

import { PlusIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type Control, useController, useFieldArray } from "react-hook-form";
import { useFormat } from "@/i18n/use-format";
import { PRICE_UNITS } from "@/lib/enums/trades-pricing";
import { minorDigits } from "@/lib/money";
import { priceFor, repriced } from "@/lib/pricing/prices";
import { Button, IconButton } from "@/ui/button";
import { Checkbox } from "@/ui/checkboxes";
import { DecimalField } from "@/ui/decimal-field";
import { SelectField, TextField } from "@/ui/field";
import { passFocusAlong } from "@/ui/pass-focus-on";
import type { OfferedPrices } from "../hooks/use-offered";
import { MOST_LINES, QUOTE } from "../rules";
import type { LineFields, QuoteFields } from "../schema";

const newLine = (): LineFields => ({
  kind: "item",
  code: "",
  text: "",
  unit: "piece",
  quantity: 1000,
  price: null as unknown as number,
  cost: 0,
  discount: 0,
  taxUid: null,
  optional: false,
});

interface LinesProps {
  control: Control<QuoteFields>;
  offered: OfferedPrices;
  currency: string;
  errorOf: (name: never) => string | undefined;
}

/** What is asked for beside the pieces: from the price list, or written by hand. */
export function LinesFields({ control, offered, currency, errorOf }: LinesProps) {
  const t = useTranslations("trades.quotes");
  const format = useFormat();
  const lines = useFieldArray({ control, name: "lines", keyName: "key" });
  const wrong = errorOf("lines" as never);
  const items = [...offered.items.values()];
  const full = lines.fields.length >= MOST_LINES;
  const take = (code: string) => {
    const item = offered.items.get(code);
    if (!item) return;
    const { kind, name: text, unit, cost, taxUid } = item;
    lines.append({ ...newLine(), kind, code, text, unit, cost, taxUid, price: priceFor(item, 1000) });
  };
  return (
    <div tabIndex={-1} className="grid gap-5">
      {lines.fields.length === 0 ? <p className="text-ink-soft">{t("noLines")}</p> : null}
      {lines.fields.map(({ key }, at) => (
        <Line
          key={key}
          at={at}
          control={control}
          offered={offered}
          currency={currency}
          errorOf={errorOf}
          onRemove={() => lines.remove(at)}
        />
      ))}
      {wrong ? <p className="text-sm font-medium text-danger">{wrong}</p> : null}
      {full ? null : (
        <div className="flex flex-wrap items-end gap-3">
          {items.length > 0 ? (
            <div className="min-w-0 basis-64">
              <SelectField label={t("fromList")} value="" onChange={({ target }) => take(target.value)}>
                <option value="">{t("choose")}</option>
                {items.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {format.joined([name, code])}
                  </option>
                ))}
              </SelectField>
            </div>
          ) : null}
          <Button look="outline" icon={<PlusIcon className="size-5" />} onClick={() => lines.append(newLine())}>
            {t("addLine")}
          </Button>
        </div>
      )}
    </div>
  );
}

function Line({ at, control, offered, currency, errorOf, onRemove }: LinesProps & { at: number; onRemove: () => void }) {
  const t = useTranslations("trades.quotes");
  const units = useTranslations("trades.quotes.units");
  const pricing = useTranslations("trades.pricing");
  const format = useFormat();
  const { field } = useController({ control, name: `lines.${at}` });
  const line = field.value;
  const change = (part: Partial<LineFields>) => field.onChange({ ...line, ...part });
  const listed = offered.items.get(line.code);
  // An empty field is none of it.
  const priceWith = (quantity: number | null) =>
    listed ? repriced(listed, { price: line.price, quantity: line.quantity ?? 0 }, quantity ?? 0) : line.price;
  const problem = (name: string) => errorOf(`lines.${at}.${name}` as never);
  const digits = minorDigits(currency);
  // A line keeps a tax that the shop has given up since, until another one is chosen.
  const taxes = offered.taxes.filter(({ uid, retired }) => !retired || uid === line.taxUid);
  const money = (name: "price" | "cost") => (
    <DecimalField
      label={t(name)}
      unit={currency}
      digits={digits}
      least={digits}
      value={line[name]}
      error={problem(name)}
      onChange={(value) => change({ [name]: value as number })}
    />
  );
  return (
    <fieldset className="grid gap-4 rounded-box border border-line p-4">
      <legend className="px-1 font-semibold">{t("line", { number: format.number(at + 1) })}</legend>
      <div className="flex items-end gap-3">
        <div className="min-w-0 flex-1">
          <TextField
            label={t("text")}
            dir="auto"
            autoComplete="off"
            maxLength={QUOTE.text}
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
          value={line.quantity}
          error={problem("quantity")}
          onChange={(quantity) => change({ quantity: quantity as number, price: priceWith(quantity) })}
        />
        <SelectField
          label={t("unit")}
          value={line.unit}
          error={problem("unit")}
          onChange={({ target }) => change({ unit: target.value as LineFields["unit"] })}
        >
          {PRICE_UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {units(unit)}
            </option>
          ))}
        </SelectField>
        {money("price")}
        {money("cost")}
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
          value={line.taxUid ?? ""}
          error={problem("taxUid")}
          onChange={({ target }) => change({ taxUid: target.value || null })}
        >
          <option value="">{t("usualTax")}</option>
          {taxes.map(({ uid, name, rate, retired }) => (
            <option key={uid} value={uid}>
              {format.joined([`${name} ${format.rate(rate)}`, retired ? pricing("retired") : ""])}
            </option>
          ))}
        </SelectField>
      </div>
      <Checkbox label={t("optional")} checked={line.optional} onChange={({ target }) => change({ optional: target.checked })} />
    </fieldset>
  );
}
