"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { Alert } from "@/ui/card";
import { moveDraft } from "@/ui/drafts";
import { type Refusal, useFormDraft, type useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { useFresh } from "@/ui/use-fresh";
import { useRouter } from "@/ui/use-router";
import { FormButtons } from "./form-buttons";
import { Overtaken } from "./overtaken";

interface Versioned {
  uid: string;
  version: string | number;
}

interface Written<T, Row> {
  /** What drafts of its kind are kept under. */
  draft: string;
  /** As it stands on the server by now; null before it is there. */
  row: Row | null;
  toForm: (row: Row | null) => T;
  /** @throws what `refusalOf` reads */
  save: (values: T) => Promise<Versioned>;
  refusalOf: (error: unknown) => Refusal & { code: string };
  /** Reads anew whatever shows it. */
  refresh: () => Promise<unknown>;
  /** Where it goes on. @param uid what it is called on the server */
  onSaved: (uid: string) => void;
}

/**
 * What is written for everybody to read: kept on the device while it is not saved, shown anew when somebody else saves it while nothing is
 * being changed here, and never saved over theirs without being asked.
 */
export function useWrittenForm<T extends FieldValues, Row extends Versioned>(
  form: ReturnType<typeof useZodForm<T>>,
  { draft, row, toForm, save, refusalOf, refresh, onSaved }: Written<T, Row>,
) {
  const common = useTranslations("common");
  const { isDirty, isSubmitting } = form.formState;
  const [overtaken, setOvertaken] = useState(false);
  useFormDraft(form, `${draft}.${row?.uid ?? "new"}`);
  useFresh(row, () => isDirty || form.reset(toForm(row)));

  const keep = async (values: T): Promise<void> => {
    try {
      const { uid, version } = await save(values);
      setOvertaken(false);
      form.settle({ ...values, version });
      notify("success", common("saved"));
      await refresh();
      onSaved(uid);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.code !== "conflict") return form.showRefusal(refusal, common("offlineKept"));
      setOvertaken(true);
      await refresh();
    }
  };
  return {
    submit: form.handleSubmit(keep),
    saveOver: form.handleSubmit((values) => keep({ ...values, version: row?.version })),
    discard: () => {
      setOvertaken(false);
      form.reset(toForm(row));
    },
    overtaken,
    problem: form.problem,
    busy: isSubmitting,
    dirty: isDirty,
  };
}

interface Content<T, Row> extends Omit<Written<T, Row>, "onSaved"> {
  /** Where it is edited once it is there. */
  href: (uid: string) => string;
}

/** The same on a page of its own, where it is saved as often as one likes. */
export function useContentForm<T extends FieldValues, Row extends Versioned>(
  form: ReturnType<typeof useZodForm<T>>,
  { href, ...written }: Content<T, Row>,
) {
  const router = useRouter();
  const { draft, row } = written;
  const onSaved = (uid: string): void => {
    if (row) return;
    // What was typed meanwhile is found there.
    moveDraft(`${draft}.new`, `${draft}.${uid}`);
    router.replace(href(uid));
  };
  return useWrittenForm(form, { ...written, onSaved });
}

/** What stands below such a form: what was refused, and what can be done. */
export function ContentFormEnd({ content, label }: { content: ReturnType<typeof useWrittenForm>; label: string }) {
  const { saveOver, discard, overtaken, problem, busy, dirty } = content;
  return (
    <>
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      {overtaken ? <Overtaken busy={busy} onSaveOver={() => void saveOver()} onDiscard={discard} /> : null}
      <FormButtons label={label} busy={busy} dirty={dirty} onDiscard={discard} />
    </>
  );
}
