"use client";

import { EyeIcon, EyeSlashIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { toApiError, trpc } from "@/trpc/client";
import { Button, IconButton } from "@/ui/button";
import { Alert, Card } from "@/ui/card";
import { updateSlice, useClientState } from "@/ui/client-state";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { loginInput, registerInput } from "../schema";
import { openSession } from "../state";

function AuthCard({ title, lead, children, other }: { title: string; lead: string; children: ReactNode; other: ReactNode }) {
  return (
    <Card className="mx-auto w-full max-w-md p-6 sm:p-8">
      <h1 className="text-2xl font-bold">{title}</h1>
      <p className="mt-1.5 mb-6 text-ink-soft">{lead}</p>
      {children}
      <p className="mt-6 text-center text-ink-soft">{other}</p>
    </Card>
  );
}

const LINK = "rounded font-semibold text-primary-text underline underline-offset-4";

/** Keeps where the login shall lead when somebody changes between the two forms. */
function OtherForm({ href, children }: { href: string; children: ReactNode }) {
  const [query, setQuery] = useState("");
  useEffect(() => setQuery(window.location.search), []);
  return (
    <Link href={`${href}${query}`} className={LINK}>
      {children}
    </Link>
  );
}

function PasswordField({
  label,
  error,
  help,
  registration,
  autoComplete,
}: {
  label: string;
  error: string | undefined;
  help?: string;
  registration: object;
  autoComplete: string;
}) {
  const t = useTranslations("auth");
  const [shown, setShown] = useState(false);
  return (
    <TextField
      label={label}
      error={error}
      help={help}
      type={shown ? "text" : "password"}
      autoComplete={autoComplete}
      dir="ltr"
      className="rtl:text-end"
      trailing={
        <IconButton label={t(shown ? "hidePassword" : "showPassword")} aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? <EyeSlashIcon /> : <EyeIcon />}
        </IconButton>
      }
      {...registration}
    />
  );
}

export function LoginForm() {
  const t = useTranslations("auth");
  const common = useTranslations("common");
  const form = useZodForm(loginInput, { email: "", password: "" });
  const login = trpc.account.login.useMutation({
    onSuccess: ({ accessToken }) => openSession(accessToken),
    onError: (error) => form.showRefusal(toApiError(error), common("offline")),
  });
  return (
    <AuthCard
      title={t("login.title")}
      lead={t("login.lead")}
      other={t.rich("login.other", { link: (text) => <OtherForm href="/auth/register">{text}</OtherForm> })}
    >
      <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => login.mutateAsync(values).catch(() => {}))}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <TextField
          label={t("emailOrUsername")}
          error={form.errorOf("email")}
          type="text"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          className="rtl:text-end"
          {...form.register("email")}
        />
        <PasswordField
          label={t("password")}
          error={form.errorOf("password")}
          autoComplete="current-password"
          registration={form.register("password")}
        />
        <Button type="submit" size="lg" busy={login.isPending}>
          {t("login.submit")}
        </Button>
      </form>
    </AuthCard>
  );
}

export function RegisterForm() {
  const t = useTranslations("auth");
  const common = useTranslations("common");
  const typed = useClientState((state) => state.auth.register);
  const form = useZodForm(registerInput, { ...typed, password: "" });
  const register = trpc.account.register.useMutation({
    onSuccess: ({ accessToken }) => openSession(accessToken),
    onError: (error) => form.showRefusal(toApiError(error), common("offline")),
  });

  // What was typed before a reload comes back, and what is typed is kept; the password never is.
  const { reset, subscribe } = form;
  useEffect(() => useClientState.persist.onFinishHydration(({ auth }) => reset({ ...auth.register, password: "" })), [reset]);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { email, firstName, lastName } }) => updateSlice("auth", { register: { email, firstName, lastName } }),
      }),
    [subscribe],
  );

  return (
    <AuthCard
      title={t("register.title")}
      lead={t("register.lead")}
      other={t.rich("register.other", { link: (text) => <OtherForm href="/auth/login">{text}</OtherForm> })}
    >
      <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => register.mutateAsync(values).catch(() => {}))}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={t("firstName")}
            error={form.errorOf("firstName")}
            autoComplete="given-name"
            dir="auto"
            {...form.register("firstName")}
          />
          <TextField
            label={t("lastName")}
            error={form.errorOf("lastName")}
            autoComplete="family-name"
            dir="auto"
            {...form.register("lastName")}
          />
        </div>
        <TextField
          label={t("email")}
          error={form.errorOf("email")}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          className="rtl:text-end"
          {...form.register("email")}
        />
        <PasswordField
          label={t("password")}
          error={form.errorOf("password")}
          help={t("register.passwordHelp")}
          autoComplete="new-password"
          registration={form.register("password")}
        />
        <Button type="submit" size="lg" busy={register.isPending}>
          {t("register.submit")}
        </Button>
      </form>
    </AuthCard>
  );
}
