"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ANNOUNCEMENT_KINDS, AUDIENCES } from "@/lib/enums/service";
import { EMPTY_TEXT, untranslated } from "@/lib/localized-text";
import { api, toApiError, trpc } from "@/trpc/client";
import { serverNow } from "@/trpc/token";
import { Checkbox } from "@/ui/checkboxes";
import { Choices } from "@/ui/choice";
import { ContentFormEnd, useWrittenForm } from "@/ui/editing/content-form";
import { Section } from "@/ui/editing/parts";
import { FormTabs, TranslatedArea, TranslatedField, useFormLanguage } from "@/ui/editing/translated-fields";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { useRouter } from "@/ui/use-router";
import { ANNOUNCEMENTS } from "../hrefs";
import { type AnnouncementInput, announcementInput, LABEL_MAX, TEXT_MAX } from "../schema";
import type { Announcement } from "./announcement-editor";
import { InstantField } from "./instant-field";

const fromNowOn = (): AnnouncementInput => ({
  kind: "info",
  audience: "everybody",
  text: EMPTY_TEXT,
  link: null,
  startsAt: new Date(serverNow()).toISOString(),
  endsAt: null,
});

/** What is announced, to whom, and for how long. */
export function AnnouncementForm({ announcement }: { announcement: Announcement | null }) {
  const t = useTranslations("admin.announcements");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const router = useRouter();
  const [fresh] = useState(fromNowOn);
  const toForm = (row: Announcement | null): AnnouncementInput => row ?? fresh;
  const form = useZodForm<AnnouncementInput>(announcementInput, toForm(announcement));
  const { formState, register, errorOf, setValue, watch } = form;
  const shown = useFormLanguage(formState);
  const content = useWrittenForm(form, {
    draft: "announcement",
    row: announcement,
    toForm,
    save: async (values) => (await api.admin.announcements.save.mutate(values)).data,
    refusalOf: toApiError,
    refresh: () => Promise.all([utils.admin.announcements.invalidate(), utils.admin.service.invalidate()]),
    onSaved: () => router.push(ANNOUNCEMENTS),
  });
  const { kind, audience, text, link, startsAt, endsAt } = watch();

  return (
    <form ref={shown.form} noValidate className="grid grid-cols-1 gap-6" onSubmit={content.submit}>
      <Section title={t("what")} lead={t("whatLead")}>
        <div className="grid grid-cols-1 gap-5">
          <Choices
            label={t("kind")}
            value={kind}
            choices={ANNOUNCEMENT_KINDS.map((one) => ({ value: one, label: t(`kinds.${one}`) }))}
            onChange={(one) => setValue("kind", one, { shouldDirty: true })}
          />
          <Checkbox
            label={t("withLink")}
            checked={link !== null}
            onChange={({ target }) => setValue("link", target.checked ? { href: "", label: EMPTY_TEXT } : null, { shouldDirty: true })}
          />
          {link ? (
            <TextField dir="ltr" label={t("address")} help={t("addressHelp")} error={errorOf("link.href")} {...register("link.href")} />
          ) : null}
          <FormTabs {...shown.tabs} missing={untranslated(link ? [text, link.label] : [text])}>
            {(language) => (
              <>
                <TranslatedArea
                  language={language}
                  label={t("text")}
                  rows={3}
                  maxLength={TEXT_MAX}
                  error={errorOf(`text.${language}`)}
                  {...register(`text.${language}`)}
                />
                {link ? (
                  <TranslatedField
                    language={language}
                    label={t("label")}
                    maxLength={LABEL_MAX}
                    error={errorOf(`link.label.${language}`)}
                    {...register(`link.label.${language}`)}
                  />
                ) : null}
              </>
            )}
          </FormTabs>
        </div>
      </Section>
      <Section title={t("whom")} lead={t("whomLead")}>
        <div className="grid grid-cols-1 gap-5">
          <Choices
            label={t("audience")}
            value={audience}
            choices={AUDIENCES.map((one) => ({ value: one, label: t(`audiences.${one}`) }))}
            onChange={(one) => setValue("audience", one, { shouldDirty: true })}
          />
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            <InstantField
              label={t("from")}
              value={startsAt}
              onChange={(at) => setValue("startsAt", at, { shouldDirty: true })}
              error={errorOf("startsAt")}
            />
            <InstantField
              label={t("until")}
              help={t("untilHelp")}
              value={endsAt ?? ""}
              onChange={(at) => setValue("endsAt", at === "" ? null : at, { shouldDirty: true })}
              error={errorOf("endsAt")}
            />
          </div>
        </div>
      </Section>
      <ContentFormEnd content={content} label={announcement ? common("save") : t("publish")} />
    </form>
  );
}
