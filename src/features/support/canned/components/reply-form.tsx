"use client";

import { useTranslations } from "next-intl";
import { useSession } from "@/features/account/hooks/use-session";
import { useFormat } from "@/i18n/use-format";
import { localeDirection, localeTag } from "@/lib/locales";
import { EMPTY_TEXT, untranslated } from "@/lib/localized-text";
import { api, toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { ContentFormEnd, useContentForm } from "@/ui/editing/content-form";
import { Section } from "@/ui/editing/parts";
import { FormTabs, TranslatedArea, TranslatedField, useFormLanguage } from "@/ui/editing/translated-fields";
import { useZodForm } from "@/ui/forms";
import { MessageText } from "../../chat/components/message-text";
import { replyHref } from "../hrefs";
import { fillPlaceholders, PLACEHOLDERS, unknownPlaceholders } from "../rules";
import { type ReplyInput, replyInput, TEXT_MAX, TITLE_MAX } from "../schema";
import type { EditedReply } from "./reply-editor";

const toForm = (reply: EditedReply | null): ReplyInput => reply ?? { title: EMPTY_TEXT, text: EMPTY_TEXT };

/** A ready answer by language, what fills it in, and how it comes into the field of whoever chooses it. */
export function ReplyForm({ reply }: { reply: EditedReply | null }) {
  const t = useTranslations("support.canned");
  const editing = useTranslations("editing");
  const utils = trpc.useUtils();
  const form = useZodForm(replyInput, toForm(reply), { stays: true });
  const { formState, register, errorOf } = form;
  const shown = useFormLanguage(formState);
  const content = useContentForm(form, {
    draft: "canned",
    row: reply,
    toForm,
    save: async (values) => (await api.support.inbox.canned.save.mutate(values)).data,
    refusalOf: toApiError,
    refresh: () => utils.support.inbox.canned.invalidate(),
    href: replyHref,
  });
  const { title, text } = form.watch();

  return (
    <form ref={shown.form} noValidate className="grid gap-6" onSubmit={content.submit}>
      <Section title={t("placeholders.title")} lead={t("placeholders.lead")}>
        <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[auto_1fr]">
          {PLACEHOLDERS.map((name) => (
            <div key={name} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid sm:items-baseline">
              <dt>
                <code dir="ltr" className="rounded bg-sunken px-1.5 py-0.5 font-semibold">{`{${name}}`}</code>
              </dt>
              <dd className="text-ink-soft">{t(`placeholders.${name}`)}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={editing("texts.title")} lead={editing("texts.lead")}>
        <FormTabs {...shown.tabs} missing={untranslated([title, text])}>
          {(language) => (
            <>
              <TranslatedField
                language={language}
                label={t("name")}
                maxLength={TITLE_MAX}
                error={errorOf(`title.${language}`)}
                {...register(`title.${language}`)}
              />
              <TranslatedArea
                language={language}
                label={t("text")}
                rows={9}
                maxLength={TEXT_MAX}
                error={errorOf(`text.${language}`)}
                {...register(`text.${language}`)}
              />
              <Unknown text={text[language]} />
              {text[language].trim() ? (
                <section aria-label={t("preview")} className="rounded-box bg-sunken p-4">
                  <p aria-hidden="true" className="mb-2 text-sm font-semibold text-ink-soft">
                    {t("preview")}
                  </p>
                  <div lang={localeTag(language)} dir={localeDirection(language)}>
                    <Filled text={text[language]} />
                  </div>
                </section>
              ) : null}
            </>
          )}
        </FormTabs>
      </Section>
      <ContentFormEnd content={content} label={t("save")} />
    </form>
  );
}

/** With the names of an example; the answer comes from whoever looks. */
function Filled({ text }: { text: string }) {
  const t = useTranslations("support.canned.example");
  const { user } = useSession();
  return <MessageText text={fillPlaceholders(text, { name: t("name"), subject: t("subject"), agent: user?.firstName ?? "" })} />;
}

/** What nobody fills in is most likely a slip. */
function Unknown({ text }: { text: string }) {
  const t = useTranslations("support.canned");
  const format = useFormat();
  const names = unknownPlaceholders([text]);
  return names.length > 0 ? <Alert tone="warning">{t("unknown", { names: format.list(names) })}</Alert> : null;
}
