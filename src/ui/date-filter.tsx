"use client";

import { TextField } from "@/ui/field";
import { useTypedFilter } from "@/ui/use-typed-filter";

/** A year comes digit by digit: the first three are a year, too, but none that is looked for. */
const WHOLE = /^[1-9]\d{3}-\d\d-\d\d$/;

interface DateFilterProps {
  label: string;
  /** The first and the last day that can be. */
  min?: string | undefined;
  max?: string | undefined;
  /** As 2026-11-26; undefined for any. */
  value: string | undefined;
  /** Empty for any. */
  onChange: (day: string) => void;
}

/** A day that narrows a list. */
export function DateFilter({ value = "", onChange, ...field }: DateFilterProps) {
  const { text, type, ask } = useTypedFilter(value, onChange);
  return (
    <TextField
      {...field}
      type="date"
      value={text}
      onChange={({ target }) => type(target.value, target.value === "" || WHOLE.test(target.value) ? target.value : undefined)}
      // Whoever leaves it means what stands there.
      onBlur={() => ask(text)}
    />
  );
}
