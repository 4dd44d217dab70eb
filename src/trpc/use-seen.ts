"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { moveDraft } from "@/ui/drafts";
import { useFormDraft, type useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { toApiError } from "./client";

interface Versioned {
  version: number;
}

interface Seen<T, Row> {
  /** As it stands by now; null for a new one. */
  row: Row;
  toForm: (row: Row) => T;
  /** What its draft is kept under: what was begun on one version is not put on another one after a reload. */
  draft: (seen: Row) => string;
  /** Shows elsewhere what somebody else has saved. */
  onOvertaken?: (current: NonNullable<Row>) => unknown;
}

/** What a change says of what it was made upon: nothing of what is new. */
export const seenVersion = (row: { uid: string; version: number } | null) => (row ? { uid: row.uid, version: row.version } : {});

/**
 * A form on what others may change meanwhile: it holds that as it was seen, so that nothing of theirs is overwritten unseen. Whoever comes too
 * late is told so, and has theirs wherever nothing was changed here; saved once more, it goes upon that.
 */
export function useSeen<T extends FieldValues, Row extends Versioned | null>(
  form: ReturnType<typeof useZodForm<T>>,
  { row, toForm, draft, onOvertaken }: Seen<T, Row>,
) {
  const common = useTranslations("common");
  const [seen, setSeen] = useState(row);
  const [overtaken, setOvertaken] = useState(false);
  useFormDraft(form, draft(seen));

  const show = (now: Row): void => {
    form.reset(toForm(now));
    setSeen(now);
  };
  /** What somebody else has saved meanwhile. */
  const overtake = (current: NonNullable<Row>): void => {
    setOvertaken(true);
    setSeen(current);
    form.overtake(toForm(current));
  };
  /** What was saved, in a form that stays open. @returns whether nothing was typed meanwhile */
  const keep = (saved: NonNullable<Row>): boolean => {
    const whole = form.settle(toForm(saved));
    // What was typed meanwhile is found where it is changed next.
    moveDraft(draft(seen), draft(saved));
    setSeen(saved);
    return whole;
  };
  /** Does what may come too late. @returns nothing where it was refused, which is said */
  const attempt = async <Done>(act: () => Promise<Done>): Promise<Done | undefined> => {
    setOvertaken(false);
    try {
      return await act();
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code !== "conflict" || !refusal.current) {
        form.showRefusal(refusal, common("offlineKept"));
        return undefined;
      }
      const current = refusal.current as NonNullable<Row>;
      overtake(current);
      void onOvertaken?.(current);
      return undefined;
    }
  };
  /** Takes back what was typed. */
  const discard = (): void => {
    setOvertaken(false);
    show(row);
  };
  return { seen, overtaken, attempt, keep, show, overtake, discard };
}

interface SeenForm<T, Row> extends Seen<T, Row> {
  save: (values: T, seen: Row) => Promise<{ data: NonNullable<Row> }>;
  /** Shows elsewhere what was saved. @param whole nothing was typed meanwhile */
  onSaved: (saved: NonNullable<Row>, whole: boolean) => unknown;
}

/** The same where the form stays open when it is saved. */
export function useSeenForm<T extends FieldValues, Row extends Versioned | null>(
  form: ReturnType<typeof useZodForm<T>>,
  { save, onSaved, ...about }: SeenForm<T, Row>,
) {
  const common = useTranslations("common");
  const known = useSeen(form, about);
  const { seen, attempt, keep } = known;
  const submit = form.handleSubmit((values) =>
    attempt(async () => {
      const { data } = await save(values, seen);
      const whole = keep(data);
      notify("success", common("saved"));
      await onSaved(data, whole);
    }),
  );
  return { ...known, submit };
}

interface SeenDialog<T, Row, Saved> extends Seen<T, Row> {
  save: (values: T, seen: Row) => Promise<{ data: Saved }>;
  /** Closes it, and shows elsewhere what was saved. */
  onSaved: (saved: Saved) => unknown;
  onClose: () => void;
}

/** The same in a dialog, which goes once it is saved. */
export function useSeenDialog<T extends FieldValues, Row extends Versioned | null, Saved>(
  form: ReturnType<typeof useZodForm<T>>,
  { save, onSaved, onClose, ...about }: SeenDialog<T, Row, Saved>,
) {
  const common = useTranslations("common");
  const { seen, overtaken, attempt, discard } = useSeen(form, about);
  const submit = form.handleSubmit((values) =>
    attempt(async () => {
      const { data } = await save(values, seen);
      // Nothing is kept of what was saved.
      form.reset(values);
      notify("success", common("saved"));
      await onSaved(data);
    }),
  );
  return {
    submit,
    overtaken,
    /** A press beside the dialog costs nobody what they typed: it is given up by Cancel alone. */
    cancel: () => {
      discard();
      onClose();
    },
  };
}
