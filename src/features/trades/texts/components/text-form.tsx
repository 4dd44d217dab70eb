"use client";

import { useTranslations } from "next-intl";
import { byLocale, LOCALES, type Locale, localeDirection, localeTag } from "@/lib/locales";
import { api, trpc } from "@/trpc/client";
import { seenVersion, useSeenDialog } from "@/trpc/use-seen";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { FormTabs, useFormLanguage } from "@/ui/editing/translated-fields";
import { TextArea, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import type { Workspace } from "../../components/workspace-frame";
import type { TextDto } from "../dto";
import { filledWording, PLACEHOLDERS, TEXT, type Values } from "../rules";
import { type TextFields, textFields } from "../schema";

const toForm = (text: TextDto | null): TextFields => ({
  name: text?.name ?? "",
  wordings: text?.wordings ?? byLocale(() => ({ subject: "", body: "" })),
});

/** A text in the languages in which the shop writes it, with what can stand in it, and how it reads. */
export function TextForm({ workspace, text, onClose }: { workspace: Workspace; text: TextDto | null; onClose: () => void }) {
  const t = useTranslations("trades.texts");
  const words = useTranslations("trades.tasks");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const workspaceId = workspace.uid;
  const form = useZodForm<TextFields>(textFields, toForm(text));
  const { register, errorOf, formState, watch, getValues, setValue } = form;
  const { submit, overtaken, cancel } = useSeenDialog(form, {
    row: text,
    toForm,
    draft: (seen) => (seen ? `trades.text.${seen.uid}.${seen.version}` : `trades.text.new.${workspaceId}`),
    save: (values, seen) => api.trades.texts.save.mutate({ ...values, ...seenVersion(seen), workspaceId }),
    onSaved: (data) => {
      utils.trades.texts.list.setData({ workspaceId }, { data });
      onClose();
    },
    onOvertaken: () => utils.trades.texts.list.invalidate(),
    onClose,
  });
  const { form: element, tabs } = useFormLanguage(formState);
  const { wordings } = watch();
  const missing = LOCALES.filter((locale) => wordings[locale].body === "");
  const examples = Object.fromEntries(PLACEHOLDERS.map((name) => [name, t(`examples.${name}`)])) as Values;
  const insert = (locale: Locale, name: string) => {
    const body = getValues(`wordings.${locale}.body`);
    setValue(`wordings.${locale}.body`, `${body}{${name}}`, { shouldDirty: true });
  };
  return (
    <Dialog open onClose={onClose} title={text ? t("edit", { name: text.name }) : t("new")}>
      <form ref={element} noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        <TextField
          label={t("name")}
          help={t("nameHelp")}
          dir="auto"
          autoComplete="off"
          maxLength={TEXT.name}
          error={errorOf("name")}
          {...register("name")}
        />
        <FormTabs {...tabs} missing={missing}>
          {(locale) => {
            const preview = filledWording(wordings[locale], examples);
            const [lang, dir] = [localeTag(locale), localeDirection(locale)];
            return (
              <div className="grid gap-5">
                <TextField
                  label={t("subject")}
                  lang={lang}
                  dir={dir}
                  autoComplete="off"
                  maxLength={TEXT.subject}
                  error={errorOf(`wordings.${locale}.subject`)}
                  {...register(`wordings.${locale}.subject`)}
                />
                <TextArea
                  rows={8}
                  label={t("body")}
                  lang={lang}
                  dir={dir}
                  maxLength={TEXT.body}
                  error={errorOf(`wordings.${locale}.body`)}
                  {...register(`wordings.${locale}.body`)}
                />
                <fieldset>
                  <legend className="mb-2 text-sm text-ink-soft">{t("placeholders")}</legend>
                  <div className="flex flex-wrap gap-2">
                    {PLACEHOLDERS.map((name) => (
                      <Button key={name} look="outline" size="sm" className="min-h-11!" onClick={() => insert(locale, name)}>
                        {t(`names.${name}`)}
                      </Button>
                    ))}
                  </div>
                </fieldset>
                {preview.body ? (
                  <section aria-label={t("preview")} className="rounded-box bg-sunken p-4">
                    <p className="mb-2 text-sm text-ink-soft">{t("preview")}</p>
                    <p lang={lang} dir={dir} className="font-semibold wrap-anywhere">
                      {preview.subject}
                    </p>
                    <p lang={lang} dir={dir} className="mt-1 whitespace-pre-line wrap-anywhere">
                      {preview.body}
                    </p>
                  </section>
                ) : null}
              </div>
            );
          }}
        </FormTabs>
        {errorOf("wordings") ? <Alert tone="danger">{errorOf("wordings")}</Alert> : null}
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {overtaken ? <Alert tone="warning">{words("conflict")}</Alert> : null}
        <DialogActions onCancel={cancel} type="submit" busy={formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      </form>
    </Dialog>
  );
}
