"use client";

import { PlusIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type Control, type FieldErrors, type FieldPath, type FieldValues, useFieldArray, useWatch } from "react-hook-form";
import { useFormat } from "@/i18n/use-format";
import { Button, IconButton } from "@/ui/button";
import { DecimalControl } from "@/ui/decimal-control";
import { TextField } from "@/ui/field";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { MOST_DEFECTS, SLAB } from "../rules";
import type { DefectFields as Defect, SlabForm } from "../schema";
import { SlabDrawing } from "./slab-drawing";

interface DefectFieldsProps {
  control: Control<SlabForm>;
  errorOf: (name: FieldPath<SlabForm>) => string | undefined;
  register: (name: FieldPath<SlabForm>) => object;
  errors: FieldErrors<SlabForm>;
}

/** Where a new one is put: near the corner, to be moved. */
const fresh = (): Defect => ({ x: 0, y: 0, length: 100, width: 100, note: "" });

/** What is the matter with a slab, drawn as it is typed. */
export function DefectFields({ control, errorOf, register, errors }: DefectFieldsProps) {
  const t = useTranslations("trades.slabs");
  const format = useFormat();
  const { fields, append, remove } = useFieldArray({ control, name: "defects" });
  const [length, width, defects] = useWatch({ control, name: ["length", "width", "defects"] });
  const [current, setCurrent] = useState<number>();
  // Of the list as a whole, beside what is said of each of them.
  const problem = errors.defects?.root?.message ?? errors.defects?.message;
  return (
    <div tabIndex={-1} className="grid gap-5">
      <SlabDrawing length={length} width={width} defects={defects ?? []} current={current} />
      {fields.map(({ id }, at) => (
        <fieldset
          key={id}
          className="grid gap-4 rounded-box border border-line p-4"
          onFocus={() => setCurrent(at)}
          onBlur={() => setCurrent(undefined)}
        >
          <legend className="sr-only">{t("defect", { number: format.number(at + 1) })}</legend>
          <div className="flex items-center justify-between gap-3">
            <p className="font-semibold" aria-hidden="true">
              {t("defect", { number: format.number(at + 1) })}
            </p>
            <IconButton
              ref={passFocusAlong}
              label={t("removeDefect", { number: format.number(at + 1) })}
              onClick={() => remove(at)}
              className="-my-2 -me-2"
            >
              <TrashIcon />
            </IconButton>
          </div>
          <RectFields control={control} prefix={`defects.${at}`} errorOf={errorOf} />
          <TextField
            label={t("defectNote")}
            dir="auto"
            autoComplete="off"
            maxLength={SLAB.defect}
            error={errorOf(`defects.${at}.note`)}
            {...register(`defects.${at}.note`)}
          />
        </fieldset>
      ))}
      {problem ? (
        <p role="alert" className="text-sm font-medium text-danger">
          {errorOf("defects") ?? errorOf("defects.root" as "defects")}
        </p>
      ) : null}
      {fields.length < MOST_DEFECTS ? (
        <Button look="outline" className="justify-self-start" icon={<PlusIcon className="size-5" />} onClick={() => append(fresh())}>
          {t("addDefect")}
        </Button>
      ) : null}
    </div>
  );
}

interface RectFieldsProps<T extends FieldValues> {
  control: Control<T>;
  /** Where it stands in the form. */
  prefix: string;
  errorOf: (name: FieldPath<T>) => string | undefined;
}

/** Where a part of a slab begins, and how large it is; in mm. */
export function RectFields<T extends FieldValues>({ control, prefix, errorOf }: RectFieldsProps<T>) {
  const t = useTranslations("trades.slabs.rect");
  const units = useTranslations("trades.materials");
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      {(["x", "y", "length", "width"] as const).map((part) => {
        const name = `${prefix}.${part}` as FieldPath<T>;
        return (
          <DecimalControl key={part} control={control} name={name} digits={0} unit={units("mm")} label={t(part)} error={errorOf(name)} />
        );
      })}
    </div>
  );
}
