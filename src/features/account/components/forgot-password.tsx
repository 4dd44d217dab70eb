"use client";

import { EnvelopeIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api, toApiError } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert, Notice } from "@/ui/card";
import { useZodForm } from "@/ui/forms";
import { PhaseFocus } from "@/ui/phase-focus";
import { forgetPasswordInput } from "../schema";
import { AuthCard, AuthLink } from "./auth-card";
import { EmailField } from "./fields";

export function ForgotPassword() {
  const t = useTranslations("auth");
  const common = useTranslations("common");
  const [sentTo, setSentTo] = useState("");
  const form = useZodForm(forgetPasswordInput, { email: "" });
  const submit = form.handleSubmit(async ({ email }) => {
    try {
      await api.account.links.forgetPassword.mutate({ email });
      setSentTo(email);
    } catch (error) {
      form.showRefusal(toApiError(error), common("offline"));
    }
  });
  const back = <AuthLink href="/auth/login">{t("toLogin")}</AuthLink>;
  if (sentTo)
    return (
      <div className="mx-auto max-w-md">
        <PhaseFocus label={t("forgot.sentTitle")} intoSight>
          <Notice level={1} icon={<EnvelopeIcon />} title={t("forgot.sentTitle")} text={t("forgot.sentText", { email: sentTo })}>
            <p className="text-sm text-ink-soft">{t("forgot.again")}</p>
            {back}
          </Notice>
        </PhaseFocus>
      </div>
    );
  return (
    <AuthCard title={t("forgot.title")} lead={t("forgot.lead")} other={back}>
      <form noValidate className="grid gap-5" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <EmailField label={t("email")} error={form.errorOf("email")} {...form.register("email")} />
        <Button type="submit" size="lg" busy={form.formState.isSubmitting}>
          {t("forgot.submit")}
        </Button>
      </form>
    </AuthCard>
  );
}
