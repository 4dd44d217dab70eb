"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { LOCALES, type Locale, localeDirection, localeTag } from "@/lib/locales";
import { api, toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { FormTabs, useFormLanguage } from "@/ui/editing/translated-fields";
import { TextArea, TextField } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import type { TextDto } from "../dto";
import { filledWording, PLACEHOLDERS, TEXT, type Values } from "../rules";
import { type TextFields, textFields } from "../schema";

const toForm = (text: TextDto | null): TextFields => ({
  name: text?.name ?? "",
  wordings: text?.wordings ?? (Object.fromEntries(LOCALES.map((locale) => [locale, { subject: "", body: "" }])) as TextFields["wordings"]),
});

/** A text in the languages in which the shop writes it, with what can stand in it, and how it reads. */
export function TextForm({ workspace, text, onClose }: { workspace: Workspace; text: TextDto | null; onClose: () => void }) {
  const t = useTranslations("trades.texts");
  const words = useTranslations("trades.tasks");
  const common = useTranslations("common");
  const validation = useTranslations("validation");
  const utils = trpc.useUtils();
  const form = useZodForm<TextFields>(textFields as never, toForm(text));
  const { register, errorOf, formState, watch, getValues, setValue } = form;
  const [version, setVersion] = useState(text?.version);
  const [overtaken, setOvertaken] = useState(false);
  const [empty, setEmpty] = useState(false);
  useFormDraft(form, text ? `trades.text.${text.uid}.${version}` : `trades.text.new.${workspace.uid}`);
  const { form: element, tabs } = useFormLanguage(formState);
  const workspaceId = workspace.uid;
  // A press beside the dialog costs nobody a text in five languages: it is given up by Cancel alone.
  const cancel = () => {
    form.reset();
    onClose();
  };
  const submit = form.handleSubmit(async (values) => {
    setOvertaken(false);
    const written = LOCALES.some((locale) => values.wordings[locale].body !== "");
    setEmpty(!written);
    if (!written) return;
    const about = { workspaceId, ...(text ? { uid: text.uid, version: version ?? text.version } : {}) };
    try {
      const { data } = await api.trades.texts.save.mutate({ ...values, ...about });
      form.reset(toForm(null));
      utils.trades.texts.list.setData({ workspaceId }, { data });
      notify("success", common("saved"));
      onClose();
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code !== "conflict" || !refusal.current) return form.showRefusal(refusal, common("offlineKept"));
      setOvertaken(true);
      const current = refusal.current as TextDto;
      setVersion(current.version);
      form.overtake(toForm(current));
      // It opens again at the version for which the draft is kept.
      void utils.trades.texts.list.invalidate();
    }
  });
  const { wordings } = watch();
  const missing = LOCALES.filter((locale) => wordings[locale].body === "");
  const examples = Object.fromEntries(PLACEHOLDERS.map((name) => [name, t(`examples.${name}`)])) as Values;
  const insert = (locale: Locale, name: string) => {
    const body = getValues(`wordings.${locale}.body`);
    setValue(`wordings.${locale}.body`, `${body}{${name}}`, { shouldDirty: true });
  };
  return (
    <Dialog open onClose={onClose} title={text ? t("edit", { name: text.name }) : t("new")} closeLabel={common("close")}>
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
        {empty ? <Alert tone="danger">{validation("required")}</Alert> : null}
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {overtaken ? <Alert tone="warning">{words("conflict")}</Alert> : null}
        <DialogActions onCancel={cancel} type="submit" busy={formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      </form>
    </Dialog>
  );
}
