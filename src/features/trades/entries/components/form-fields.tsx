"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { useFormat } from "@/i18n/use-format";
import type { FormAnswer, FormAnswers, FormDefinition, FormField } from "@/lib/form-definitions";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkboxes";
import { Choices } from "@/ui/choice";
import { TextArea, TextField } from "@/ui/field";
import { passFocusOn } from "@/ui/pass-focus-on";
import type { AskedField } from "../../forms/rules";
import { ANSWER, shownFields } from "../rules";
import { SignatureField } from "./signature-field";

interface FormFieldsProps {
  definition: FormDefinition;
  answers: FormAnswers;
  /** Sentences by fields. */
  problems: ReadonlyMap<string, string>;
  onAnswer: (field: string, answer: FormAnswer | null) => void;
  /** How photos are taken and shown: that takes a place to keep them. */
  photos: (field: Extract<FormField, { kind: "photo" }>) => ReactNode;
}

/** What a form asks, one below the other, as far as it shows for what was answered. */
export function FormFields({ definition, answers, problems, onAnswer, photos }: FormFieldsProps) {
  return (
    <div className="grid gap-6">
      {shownFields(definition, answers).map((field) => {
        if (field.kind === "heading")
          return (
            <h3 key={field.id} className="mt-2 border-b border-line pb-2 text-lg font-semibold wrap-anywhere">
              <bdi>{field.label}</bdi>
            </h3>
          );
        if (field.kind === "note")
          return (
            <p key={field.id} dir="auto" className="whitespace-pre-line text-ink-soft wrap-anywhere">
              {field.label}
            </p>
          );
        return (
          <div key={field.id} data-field={field.id} tabIndex={-1}>
            {field.kind === "photo" ? (
              <Asked field={field} problem={problems.get(field.id)}>
                {photos(field)}
              </Asked>
            ) : (
              <Field
                field={field}
                answer={answers[field.id]}
                problem={problems.get(field.id)}
                onAnswer={(answer) => onAnswer(field.id, answer)}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

/** What a field is called, in marks that keep its own direction; that it may be left out stands beside it. */
function useLabel() {
  const t = useTranslations("trades.entries");
  return ({ label, required }: AskedField): string => {
    const own = `\u2068${label}\u2069`;
    return required ? own : t("optional", { label: own });
  };
}

interface FieldProps {
  field: Exclude<AskedField, { kind: "photo" }>;
  answer: FormAnswer | undefined;
  problem: string | undefined;
  onAnswer: (answer: FormAnswer | null) => void;
}

function Field({ field, answer, problem, onAnswer }: FieldProps) {
  const t = useTranslations("trades.entries");
  const format = useFormat();
  const labelOf = useLabel();
  const common = { label: labelOf(field), error: problem };
  switch (field.kind) {
    case "text": {
      const text = answer?.kind === "text" ? answer.text : "";
      const write = (next: string) => onAnswer(next === "" ? null : { kind: "text", text: next });
      const given = { ...common, help: field.help || undefined, maxLength: ANSWER.text, value: text };
      return field.long ? (
        <TextArea {...given} onChange={({ target }) => write(target.value)} />
      ) : (
        <TextField {...given} dir="auto" autoComplete="off" onChange={({ target }) => write(target.value)} />
      );
    }
    case "number": {
      const { min, max, unit } = field;
      const value = answer?.kind === "number" && Number.isFinite(answer.value) ? answer.value : "";
      const bounds = { min: min === null ? "" : format.number(min), max: max === null ? "" : format.number(max) };
      const range = min !== null && max !== null ? "between" : min !== null ? "atLeast" : max !== null ? "atMost" : undefined;
      const help = format.joined([field.help ?? "", range ? t(`range.${range}`, bounds) : ""]);
      return (
        <TextField
          {...common}
          type="number"
          inputMode="numeric"
          step={1}
          help={help || undefined}
          value={value}
          trailing={unit === "mm" ? <span className="pe-2.5 text-sm text-ink-soft">{t("mm")}</span> : undefined}
          onChange={({ target }) => {
            // What is no number at all is empty for the page: it says so.
            const given = target.validity.badInput ? Number.NaN : target.valueAsNumber;
            onAnswer(target.value === "" && !target.validity.badInput ? null : { kind: "number", value: given });
          }}
        />
      );
    }
    case "choice": {
      const chosen = answer?.kind === "choice" ? answer.options : [];
      const choose = (options: string[]) => onAnswer(options.length === 0 ? null : { kind: "choice", options });
      return field.several ? (
        <Asked field={field} problem={problem}>
          {field.options.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={label}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                // In the order of the form, whatever the order in which they were chosen.
                choose(field.options.map((option) => option.id).filter((one) => (one === id ? target.checked : chosen.includes(one))))
              }
            />
          ))}
        </Asked>
      ) : (
        <>
          <Choices
            label={labelOf(field)}
            value={chosen[0] ?? null}
            choices={field.options.map(({ id, label }) => ({ value: id, label }))}
            error={problem}
            {...(field.help ? { help: field.help } : {})}
            onChange={(id) => choose([id])}
          />
          {!field.required && chosen.length > 0 ? (
            <Button ref={passFocusOn} look="ghost" className="mt-1" onClick={() => choose([])}>
              {t("clearChoice")}
            </Button>
          ) : null}
        </>
      );
    }
    case "signature":
      return (
        <Asked field={field} problem={problem}>
          <SignatureField answer={answer?.kind === "signature" ? answer : undefined} onAnswer={onAnswer} />
        </Asked>
      );
  }
}

/** A field of several parts. */
function Asked({ field, problem, children }: { field: AskedField; problem: string | undefined; children: ReactNode }) {
  const labelOf = useLabel();
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}-help ${id}-error`}>
      <legend className="mb-1.5 text-[0.95rem] font-semibold wrap-anywhere">{labelOf(field)}</legend>
      {field.help ? (
        <p id={`${id}-help`} className="mb-2 text-sm text-ink-soft">
          {field.help}
        </p>
      ) : null}
      {children}
      {problem ? (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-danger">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}
