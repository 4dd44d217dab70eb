"use client";

import { useLocale } from "next-intl";
import { type ReactNode, type Ref, useState } from "react";
import { readDecimal, writeDecimal } from "@/lib/decimals";
import { TextField } from "./field";

interface DecimalFieldProps {
  label: string;
  /** A whole number of the smallest units; null where nothing stands there, and not a number where what stands there is none. */
  value: number | null;
  onChange: (value: number | null) => void;
  /** After the point: 2 for most money, 3 for quantities, 2 for percent in basis points. */
  digits: number;
  /** So many of them are written even if they are noughts. */
  least?: number;
  /** What it is a number of, at the field's end. */
  unit?: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  name?: string;
  className?: string;
}

/** An amount, a quantity or a rate: typed as the reader writes numbers, kept as a whole number. */
export function DecimalField({ value, onChange, digits, least = 0, unit, inputRef, className, ...rest }: DecimalFieldProps) {
  const tag = useLocale();
  const shown = value === null || Number.isNaN(value) ? "" : writeDecimal(value, digits, tag, least);
  // What is being typed stays as it is typed, as long as the value is what was made of it; what is set from elsewhere shows.
  const [typed, setTyped] = useState<{ text: string; value?: number | null }>();
  if (typed && typed.value === undefined) setTyped({ ...typed, value });
  const typing = typed && Object.is(typed.value, value) ? typed.text : undefined;
  return (
    <TextField
      {...rest}
      ref={inputRef}
      dir="ltr"
      inputMode={digits === 0 ? "numeric" : "decimal"}
      autoComplete="off"
      className={`tabular rtl:text-end ${className ?? ""}`}
      trailing={unit === undefined ? undefined : <span className="pe-3 text-sm text-ink-soft">{unit}</span>}
      value={typing ?? shown}
      onChange={({ target }) => {
        setTyped({ text: target.value });
        onChange(target.value.trim() === "" ? null : (readDecimal(target.value, digits, tag) ?? Number.NaN));
      }}
      onBlur={() => {
        // What is no number stays to be mended.
        if (typing === undefined || typing.trim() === "" || readDecimal(typing, digits, tag) !== undefined) setTyped(undefined);
      }}
    />
  );
}
