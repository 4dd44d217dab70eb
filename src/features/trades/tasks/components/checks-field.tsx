"use client";

import { PlusIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useFormat } from "@/i18n/use-format";
import { Button, IconButton } from "@/ui/button";
import { TextField } from "@/ui/field";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { MOST_CHECKS, TASK } from "../rules";

interface ChecksFieldProps {
  checks: { uid?: string | undefined; text: string }[];
  onChange: (checks: ChecksFieldProps["checks"]) => void;
  errorAt: (at: number) => string | undefined;
}

/** What is to be thought of, line by line. */
export function ChecksField({ checks, onChange, errorAt }: ChecksFieldProps) {
  const t = useTranslations("trades.tasks");
  const format = useFormat();
  const id = useId();
  return (
    <fieldset tabIndex={-1} aria-labelledby={id}>
      <p id={id} className="mb-1.5 text-[0.95rem] font-semibold">
        {t("checks")}
      </p>
      <div className="grid gap-3">
        {checks.map((check, at) => (
          <TextField
            // A line has no other name before it is kept; it never changes its place.
            key={check.uid ?? `new-${at}`}
            label={t("check", { number: format.number(at + 1) })}
            dir="auto"
            autoComplete="off"
            maxLength={TASK.check}
            value={check.text}
            error={errorAt(at)}
            onChange={({ target }) => onChange(checks.with(at, { ...check, text: target.value }))}
            trailing={
              <IconButton
                ref={passFocusAlong}
                label={t("removeCheck", { number: format.number(at + 1) })}
                onClick={() => onChange(checks.toSpliced(at, 1))}
              >
                <TrashIcon />
              </IconButton>
            }
          />
        ))}
        {checks.length < MOST_CHECKS ? (
          <Button
            look="outline"
            className="justify-self-start"
            icon={<PlusIcon className="size-5" />}
            onClick={() => onChange([...checks, { text: "" }])}
          >
            {t("addCheck")}
          </Button>
        ) : null}
      </div>
    </fieldset>
  );
}
