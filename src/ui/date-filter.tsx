"use client";

import type { ChangeEvent } from "react";
import { TextField } from "@/ui/field";
import { useTypedFilter } from "@/ui/use-typed-filter";

/** A year comes digit by digit: the first three are a year, too, but none that is looked for. */
const WHOLE = /^[1-9]\d{3}-\d\d-\d\d$/;

/**
 * What a field for a day needs whose value the address says.
 * @param value as 2026-11-26, or empty  @param onChange told of a whole day, or that there is none
 */
export function useTypedDay(value: string, onChange: (day: string) => void) {
  const { text, type, ask } = useTypedFilter(value, onChange);
  return {
    type: "date",
    value: text,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
      type(target.value, target.value === "" || WHOLE.test(target.value) ? target.value : undefined),
    // Whoever leaves it means what stands there.
    onBlur: () => ask(text),
  } as const;
}

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
  return <TextField {...field} {...useTypedDay(value, onChange)} />;
}
