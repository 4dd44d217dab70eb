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

interface Content<T, Row> {
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
  /** Where it is edited once it is there. */
  href: (uid: string) => string;
}

/**
 * What is written for everybody to read, on a page of its own: saved as often as one likes, kept on the device while it is not, shown anew
 * when somebody else saves it while nothing is being changed here, and never saved over theirs without being asked.
 */
export function useContentForm<T extends FieldValues, Row extends Versioned>(
  form: ReturnType<typeof useZodForm<T>>,
  { draft, row, toForm, save, refusalOf, refresh, href }: Content<T, Row>,
) {
  const common = useTranslations("common");
  const router = useRouter();
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
      if (row) return;
      // What was typed meanwhile is found there.
      moveDraft(`${draft}.new`, `${draft}.${uid}`);
      router.replace(href(uid));
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

/** What stands below such a form: what was refused, and what can be done. */
export function ContentFormEnd({ content, label }: { content: ReturnType<typeof useContentForm>; label: string }) {
  const { saveOver, discard, overtaken, problem, busy, dirty } = content;
  return (
    <>
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      {overtaken ? <Overtaken busy={busy} onSaveOver={() => void saveOver()} onDiscard={discard} /> : null}
      <FormButtons label={label} busy={busy} dirty={dirty} onDiscard={discard} />
    </>
  );
}
