"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { EMPTY_TEXT, untranslated } from "@/lib/translations";
import { api, toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Overtaken } from "@/ui/editing/overtaken";
import { FormTabs, TranslatedField, useFormLanguage } from "@/ui/editing/translated-fields";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { type DocumentInput, documentInput, TITLE_MAX } from "../../editing/schema";

/** A document's title in all languages; without a document it makes one. */
export function DocumentForm({
  university,
  document,
  onDone,
}: {
  university: string | null;
  document?: Pick<DocumentInput, "uid" | "version" | "title">;
  onDone: () => void;
}) {
  const t = useTranslations("learning.editing");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm(documentInput, {
    university,
    title: document?.title ?? EMPTY_TEXT,
    ...(document && { uid: document.uid, version: document.version }),
  });
  const { reset, formState, register, errorOf } = form;
  const shown = useFormLanguage(formState);
  const [overtaken, setOvertaken] = useState(false);
  useFormDraft(form, `learning.document.${document?.uid ?? `new.${university ?? "all"}`}`);
  const save = async (values: DocumentInput): Promise<void> => {
    try {
      await api.learning.editing.saveDocument.mutate(values);
      reset(values);
      notify("success", common("saved"));
      await utils.learning.invalidate();
      onDone();
    } catch (error) {
      const refusal = toApiError(error);
      setOvertaken(refusal.code === "conflict");
      if (refusal.code === "conflict") await utils.learning.invalidate();
      else form.showRefusal(refusal, common("offlineKept"));
    }
  };
  const submit = form.handleSubmit(save);
  const saveOver = form.handleSubmit((values) => save({ ...values, version: document?.version }));
  const leave = () => {
    reset();
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
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      {overtaken ? <Overtaken busy={formState.isSubmitting} onSaveOver={() => void saveOver()} /> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={formState.isSubmitting}>
          {t(document ? "documents.save" : "documents.make")}
        </Button>
        <Button look="outline" onClick={leave}>
          {common("cancel")}
        </Button>
      </div>
    </form>
  );
}
