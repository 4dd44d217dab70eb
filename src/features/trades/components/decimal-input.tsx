"use client";

import type { ComponentProps } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { DecimalField } from "@/ui/decimal-field";

type DecimalInputProps<T extends FieldValues> = Omit<ComponentProps<typeof DecimalField>, "value" | "onChange" | "inputRef" | "name"> & {
  control: Control<T>;
  name: FieldPath<T>;
  /** What stands for nothing; none unless it is said. */
  empty?: number | null;
};

/** A number of a form: an amount, a quantity or a rate. */
export function DecimalInput<T extends FieldValues>({ control, name, empty = null, ...rest }: DecimalInputProps<T>) {
  const { field } = useController({ control, name });
  return (
    <DecimalField
      {...rest}
      name={name}
      inputRef={field.ref}
      value={field.value ?? null}
      onChange={(value) => field.onChange(value ?? empty)}
    />
  );
}

/** A rate in percent, kept in basis points. */
export function PercentInput<T extends FieldValues>(props: Omit<DecimalInputProps<T>, "digits" | "unit">) {
  return <DecimalInput {...props} digits={2} unit="%" />;
}
