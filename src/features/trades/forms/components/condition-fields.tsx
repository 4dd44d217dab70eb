"use client";

import { PlusIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { CONDITION_JOINS } from "@/lib/enums/trades-forms";
import type { FormCondition, FormField } from "@/lib/form-definitions";
import { Button, IconButton } from "@/ui/button";
import { Choices } from "@/ui/choice";
import { DecimalField } from "@/ui/decimal-field";
import { SelectField } from "@/ui/field";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { MOST_CONDITIONS } from "../rules";

export type LookedAt = Extract<FormField, { kind: "choice" | "number" }>;
type When = FormField["when"];

/** The usual condition on a field. */
function conditionOn(field: LookedAt): FormCondition {
  if (field.kind === "number") return { test: "atLeast", field: field.id, value: field.min ?? 0 };
  return { test: "chosen", field: field.id, option: field.options[0]?.id ?? field.id };
}

interface ConditionFieldsProps {
  when: When;
  earlier: LookedAt[];
  errorOf: (path: string) => string | undefined;
  onChange: (when: When) => void;
}

/** When a field shows: always, or for certain answers to the fields before it. */
export function ConditionFields({ when, earlier, errorOf, onChange }: ConditionFieldsProps) {
  const t = useTranslations("trades.forms.conditions");
  const format = useFormat();
  const [first] = earlier;
  if (!when && !first) return null;
  const { join, conditions } = when ?? { join: "all" as const, conditions: [] };
  const keep = (next: FormCondition[]) => onChange(next.length > 0 ? { join, conditions: next } : null);
  return (
    <fieldset tabIndex={-1} className="grid gap-3 rounded-box bg-sunken p-3">
      <legend className="sr-only">{t("title")}</legend>
      <p aria-hidden="true" className="font-semibold">
        {t("title")}
      </p>
      {conditions.length === 0 ? <p className="text-sm text-ink-soft">{t("always")}</p> : null}
      {conditions.length > 1 ? (
        <Choices
          hideLabel
          label={t("join")}
          value={join}
          choices={CONDITION_JOINS.map((value) => ({ value, label: t(`joins.${value}`) }))}
          onChange={(next) => onChange({ join: next, conditions })}
        />
      ) : null}
      {conditions.map((condition, at) => (
        <Condition
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no other name, and keeps nothing of its own
          key={at}
          number={format.number(at + 1)}
          condition={condition}
          earlier={earlier}
          error={errorOf(`conditions.${at}.value`)}
          onChange={(next) => keep(conditions.with(at, next))}
          onRemove={() => keep(conditions.toSpliced(at, 1))}
        />
      ))}
      {first && conditions.length < MOST_CONDITIONS ? (
        <Button
          look="outline"
          className="justify-self-start"
          icon={<PlusIcon className="size-5" />}
          onClick={() => keep([...conditions, conditionOn(earlier.at(-1) ?? first)])}
        >
          {t("add")}
        </Button>
      ) : null}
    </fieldset>
  );
}

interface ConditionProps {
  number: string;
  condition: FormCondition;
  earlier: LookedAt[];
  /** What is wrong with its number. */
  error: string | undefined;
  onChange: (condition: FormCondition) => void;
  onRemove: () => void;
}

function Condition({ number, condition, earlier, error, onChange, onRemove }: ConditionProps) {
  const t = useTranslations("trades.forms.conditions");
  const forms = useTranslations("trades.forms");
  const of = earlier.find(({ id }) => id === condition.field);
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <SelectField
        label={t("field", { number })}
        value={of?.id ?? ""}
        error={of ? undefined : forms("problems.noEarlierField")}
        onChange={({ target }) => {
          const next = earlier.find(({ id }) => id === target.value);
          if (next) onChange(conditionOn(next));
        }}
      >
        {of ? null : <option value="">{t("gone")}</option>}
        {earlier.map(({ id, label }) => (
          <option key={id} value={id}>
            {label || forms("unnamed")}
          </option>
        ))}
      </SelectField>
      {condition.test === "chosen" ? (
        <SelectField
          label={t("chosen")}
          value={condition.option}
          onChange={({ target }) => onChange({ ...condition, option: target.value })}
        >
          {of?.kind === "choice" && of.options.some(({ id }) => id === condition.option) ? null : (
            <option value={condition.option}>{t("gone")}</option>
          )}
          {of?.kind === "choice"
            ? of.options.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label || forms("unnamed")}
                </option>
              ))
            : null}
        </SelectField>
      ) : (
        <DecimalField
          digits={0}
          label={t("atLeast")}
          error={error}
          value={condition.value}
          onChange={(value) => onChange({ ...condition, value: value ?? Number.NaN })}
        />
      )}
      <IconButton ref={passFocusAlong} label={t("remove", { number })} onClick={onRemove} className="justify-self-end">
        <TrashIcon />
      </IconButton>
    </div>
  );
}
