"use client";

import { useTranslations } from "next-intl";
import { EMPTY_TEXT, untranslated } from "@/lib/localized-text";
import { api, toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { useWrittenForm } from "@/ui/editing/content-form";
import { Overtaken } from "@/ui/editing/overtaken";
import { FormTabs, TranslatedField, useFormLanguage } from "@/ui/editing/translated-fields";
import { useZodForm } from "@/ui/forms";
import { type DocumentInput, documentInput, TITLE_MAX } from "../../editing/schema";

type Named = Required<Pick<DocumentInput, "uid" | "version" | "title">>;

/** A document's title in all languages; without a document it makes one. */
export function DocumentForm({
  university,
  document = null,
  onDone,
}: {
  university: string | null;
  document?: Named | null;
  onDone: () => void;
}) {
  const t = useTranslations("learning.editing");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const toForm = (row: Named | null): DocumentInput => ({
    university,
    title: row?.title ?? EMPTY_TEXT,
    ...(row && { uid: row.uid, version: row.version }),
  });
  const form = useZodForm(documentInput, toForm(document));
  const { formState, register, errorOf } = form;
  const shown = useFormLanguage(formState);
  const { submit, saveOver, discard, overtaken, problem, busy } = useWrittenForm(form, {
    draft: document ? "learning.document" : `learning.document.${university ?? "all"}`,
    row: document,
    toForm,
    save: async (values) => (await api.learning.editing.saveDocument.mutate(values)).data,
    refusalOf: toApiError,
    refresh: () => utils.learning.invalidate(),
    onSaved: onDone,
  });
  const leave = () => {
    discard();
    onDone();
  };
  return (
    <form ref={shown.form} noValidate className="grid gap-5 rounded-box bg-sunken p-4 sm:p-5" onSubmit={submit}>
      <FormTabs {...shown.tabs} missing={untranslated([form.watch("title")])}>
        {(language) => (
          <TranslatedField
            language={language}
            label={t("documents.title")}
            maxLength={TITLE_MAX}
            error={errorOf(`title.${language}`)}
            {...register(`title.${language}`)}
          />
        )}
      </FormTabs>
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      {overtaken ? <Overtaken busy={busy} onSaveOver={() => void saveOver()} /> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {t(document ? "documents.save" : "documents.make")}
        </Button>
        <Button look="outline" onClick={leave}>
          {common("cancel")}
        </Button>
      </div>
    </form>
  );
}
