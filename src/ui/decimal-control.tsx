"use client";

import type { ComponentProps } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { DecimalField } from "./decimal-field";

type DecimalControlProps<T extends FieldValues> = Omit<ComponentProps<typeof DecimalField>, "value" | "onChange" | "name" | "inputRef"> & {
  control: Control<T>;
  name: FieldPath<T>;
  /** What stands for nothing; without it a number is missing, which the form holds as null. */
  empty?: number;
};

/** A number of a form, an amount, a quantity or a rate: what is none is refused by the form's schema. */
export function DecimalControl<T extends FieldValues>({ control, name, empty, ...rest }: DecimalControlProps<T>) {
  const { field } = useController({ control, name });
  return (
    <DecimalField
      {...rest}
      name={field.name}
      inputRef={field.ref}
      value={(field.value as number | null | undefined) ?? null}
      // Not undefined: the form would have what it began with stand in the field again.
      onChange={(value) => field.onChange(value ?? empty ?? null)}
    />
  );
}

/** A rate in percent, kept in basis points. */
export function PercentControl<T extends FieldValues>(props: Omit<DecimalControlProps<T>, "digits" | "unit">) {
  return <DecimalControl {...props} digits={2} unit="%" />;
}
