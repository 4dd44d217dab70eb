"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { useFormat } from "@/i18n/use-format";
import { localeDirection, localeTag } from "@/lib/locales";
import { EMPTY_TEXT, untranslated } from "@/lib/translations";
import { api, toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { moveDraft } from "@/ui/drafts";
import { FormButtons } from "@/ui/editing/form-buttons";
import { Overtaken } from "@/ui/editing/overtaken";
import { Section } from "@/ui/editing/parts";
import { FormTabs, TranslatedArea, TranslatedField, useFormLanguage } from "@/ui/editing/translated-fields";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { useFresh } from "@/ui/use-fresh";
import { useRouter } from "@/ui/use-router";
import { MessageText } from "../../chat/components/message-text";
import { fillPlaceholders, PLACEHOLDERS, unknownPlaceholders } from "../rules";
import { type ReplyInput, replyInput, TEXT_MAX, TITLE_MAX } from "../schema";
import { replyHref } from "./places";
import type { EditedReply } from "./reply-editor";

const toForm = (reply: EditedReply | null): ReplyInput => reply ?? { title: EMPTY_TEXT, text: EMPTY_TEXT };

/** A ready answer by language, what fills it in, and how it comes into the field of whoever chooses it. */
export function ReplyForm({ reply }: { reply: EditedReply | null }) {
  const t = useTranslations("support.canned");
  const editing = useTranslations("editing");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const router = useRouter();
  const form = useZodForm(replyInput, toForm(reply));
  const { reset, formState, register, errorOf } = form;
  const { isDirty } = formState;
  const shown = useFormLanguage(formState);
  const [overtaken, setOvertaken] = useState(false);
  useFormDraft(form, `canned.${reply?.uid ?? "new"}`);
  // What was changed elsewhere shows, unless something is being changed here.
  useFresh(reply, () => isDirty || reset(toForm(reply)));

  const { title, text } = form.watch();
  const save = async (values: ReplyInput): Promise<void> => {
    try {
      const { data } = await api.support.inbox.canned.save.mutate(values);
      setOvertaken(false);
      form.settle({ ...values, version: data.version });
      notify("success", common("saved"));
      await utils.support.inbox.canned.invalidate();
      if (reply) return;
      // What was typed meanwhile is found there.
      moveDraft("canned.new", `canned.${data.uid}`);
      router.replace(replyHref(data.uid));
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code !== "conflict") return form.showRefusal(refusal, common("offlineKept"));
      setOvertaken(true);
      await utils.support.inbox.canned.invalidate();
    }
  };
  const submit = form.handleSubmit(save);
  const saveOver = form.handleSubmit((values) => save({ ...values, version: reply?.version }));
  const discard = () => {
    setOvertaken(false);
    reset(toForm(reply));
  };

  return (
    <form ref={shown.form} noValidate className="grid gap-6" onSubmit={submit}>
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
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      {overtaken ? <Overtaken busy={formState.isSubmitting} onSaveOver={() => void saveOver()} onDiscard={discard} /> : null}
      <FormButtons label={t("save")} busy={formState.isSubmitting} dirty={isDirty} onDiscard={discard} />
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
