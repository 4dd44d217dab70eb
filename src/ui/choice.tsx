"use client";

import { Description, Label, Radio, RadioGroup } from "@headlessui/react";
import clsx from "clsx";
import type { ReactNode } from "react";

export interface Choice<T> {
  value: T;
  label: string;
  icon?: ReactNode;
}

/** One of a few, all in sight: settings, scales, difficulties. */
export function Choices<T extends string | number>({
  label,
  value,
  choices,
  onChange,
  hideLabel = false,
  columns,
  disabled = false,
  error,
  help,
}: {
  label: string;
  value: T | null;
  choices: readonly Choice<T>[];
  onChange: (value: T) => void;
  hideLabel?: boolean;
  /** Equal columns instead of as wide as the words. */
  columns?: number;
  disabled?: boolean;
  error?: string | undefined;
  help?: string;
}) {
  return (
    <RadioGroup value={value} onChange={(next) => next !== null && onChange(next)} disabled={disabled}>
      <Label className={hideLabel ? "sr-only" : "mb-1.5 block text-[0.95rem] font-semibold"}>{label}</Label>
      <div
        className={columns ? "grid gap-2" : "flex flex-wrap gap-2"}
        style={columns ? { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` } : undefined}
      >
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            value={choice.value}
            className={clsx(
              "flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-box border px-3.5 text-[0.95rem] font-medium transition-colors",
              "border-line-strong/60 bg-surface text-ink hover:border-line-strong hover:bg-sunken",
              "data-checked:border-primary data-checked:bg-primary-soft data-checked:text-primary-text data-checked:ring-1 data-checked:ring-primary",
              "data-disabled:cursor-not-allowed data-disabled:opacity-55 [&_svg]:size-5",
            )}
          >
            {choice.icon}
            {choice.label}
          </Radio>
        ))}
      </div>
      {help ? <Description className="mt-1.5 text-sm text-ink-soft">{help}</Description> : null}
      {error ? (
        <Description role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </Description>
      ) : null}
    </RadioGroup>
  );
}
