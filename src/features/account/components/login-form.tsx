"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { api, toApiError } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { useZodForm } from "@/ui/forms";
import { loginInput } from "../schema";
import { openSession } from "../state";
import { AuthCard, AuthLink } from "./auth-card";
import { CodeField, PasswordField, UsernameField } from "./fields";
import { OtherWaysIn } from "./third-party-buttons";

interface LoginProps {
  title: string;
  lead: string;
  notice?: ReactNode;
  other?: ReactNode;
  /** What is to happen with the token before the session opens. */
  beforeOpen?: (accessToken: string) => Promise<void>;
}

interface Credentials {
  email: string;
  password: string;
}

/** E-mail and password, and then the second factor where the account has one. */
export function Login({ title, lead, notice, other, beforeOpen }: LoginProps) {
  const t = useTranslations("auth");
  /** Null for whoever has gone back to give others. */
  const [given, setGiven] = useState<Credentials | null>();
  const open = async (accessToken: string) => {
    await beforeOpen?.(accessToken);
    openSession(accessToken);
  };
  const logIn = async (input: Credentials & { code?: string }) => open((await api.account.login.mutate(input)).accessToken);
  if (given)
    return (
      <SecondFactorCard logIn={(code) => logIn({ ...given, code })} onRestart={() => setGiven(null)}>
        <OtherWaysIn passkey thirdParties={false} onToken={open} />
      </SecondFactorCard>
    );
  return (
    <AuthCard
      title={title}
      lead={lead}
      other={t.rich("login.other", { link: (text) => <AuthLink href="/auth/register">{text}</AuthLink> })}
    >
      {notice}
      <CredentialsForm logIn={logIn} onSecondFactor={setGiven} isBack={given === null} />
      {other}
    </AuthCard>
  );
}

interface CredentialsFormProps {
  logIn: (input: Credentials) => Promise<void>;
  onSecondFactor: (given: Credentials) => void;
  /** It takes the place of the second step again: it has the focus. */
  isBack: boolean;
}

function CredentialsForm({ logIn, onSecondFactor, isBack }: CredentialsFormProps) {
  const t = useTranslations("auth");
  const common = useTranslations("common");
  const [suspended, setSuspended] = useState(false);
  const form = useZodForm(loginInput, { email: "", password: "" });
  const submit = form.handleSubmit(async ({ email, password }) => {
    try {
      await logIn({ email, password });
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code === "secondFactorRequired") return onSecondFactor({ email, password });
      setSuspended(refusal.code === "accountSuspended");
      form.showRefusal(refusal, common("offline"));
    }
  });
  const { setFocus } = form;
  useEffect(() => {
    if (isBack) setFocus("email");
  }, [isBack, setFocus]);
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      {form.problem ? (
        <Alert tone="danger" {...(suspended ? { title: t("login.suspended") } : {})}>
          {form.problem}
        </Alert>
      ) : null}
      <UsernameField label={t("emailOrUsername")} error={form.errorOf("email")} {...form.register("email")} />
      <PasswordField
        label={t("password")}
        error={form.errorOf("password")}
        autoComplete="current-password"
        help={<AuthLink href="/auth/forgot-password">{t("login.forgot")}</AuthLink>}
        {...form.register("password")}
      />
      <Button type="submit" size="lg" busy={form.formState.isSubmitting}>
        {t("login.submit")}
      </Button>
    </form>
  );
}

/** The second step of a login, whatever the first one was. */
export function SecondFactorCard({
  logIn,
  onRestart,
  children,
}: {
  logIn: (code: string) => Promise<void>;
  onRestart: () => void;
  children?: ReactNode;
}) {
  const t = useTranslations("auth.secondFactor");
  const common = useTranslations("common");
  const form = useZodForm(loginInput.pick({ code: true }).required(), { code: "" });
  const { setFocus } = form;
  useEffect(() => setFocus("code"), [setFocus]);
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await logIn(code);
    } catch (error) {
      form.showRefusal(toApiError(error), common("offline"));
    }
  });
  return (
    <AuthCard title={t("title")} lead={t("lead")}>
      <form noValidate className="grid gap-5" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <CodeField error={form.errorOf("code")} {...form.register("code")} />
        <Button type="submit" size="lg" busy={form.formState.isSubmitting}>
          {t("submit")}
        </Button>
        <Button look="ghost" onClick={onRestart}>
          {t("back")}
        </Button>
      </form>
      {children}
    </AuthCard>
  );
}
