"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FieldPath, UseFormReturn } from "react-hook-form";
import { LOCALES, type LocalizedText } from "@/lib/locales";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import type { useWrittenForm } from "./content-form";
import { Overtaken } from "./overtaken";
import { FormTabs, TranslatedArea, TranslatedField, useFormLanguage } from "./translated-fields";

/** What has a name and a description in every language. */
export interface Named {
  name: LocalizedText;
  description: LocalizedText;
}

interface NamingDialogProps<T extends Named> {
  form: UseFormReturn<T> & { errorOf: (name: FieldPath<T>) => string | undefined };
  title: string;
  lead: string;
  /** Letters that each may have. */
  max: { name: number; description: number };
  content: ReturnType<typeof useWrittenForm>;
  onClose: () => void;
  /** What else there is to say. */
  children?: ReactNode;
}

/** A name and a description by language. */
export function NamingDialog<T extends Named>({ form, title, lead, max, content, onClose, children }: NamingDialogProps<T>) {
  const t = useTranslations("editing.naming");
  const common = useTranslations("common");
  const { register, errorOf, formState } = form;
  const shown = useFormLanguage(formState);
  const { name, description } = form.watch();
  const missing = LOCALES.filter((locale) => !name[locale].trim() || !description[locale].trim());
  return (
    <Dialog open onClose={onClose} title={title}>
      <form ref={shown.form} noValidate className="grid gap-5" onSubmit={content.submit}>
        <p className="text-ink-soft">{lead}</p>
        <FormTabs {...shown.tabs} missing={missing}>
          {(language) => {
            const [nameField, descriptionField] = [`name.${language}` as FieldPath<T>, `description.${language}` as FieldPath<T>];
            return (
              <>
                <TranslatedField
                  language={language}
                  label={t("name")}
                  maxLength={max.name}
                  error={errorOf(nameField)}
                  {...register(nameField)}
                />
                <TranslatedArea
                  language={language}
                  label={t("description")}
                  rows={3}
                  maxLength={max.description}
                  error={errorOf(descriptionField)}
                  {...register(descriptionField)}
                />
              </>
            );
          }}
        </FormTabs>
        {children}
        {content.problem ? <Alert tone="danger">{content.problem}</Alert> : null}
        {content.overtaken ? <Overtaken busy={content.busy} onSaveOver={() => void content.saveOver()} /> : null}
        <DialogActions onCancel={onClose} type="submit" busy={content.busy}>
          {common("save")}
        </DialogActions>
      </form>
    </Dialog>
  );
}
