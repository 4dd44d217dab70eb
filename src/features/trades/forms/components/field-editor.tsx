"use client";

import { PlusIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { NUMBER_UNITS } from "@/lib/enums/trades-forms";
import type { FormField } from "@/lib/form-definitions";
import { Button, IconButton } from "@/ui/button";
import { Checkbox } from "@/ui/checkboxes";
import { Choices } from "@/ui/choice";
import { TextArea, TextField } from "@/ui/field";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { FORM, isAsked, MOST_MM, MOST_OPTIONS, MOST_PHOTOS } from "../rules";
import { ConditionFields, type LookedAt } from "./condition-fields";

type Of<Kind extends FormField["kind"]> = Extract<FormField, { kind: Kind }>;

interface FieldEditorProps {
  field: FormField;
  /** Fields before it that a condition can look at. */
  earlier: LookedAt[];
  onChange: (field: FormField) => void;
  /** @param path within the field */
  errorOf: (path: string) => string | undefined;
}

/** What a field asks, and when it shows. */
export function FieldEditor({ field, earlier, onChange, errorOf }: FieldEditorProps) {
  const t = useTranslations("trades.forms");
  const label = {
    label: t(field.kind === "note" ? "noteText" : field.kind === "heading" ? "headingText" : "label"),
    maxLength: FORM.label,
    value: field.label,
    error: errorOf("label"),
  };
  return (
    <>
      {field.kind === "note" ? (
        <TextArea {...label} rows={2} onChange={({ target }) => onChange({ ...field, label: target.value })} />
      ) : (
        <TextField {...label} dir="auto" autoComplete="off" onChange={({ target }) => onChange({ ...field, label: target.value })} />
      )}
      {field.kind === "text" ? (
        <Checkbox label={t("long")} checked={field.long} onChange={({ target }) => onChange({ ...field, long: target.checked })} />
      ) : null}
      {field.kind === "number" ? <NumberParts field={field} onChange={onChange} errorOf={errorOf} /> : null}
      {field.kind === "choice" ? <ChoiceParts field={field} onChange={onChange} errorOf={errorOf} /> : null}
      {field.kind === "photo" ? (
        <TextField
          type="number"
          inputMode="numeric"
          min={1}
          max={MOST_PHOTOS}
          label={t("mostPhotos")}
          error={errorOf("most")}
          value={Number.isNaN(field.most) ? "" : field.most}
          onChange={({ target }) => onChange({ ...field, most: target.valueAsNumber })}
        />
      ) : null}
      {isAsked(field) ? (
        <>
          <TextField
            label={t("help")}
            dir="auto"
            autoComplete="off"
            maxLength={FORM.help}
            value={field.help}
            error={errorOf("help")}
            onChange={({ target }) => onChange({ ...field, help: target.value })}
          />
          <Checkbox
            label={t("mustBeAnswered")}
            checked={field.required}
            onChange={({ target }) => onChange({ ...field, required: target.checked })}
          />
        </>
      ) : null}
      <ConditionFields
        when={field.when}
        earlier={earlier}
        errorOf={(path) => errorOf(`when.${path}`)}
        onChange={(when) => onChange({ ...field, when })}
      />
    </>
  );
}

interface PartsProps<Kind extends FormField["kind"]> {
  field: Of<Kind>;
  onChange: (field: FormField) => void;
  errorOf: (path: string) => string | undefined;
}

function NumberParts({ field, onChange, errorOf }: PartsProps<"number">) {
  const t = useTranslations("trades.forms");
  const bound = (name: "min" | "max") => (
    <TextField
      type="number"
      inputMode="numeric"
      min={-MOST_MM}
      max={MOST_MM}
      label={t(name)}
      error={errorOf(name)}
      value={field[name] ?? ""}
      onChange={({ target }) => onChange({ ...field, [name]: target.value === "" ? null : target.valueAsNumber })}
    />
  );
  return (
    <>
      <Choices
        label={t("unit")}
        value={field.unit}
        choices={NUMBER_UNITS.map((value) => ({ value, label: t(`units.${value}`) }))}
        onChange={(unit) => onChange({ ...field, unit })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {bound("min")}
        {bound("max")}
      </div>
    </>
  );
}

function ChoiceParts({ field, onChange, errorOf }: PartsProps<"choice">) {
  const t = useTranslations("trades.forms");
  const format = useFormat();
  return (
    <>
      <div tabIndex={-1} className="grid gap-3">
        {field.options.map((option, at) => (
          <TextField
            key={option.id}
            label={t("option", { number: format.number(at + 1) })}
            dir="auto"
            autoComplete="off"
            maxLength={FORM.option}
            value={option.label}
            error={errorOf(`options.${at}.label`)}
            onChange={({ target }) => onChange({ ...field, options: field.options.with(at, { ...option, label: target.value }) })}
            trailing={
              <IconButton
                ref={passFocusAlong}
                label={t("removeOption", { number: format.number(at + 1) })}
                onClick={() => onChange({ ...field, options: field.options.toSpliced(at, 1) })}
              >
                <TrashIcon />
              </IconButton>
            }
          />
        ))}
        {field.options.length < MOST_OPTIONS ? (
          <Button
            look="outline"
            className="justify-self-start"
            icon={<PlusIcon className="size-5" />}
            onClick={() => onChange({ ...field, options: [...field.options, { id: crypto.randomUUID(), label: "" }] })}
          >
            {t("addOption")}
          </Button>
        ) : null}
      </div>
      <Checkbox label={t("several")} checked={field.several} onChange={({ target }) => onChange({ ...field, several: target.checked })} />
    </>
  );
}
