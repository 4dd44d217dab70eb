"use client";

import { CheckCircleIcon, LinkSlashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api, toApiError } from "@/trpc/client";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Notice } from "@/ui/card";
import { useZodForm } from "@/ui/forms";
import { useFragment } from "@/ui/hooks";
import { PhaseFocus } from "@/ui/phase-focus";
import { resetPasswordInput } from "../schema";
import { AuthCard } from "./auth-card";
import { PasswordField } from "./fields";

const passwordOnly = resetPasswordInput.pick({ password: true });

/** Opened by a mailed link, whose token is in the fragment. */
export function ResetPassword() {
  const t = useTranslations("auth.reset");
  const common = useTranslations("common");
  const auth = useTranslations("auth");
  const token = useFragment();
  const [state, setState] = useState<"open" | "done" | "invalid">("open");
  const form = useZodForm(passwordOnly, { password: "" });
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await api.account.links.resetPassword.mutate({ token: token ?? "", password });
      setState("done");
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code === "linkInvalid") return setState("invalid");
      form.showRefusal(refusal, common("offline"));
    }
  });
  if (state === "done")
    return (
      <div className="mx-auto max-w-md">
        <PhaseFocus label={t("doneTitle")} intoSight>
          <Notice level={1} icon={<CheckCircleIcon />} title={t("doneTitle")} text={t("doneText")}>
            <ButtonLink href="/auth/login">{auth("login.submit")}</ButtonLink>
          </Notice>
        </PhaseFocus>
      </div>
    );
  if (state === "invalid" || token === "")
    return (
      <div className="mx-auto max-w-md">
        <PhaseFocus label={t("invalidTitle")} wait={state !== "invalid"} intoSight>
          <Notice level={1} icon={<LinkSlashIcon />} title={t("invalidTitle")} text={t("invalidText")}>
            <ButtonLink href="/auth/forgot-password">{t("askAgain")}</ButtonLink>
          </Notice>
        </PhaseFocus>
      </div>
    );
  return (
    <AuthCard title={t("title")} lead={t("lead")}>
      <form noValidate className="grid gap-5" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <PasswordField
          label={t("newPassword")}
          error={form.errorOf("password")}
          help={auth("register.passwordHelp")}
          autoComplete="new-password"
          {...form.register("password")}
        />
        <Button type="submit" size="lg" busy={form.formState.isSubmitting}>
          {t("submit")}
        </Button>
      </form>
    </AuthCard>
  );
}
