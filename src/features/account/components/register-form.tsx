"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { api, toApiError } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { updateSlice, useClientState } from "@/ui/client-state";
import { useZodForm } from "@/ui/forms";
import { emailField, registerInput } from "../schema";
import { openSession } from "../state";
import { AuthCard, AuthLink } from "./auth-card";
import { EmailField, NameFields, PasswordField } from "./fields";
import { OtherWaysIn } from "./third-party-buttons";

/** After this pause in typing the server is asked whether the address is taken, in milliseconds. */
const TYPING_PAUSE_MS = 500;

/** Whether an account has the address that stands in the field; what cannot be asked now is told at the end anyway. */
function useIsTaken(email: string): boolean {
  const [taken, setTaken] = useState(false);
  useEffect(() => {
    setTaken(false);
    const address = emailField.safeParse(email);
    if (!address.success) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api.account.checkExistence.mutate({ email: address.data }, { signal: stop.signal }).then(
        ({ data }) => setTaken(data.emailExists),
        () => {},
      );
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [email]);
  return taken;
}

/** @returns the access token of the account that these open, or null where none does */
const opened = (given: { email: string; password: string }): Promise<string | null> =>
  api.account.login.mutate(given).then(
    ({ accessToken }) => accessToken,
    () => null,
  );

export function RegisterForm() {
  const t = useTranslations("auth");
  const common = useTranslations("common");
  // What was typed before a reload comes back; what another tab types meanwhile is that tab's.
  const [before] = useState(() => useClientState.getState().auth.register);
  const form = useZodForm(registerInput, { ...before, password: "" });
  const taken = useIsTaken(form.watch("email"));
  /** The address of a try whose answer was lost: it may have made the account. */
  const unheard = useRef("");
  const submit = form.handleSubmit(async (values) => {
    const { email, password } = values;
    try {
      openSession((await api.account.register.mutate(values)).accessToken);
    } catch (error) {
      const refusal = toApiError(error);
      // Whoever took it may be oneself: then the password opens what the first try made.
      const made = refusal.code === "emailTaken" && unheard.current === email ? await opened({ email, password }) : null;
      if (made) return openSession(made);
      if (refusal.code === "network") unheard.current = email;
      form.showRefusal(refusal, common("offline"));
    }
  });

  // What is typed is kept; the password never is.
  const { subscribe } = form;
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
      other={t.rich("register.other", { link: (text) => <AuthLink href="/auth/login">{text}</AuthLink> })}
    >
      <form noValidate className="grid gap-5" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <NameFields
          firstName={{ error: form.errorOf("firstName"), ...form.register("firstName") }}
          lastName={{ error: form.errorOf("lastName"), ...form.register("lastName") }}
        />
        <div className="grid gap-2">
          <EmailField label={t("email")} error={form.errorOf("email")} {...form.register("email")} />
          <p role="status" className="text-sm text-ink-soft empty:hidden">
            {taken && !form.errorOf("email")
              ? t.rich("emailTaken", { link: (text) => <AuthLink href="/auth/login">{text}</AuthLink> })
              : null}
          </p>
        </div>
        <PasswordField
          label={t("password")}
          error={form.errorOf("password")}
          help={t("register.passwordHelp")}
          autoComplete="new-password"
          {...form.register("password")}
        />
        <Button type="submit" size="lg" busy={form.formState.isSubmitting}>
          {t("register.submit")}
        </Button>
      </form>
      <OtherWaysIn />
    </AuthCard>
  );
}
