"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
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

export function RegisterForm() {
  const t = useTranslations("auth");
  const common = useTranslations("common");
  // What was typed before a reload comes back; what another tab types meanwhile is that tab's.
  const [before] = useState(() => useClientState.getState().auth.register);
  const form = useZodForm(registerInput, { ...before, password: "" });
  const taken = useIsTaken(form.watch("email"));
  /** The address of a try whose answer was lost: it may have made the account. */
  const unheard = useRef("");
  const register = (values: z.infer<typeof registerInput>) =>
    api.account.register.mutate(values).catch((refused) => {
      const { email, password } = values;
      if (toApiError(refused).code !== "emailTaken" || unheard.current !== email) throw refused;
      // Whoever took it may be oneself: then the password opens what the first try made.
      return api.account.login.mutate({ email, password }).catch((error) => {
        throw toApiError(error).code === "network" ? error : refused;
      });
    });
  const submit = form.handleSubmit(async (values) => {
    try {
      openSession((await register(values)).accessToken);
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code === "network") unheard.current = values.email;
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
