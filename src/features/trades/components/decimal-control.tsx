"use client";

import type { ComponentProps } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { DecimalField } from "@/ui/decimal-field";

type DecimalControlProps<T extends FieldValues> = Omit<ComponentProps<typeof DecimalField>, "value" | "onChange" | "name" | "inputRef"> & {
  control: Control<T>;
  name: FieldPath<T>;
};

/** A number of a form: what is empty is missing there, and what is none is refused by the form's schema. */
export function DecimalControl<T extends FieldValues>({ control, name, ...rest }: DecimalControlProps<T>) {
  const { field } = useController({ control, name });
  return (
    <DecimalField
      {...rest}
      name={field.name}
      inputRef={field.ref}
      value={(field.value as number | undefined) ?? null}
      onChange={(value) => field.onChange(value ?? undefined)}
    />
  );
}
