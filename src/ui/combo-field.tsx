"use client";

import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions, Field, Label } from "@headlessui/react";
import { ChevronDownIcon, XMarkIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import { type ReactNode, type Ref, useId, useRef } from "react";
import { IconButton } from "./button";
import { MENU_ITEM } from "./menu";

export interface ComboOption {
  value: string;
  text: string;
  /** Below it, what tells it from another of the same name. */
  detail?: string;
}

interface ComboFieldProps {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  placeholder?: string;
  value: string | null;
  /** What fits what was typed; the chosen one need not be among them. */
  options: ComboOption[];
  /** What stands in the field for what is chosen. */
  textOf: (value: string | null) => string;
  onChange: (value: string | null) => void;
  onType: (text: string) => void;
  onFocus?: () => void;
  openLabel: string;
  /** Without it what is chosen cannot be taken back, only be another. */
  noneLabel?: string;
  /** Stands where nothing fits. */
  nothing: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** One of many: typed in part, and chosen from what fits. */
export function ComboField(props: ComboFieldProps) {
  const { label, help, error, value, options, textOf, onChange, onType, noneLabel } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const clear = () => {
    onChange(null);
    // The cross goes with what was chosen.
    box.current?.querySelector("input")?.focus();
  };
  const described = [help ? `${id}-help` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <Field>
      <Label className="mb-1.5 block text-[0.95rem] font-semibold">{label}</Label>
      <Combobox value={value} onChange={onChange} onClose={() => onType("")}>
        <div ref={box} className="relative">
          <ComboboxInput
            ref={props.inputRef}
            autoComplete="off"
            placeholder={props.placeholder}
            displayValue={textOf}
            onFocus={props.onFocus}
            onChange={({ target }) => onType(target.value)}
            aria-describedby={described || undefined}
            aria-invalid={error ? true : undefined}
            className={clsx(
              // What is written goes its own way; the field itself stays the page's, so that its end is where the buttons are.
              "block h-12 w-full truncate rounded-box border bg-surface ps-3.5 pe-24 text-ink [unicode-bidi:plaintext] placeholder:text-ink-soft/80",
              error ? "border-danger" : "border-line-strong/70 hover:border-line-strong",
            )}
          />
          <div className="absolute inset-y-0 end-0.5 flex items-center">
            {value === null || !noneLabel ? null : (
              <IconButton label={noneLabel} onClick={clear}>
                <XMarkIcon />
              </IconButton>
            )}
            <ComboboxButton className="grid size-11 place-items-center text-ink-soft" aria-label={props.openLabel}>
              <ChevronDownIcon className="size-5" aria-hidden="true" />
            </ComboboxButton>
          </div>
        </div>
        <ComboboxOptions
          anchor="bottom"
          modal={false}
          className="z-50 max-h-80! w-(--input-width) overflow-y-auto rounded-box border border-line bg-surface p-1.5 shadow-float [--anchor-gap:6px]"
        >
          {options.map((option) => (
            <ComboboxOption
              key={option.value}
              value={option.value}
              className={`${MENU_ITEM} cursor-pointer flex-wrap gap-x-3! gap-y-0! py-2 data-selected:text-primary-text`}
            >
              <bdi className="wrap-anywhere">{option.text}</bdi>
              {option.detail ? <bdi className="text-sm font-normal text-ink-soft wrap-anywhere">{option.detail}</bdi> : null}
            </ComboboxOption>
          ))}
          {options.length === 0 ? <p className="px-3 py-2 text-ink-soft">{props.nothing}</p> : null}
        </ComboboxOptions>
      </Combobox>
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
      {help ? (
        <p id={`${id}-help`} className="mt-1.5 text-sm text-ink-soft">
          {help}
        </p>
      ) : null}
    </Field>
  );
}
