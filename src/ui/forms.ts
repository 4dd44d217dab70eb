"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type PathValue,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import { isValidationKey, toErrorIssue, type ValidationKey } from "@/lib/validation";
import { clearDraft, moveDraft, readDraft, writeDraft } from "./drafts";

/** A form may be longer than the screen, and what is said of it stand beyond its edge. */
function intoSight(words: string): void {
  const alerts = [...document.querySelectorAll('[role="alert"]')];
  alerts.findLast((one) => one.textContent?.includes(words))?.scrollIntoView({ block: "nearest" });
}

/** What the server objects to. */
export interface Refusal {
  message: string | undefined;
  issues: { path: (string | number)[]; message: string }[];
}

type Parts = Record<string, unknown>;
const isParts = (value: unknown): value is Parts => typeof value === "object" && value !== null;

/** What was saved, and over it whatever now differs from what was sent. */
function withTyped(saved: unknown, sent: unknown, now: unknown): unknown {
  if (JSON.stringify(now) === JSON.stringify(sent)) return saved;
  if (!isParts(saved) || !isParts(sent) || !isParts(now)) return now;
  const typed = Object.entries(now).map(([key, value]) => [
    key,
    key in sent && key in saved ? withTyped(saved[key], sent[key], value) : value,
  ]);
  return Array.isArray(now) ? typed.map(([, value]) => value) : { ...saved, ...Object.fromEntries(typed) };
}

/** Shows what was saved; what was typed while it was on its way stays, and is still to be saved. @returns whether nothing is */
export function settle<T extends FieldValues>(
  { getValues, reset }: Pick<UseFormReturn<T>, "getValues" | "reset">,
  sent: T,
  saved: T,
): boolean {
  const shown = withTyped(saved, sent, getValues()) as T;
  reset(shown);
  reset(saved, { keepValues: true });
  return JSON.stringify(shown) === JSON.stringify(saved);
}

/** Whether they are no lists, and consist of the same parts. */
const areAlike = (all: [unknown, unknown, unknown]): all is [Parts, Parts, Parts] =>
  all.every((one) => isParts(one) && !Array.isArray(one)) &&
  new Set(
    all.map((one) =>
      Object.keys(one as Parts)
        .toSorted()
        .join(),
    ),
  ).size === 1;

/**
 * What was changed here, and theirs wherever nothing was: part by part, or as a whole, since of a list that both have changed no part has its
 * place, and a discount that is an amount for one and a rate for the other has none in common.
 */
function withChanged(seen: unknown, now: unknown, theirs: unknown): unknown {
  if (JSON.stringify(now) === JSON.stringify(seen)) return theirs;
  const all: [unknown, unknown, unknown] = [seen, now, theirs];
  if (!areAlike(all)) return now;
  const [was, mine, other] = all;
  return Object.fromEntries(Object.entries(mine).map(([name, value]) => [name, withChanged(was[name], value, other[name])]));
}

/**
 * Takes in what somebody else has saved since the form showed what was there: it shows wherever nothing was changed here. What was changed stays,
 * and is still to be saved.
 */
export function overtake<T extends FieldValues>(
  { getValues, reset }: Pick<UseFormReturn<T>, "getValues" | "reset">,
  seen: T,
  theirs: T,
): void {
  const changed = Object.entries(getValues()).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(seen[name]));
  reset({ ...theirs, ...Object.fromEntries(changed.map(([name, value]) => [name, withChanged(seen[name], value, theirs[name])])) });
  reset(theirs, { keepValues: true });
}

/**
 * What is typed while what a form holds is on its way would go with the form where that closes: until then its fields take nothing more.
 * Disabled ones would lose the focus. @param stays it settles, unless it is in a dialog  @returns how to let them take again
 */
function makeReadOnly(form: unknown, stays: boolean): () => void {
  if (!(form instanceof HTMLFormElement) || (stays && !form.closest('[role="dialog"]'))) return () => {};
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")].filter(({ readOnly }) => !readOnly);
  for (const field of fields) field.readOnly = true;
  return () => {
    for (const field of fields) field.readOnly = false;
  };
}

const FOCUSABLE = ":is(input, textarea, select, button, [tabindex])[aria-invalid=true]";

/** Where a whole row is one field to the form, that knows none of its inputs: the first one in sight that is wrong has the focus, unless another has. */
function focusWrong(form: unknown): void {
  requestAnimationFrame(() => {
    if (!(form instanceof HTMLFormElement) || document.activeElement?.matches(FOCUSABLE)) return;
    [...form.querySelectorAll<HTMLElement>(FOCUSABLE)].find((field) => field.checkVisibility())?.focus();
  });
}

/** What is said of what a browser's own field cannot read. */
const UNREADABLE: Partial<Record<string, ValidationKey>> = { number: "number", date: "date" };

/** Fields in which stands what the browser cannot read, such as "50e" or a day without its year: for the page they are empty. */
const unreadable = (form: unknown): HTMLInputElement[] =>
  form instanceof HTMLFormElement ? [...form.querySelectorAll("input")].filter(({ name, validity }) => name && validity.badInput) : [];

/**
 * The one form pattern: react-hook-form over the schema that the server checks too. Errors speak the reader's language,
 * focus goes to the first of them, and what the server objects to lands at its field.
 * @param stays  it stays open when it is saved, and keeps what was typed meanwhile (`settle`): others take nothing while they are being saved
 */
export function useZodForm<T extends FieldValues>(schema: z.ZodType<T>, defaultValues: DefaultValues<T>, { stays = false } = {}) {
  const t = useTranslations("validation");
  const [problem, setProblem] = useState<{ words: string }>();
  // Each time, also where it is the same once more.
  useEffect(() => {
    if (problem) intoSight(problem.words);
  }, [problem]);
  const say = (issue: z.core.$ZodRawIssue): string => {
    const known = { ...issue, message: issue.input === undefined || issue.input === null ? "required" : "" } as z.core.$ZodIssue;
    const { key, values } = toErrorIssue(known);
    return t(key as ValidationKey, values as never);
  };
  const submitted = useRef<unknown>(undefined);
  const read = zodResolver(schema as never, { error: say as never }) as unknown as Resolver<T>;
  const resolver: Resolver<T> = async (...asked) => {
    const result = await read(...asked);
    const wrong = unreadable(submitted.current);
    if (wrong.length === 0) return result;
    const errors = { ...result.errors } as FieldErrors<T>;
    for (const { name, type } of wrong) set(errors, name, { type, message: t(UNREADABLE[type] ?? "format") });
    return { values: {}, errors };
  };
  const form = useForm<T>({
    resolver,
    defaultValues,
    // Not on leaving a field: the sentence that appears would move the button under the very click that leaves.
    mode: "onSubmit",
  });

  /** The sentence at a field. A refinement's message is a key of the catalogue, all others are sentences already. */
  const errorOf = (name: FieldPath<T>): string | undefined => {
    const { message } = (get(form.formState.errors, name) ?? {}) as { message?: unknown };
    if (typeof message !== "string") return undefined;
    return isValidationKey(message) ? t(message as "required") : message;
  };

  const { errors, submitCount } = form.formState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once after each submit, with what was found then
  useEffect(() => {
    if (Object.keys(errors).length > 0) focusWrong(submitted.current);
  }, [submitCount]);

  /** Shows what the server said: at the fields it names, the rest above the form. */
  const showRefusal = (refusal: Refusal, fallback: string): void => {
    const known = refusal.issues.filter(({ path }) => String(path[0]) in form.getValues());
    known.forEach(({ path, message }, at) => {
      form.setError(path.join(".") as FieldPath<T>, { type: "server", message }, { shouldFocus: at === 0 });
    });
    if (known.length > 0) focusWrong(submitted.current);
    setProblem(known.length > 0 ? undefined : { words: refusal.message ?? fallback });
  };

  // As it stood in the fields: what was sent is trimmed, and would differ from them.
  const sent = useRef<T>(undefined);
  const handleSubmit: typeof form.handleSubmit = (onValid, onInvalid) => (event) => {
    const element: unknown = event?.currentTarget;
    submitted.current = element;
    return form.handleSubmit(async (values, submission) => {
      sent.current = structuredClone(form.getValues());
      const letGo = makeReadOnly(element, stays);
      try {
        return await onValid(values, submission);
      } finally {
        letGo();
      }
    }, onInvalid)(event);
  };

  return {
    ...form,
    handleSubmit,
    errorOf,
    problem: problem?.words,
    showRefusal,
    /** For a form that stays open when it is saved. @see settle */
    settle: (saved: T): boolean => settle(form, sent.current ?? form.getValues(), saved),
    /** For a change that came too late. @see overtake */
    overtake: (theirs: T): void => overtake(form, form.formState.defaultValues as unknown as T, theirs),
  };
}

/**
 * Keeps what was changed in a form and not yet saved, under a name of its own: it outlives another page, a reload and a
 * crash. Nothing is kept once the form is as it was, or was saved and reset. Not for passwords.
 *
 * Where a form holds the version that was read, it is kept too: the server tells who comes back with an older one.
 */
export function useFormDraft<T extends FieldValues>(form: UseFormReturn<T>, name: string): void {
  const { setValue, subscribe, getValues } = form;
  const before = useRef(name);
  useEffect(() => {
    // Named anew while it is open, as what was saved has a new version: what is still to be saved goes along.
    moveDraft(before.current, name);
    before.current = name;
    const kept = readDraft<Partial<T>>(name) ?? {};
    for (const [field, value] of Object.entries(kept)) {
      if (field in getValues()) setValue(field as FieldPath<T>, value as PathValue<T, FieldPath<T>>, { shouldDirty: true });
    }
    return subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, dirtyFields = {} }) => {
        const dirty = dirtyFields as Record<string, unknown>;
        const changed = Object.keys(dirty).filter((field) => dirty[field] && field !== "version");
        if (changed.length === 0) return clearDraft(name);
        const { version } = values as { version?: unknown };
        writeDraft(name, { ...Object.fromEntries(changed.map((field) => [field, values[field]])), version });
      },
    });
  }, [name, setValue, subscribe, getValues]);
}

/**
 * The same in a dialog: a press beside it costs nobody what they typed, which is given up by Cancel alone, or once it is saved.
 * @returns what closes the dialog: `close` then; `leave` for a press beside, while nothing is being sent, as whoever opens it again would find what is
 * just being saved, and send it twice
 */
export function useDialogDraft<T extends FieldValues>(form: UseFormReturn<T>, name: string, onClose: () => void) {
  useFormDraft(form, name);
  const { isSubmitting } = form.formState;
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  return {
    close: () => {
      clearDraft(name);
      // An answer may come once the dialog is closed, and another one open.
      if (open.current) onClose();
    },
    leave: () => {
      if (!isSubmitting) onClose();
    },
  };
}
