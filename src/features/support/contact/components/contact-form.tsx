"use client";

import { PaperAirplaneIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { api, toApiError } from "@/trpc/client";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Card, Notice } from "@/ui/card";
import { clearDraft } from "@/ui/drafts";
import { TextArea, TextField } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { PhaseFocus } from "@/ui/phase-focus";
import { useAttempt } from "../../chat/hooks/use-attempt";
import { MAX_MESSAGE, MAX_SUBJECT } from "../../chat/schema";
import { contactForm } from "../schema";

const DRAFT = "contact";

/** Writes to support without an account. What somebody typed, or was told, goes when they leave. */
export function ContactForm() {
  const { userId } = useSession();
  return <Form key={userId} />;
}

function Form() {
  const t = useTranslations("support.contact");
  const common = useTranslations("common");
  const { signedIn } = useSession();
  // Read when the page is there: without it, the page is the same document for everybody.
  const [ask, setAsk] = useState("");
  useEffect(() => setAsk(new URLSearchParams(window.location.search).get("ask")?.trim().slice(0, MAX_SUBJECT) ?? ""), []);
  const attempt = useAttempt(DRAFT);
  const [sentTo, setSentTo] = useState("");
  const form = useZodForm(contactForm, { name: "", email: "", message: "", extra: "" });
  useFormDraft(form, DRAFT);
  const submit = form.handleSubmit(async (input) => {
    try {
      await api.support.contact.save.mutate({
        ...input,
        uid: attempt.uidOf(JSON.stringify([ask, input])),
        ...(ask ? { subject: ask } : {}),
      });
      attempt.forget();
      clearDraft(DRAFT);
      setSentTo(input.email);
      form.reset({ ...input, message: "" });
    } catch (error) {
      form.showRefusal(toApiError(error), common("offlineKept"));
    }
  });
  const writeAnother = () => {
    setSentTo("");
    requestAnimationFrame(() => form.setFocus("message"));
  };
  if (sentTo)
    return (
      <div className="mx-auto max-w-xl">
        <PhaseFocus label={t("sentTitle")} intoSight>
          <Notice
            level={1}
            icon={<PaperAirplaneIcon className="rtl:-scale-x-100" />}
            title={t("sentTitle")}
            text={t("sentText", { email: sentTo })}
          >
            <Button look="outline" onClick={writeAnother}>
              {t("another")}
            </Button>
          </Notice>
        </PhaseFocus>
      </div>
    );
  return (
    <Card className="mx-auto max-w-xl p-5 sm:p-8">
      <h1 className="text-2xl font-bold">{t("title")}</h1>
      <p className="mt-1.5 text-ink-soft">{t("lead")}</p>
      {signedIn ? (
        <div className="mt-5">
          <Alert tone="info">
            {t("signedIn")}{" "}
            <ButtonLink
              href={`/dashboard/support?${ask ? `ask=${encodeURIComponent(ask)}` : "new=1"}`}
              look="outline"
              size="sm"
              className="mt-2"
            >
              {t("toSupport")}
            </ButtonLink>
          </Alert>
        </div>
      ) : null}
      <form noValidate className="mt-6 grid gap-5" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        {ask ? (
          <p className="text-ink-soft" dir="auto">
            {t("about", { subject: ask })}
          </p>
        ) : null}
        <TextField
          label={t("name")}
          autoComplete="name"
          dir="auto"
          maxLength={80}
          error={form.errorOf("name")}
          {...form.register("name")}
        />
        <TextField
          label={t("email")}
          type="email"
          inputMode="email"
          autoComplete="email"
          dir="ltr"
          className="rtl:text-end"
          error={form.errorOf("email")}
          {...form.register("email")}
        />
        <TextArea label={t("message")} rows={6} maxLength={MAX_MESSAGE} error={form.errorOf("message")} {...form.register("message")} />
        {/* A trap for programs: out of sight, out of the keyboard's way, and named for whoever reaches it all the same. */}
        <div aria-hidden="true" className="absolute -start-[999rem] h-px w-px overflow-hidden">
          <label>
            {t("extra")}
            <input tabIndex={-1} autoComplete="off" {...form.register("extra")} />
          </label>
        </div>
        <div>
          <Button type="submit" size="lg" busy={form.formState.isSubmitting}>
            {t("send")}
          </Button>
        </div>
      </form>
    </Card>
  );
}
