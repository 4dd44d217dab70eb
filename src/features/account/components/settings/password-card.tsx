"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { api, toApiError, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { updatePasswordInput } from "../../schema";
import { TEXT_LINK } from "../auth-card";
import { PasswordField } from "../fields";
import { SettingsCard } from "./settings-card";

export function PasswordCard({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const t = useTranslations("account.password");
  const showError = useErrorToast();
  const send = trpc.account.links.forgetPassword.useMutation({
    onSuccess: () => notify("success", t("sent", { email })),
    onError: showError,
  });
  const sendLink = () => send.mutate({ email });
  if (!hasPassword)
    return (
      <SettingsCard stacked title={t("title")} lead={t("none")}>
        <Button look="outline" className="justify-self-start" busy={send.isPending} onClick={sendLink}>
          {t("setByMail")}
        </Button>
      </SettingsCard>
    );
  const link = (text: ReactNode) => (
    <button type="button" className={TEXT_LINK} onClick={sendLink} disabled={send.isPending}>
      {text}
    </button>
  );
  return (
    <SettingsCard stacked title={t("title")}>
      <PasswordForm email={email} />
      <p className="text-sm text-ink-soft">{t.rich("forgot", { link })}</p>
    </SettingsCard>
  );
}

function PasswordForm({ email }: { email: string }) {
  const t = useTranslations("account.password");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm(updatePasswordInput, { currentPassword: "", newPassword: "" });
  const submit = form.handleSubmit(async (values) => {
    try {
      await api.account.updatePassword.mutate(values);
      form.reset();
      notify("success", t("changed"));
      await utils.account.sessions.invalidate();
    } catch (error) {
      form.showRefusal(toApiError(error), common("offline"));
    }
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t("current")}
        error={form.errorOf("currentPassword")}
        autoComplete="current-password"
        {...form.register("currentPassword")}
      />
      <PasswordField
        label={t("new")}
        help={t("newHelp")}
        error={form.errorOf("newPassword")}
        autoComplete="new-password"
        {...form.register("newPassword")}
      />
      <Button type="submit" look="outline" className="justify-self-start" busy={form.formState.isSubmitting}>
        {t("change")}
      </Button>
    </form>
  );
}
