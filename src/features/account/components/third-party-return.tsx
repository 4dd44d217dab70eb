"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { Provider } from "@/lib/enums/account";
import { api, callAs, TRANSIENT, toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { useZodForm } from "@/ui/forms";
import { Spinner } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { endThirdPartySession, thirdPartyGreeting } from "../hooks/third-party";
import { namesInput } from "../schema";
import { openSession } from "../state";
import { AuthCard } from "./auth-card";
import { NameFields } from "./fields";
import { Login, SecondFactorCard } from "./login-form";
import { OtherWaysIn } from "./third-party-buttons";

interface Greeting {
  email: string;
  firstName: string;
  lastName: string;
}

type Step =
  | { name: "checking" }
  | { name: "code" }
  /** Where nobody answered it can be asked for again. */
  | { name: "refused"; message: string; again: boolean }
  | { name: "new" | "link"; greeting: Greeting }
  /** Logged in, and not linked because nobody answered. */
  | { name: "unlinked"; message: string; settle: (again: boolean) => void };

type Names = z.infer<typeof namesInput>;

/**
 * A third party has led back here. Its proof waits in a cookie: it opens the account that it is linked to, makes a new one, or
 * is linked to an account with the same address after its owner has logged in.
 */
export function ThirdPartyReturn({ provider, onCancel }: { provider: Provider; onCancel: () => void }) {
  const t = useTranslations("auth.thirdParty");
  const common = useTranslations("common");
  const options = trpc.account.signInOptions.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const name = options.data?.data.providers.find((entry) => entry.provider === provider)?.name ?? "";
  const [step, setStep] = useState<Step>({ name: "checking" });

  const open = useCallback(async (accessToken: string) => {
    await endThirdPartySession();
    openSession(accessToken);
  }, []);
  const logIn = useCallback(
    async (code?: string) => {
      const { accessToken } = await api.account.thirdParty.login.mutate({ provider, ...(code === undefined ? {} : { code }) });
      await open(accessToken);
    },
    [provider, open],
  );
  const offline = common("offline");
  const check = useCallback(async () => {
    setStep({ name: "checking" });
    try {
      await logIn();
    } catch (error) {
      const { code, message = offline } = toApiError(error);
      if (code === "secondFactorRequired") return setStep({ name: "code" });
      if (code !== "identityUnknown" && code !== "linkAfterLogin")
        return setStep({ name: "refused", message, again: TRANSIENT.includes(code) });
      const greeting = await thirdPartyGreeting().catch(() => null);
      if (!greeting) return setStep({ name: "refused", message: offline, again: true });
      setStep({ name: code === "identityUnknown" ? "new" : "link", greeting });
    }
  }, [logIn, offline]);
  useEffect(() => void check(), [check]);

  const cancel = () => {
    void endThirdPartySession();
    onCancel();
  };
  const notNow = (
    <Button look="ghost" onClick={cancel}>
      {t("cancel")}
    </Button>
  );

  if (step.name === "code")
    return (
      <SecondFactorCard logIn={logIn} onRestart={cancel}>
        <OtherWaysIn passkey thirdParties={false} onToken={open} />
      </SecondFactorCard>
    );
  if (step.name === "new") return <NewAccount provider={provider} greeting={step.greeting} open={open} onCancel={cancel} />;
  if (step.name === "link") {
    const link = async (accessToken: string): Promise<void> => {
      try {
        await callAs(accessToken).account.thirdParty.link.mutate({ provider });
        notify("success", t("linked", { name }));
      } catch (error) {
        const { code, message = offline } = toApiError(error);
        const asked = TRANSIENT.includes(code)
          ? await new Promise<boolean>((settle) => setStep({ name: "unlinked", message, settle }))
          : void notify("error", message);
        setStep({ name: "checking" });
        // A link that fails keeps nobody out: the login itself went well.
        if (asked) return link(accessToken);
      }
      await endThirdPartySession();
    };
    return (
      <Login title={t("linkTitle", { name })} lead={t("linkLead", { email: step.greeting.email, name })} beforeOpen={link} other={notNow} />
    );
  }
  if (step.name === "unlinked")
    return (
      <AuthCard title={t("linkTitle", { name })}>
        <Alert tone="danger">{step.message}</Alert>
        <Button onClick={() => step.settle(true)}>{common("retry")}</Button>
        <Button look="ghost" onClick={() => step.settle(false)}>
          {t("cancel")}
        </Button>
      </AuthCard>
    );
  return (
    <AuthCard title={t("checking", { name })}>
      {step.name === "refused" ? (
        <>
          <Alert tone="danger">{step.message}</Alert>
          {step.again ? <Button onClick={check}>{common("retry")}</Button> : null}
          {notNow}
        </>
      ) : (
        <Spinner className="mx-auto size-8" />
      )}
    </AuthCard>
  );
}

function NewAccount({
  provider,
  greeting,
  open,
  onCancel,
}: {
  provider: Provider;
  greeting: Greeting;
  open: (accessToken: string) => Promise<void>;
  onCancel: () => void;
}) {
  const t = useTranslations("auth");
  const common = useTranslations("common");
  const form = useZodForm(namesInput, { firstName: greeting.firstName, lastName: greeting.lastName });
  /** The names of a try whose answer was lost: it may have made the account. */
  const unheard = useRef<Names>(undefined);
  const register = async (names: Names) => open((await api.account.thirdParty.register.mutate({ provider, ...names })).accessToken);
  const submit = form.handleSubmit(async (values) => {
    try {
      await register(values).catch((error) => {
        // Whoever took it may be oneself, with the names of the first try: that one is answered.
        if (toApiError(error).code !== "identityTaken" || !unheard.current) throw error;
        return register(unheard.current);
      });
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code === "network") unheard.current ??= values;
      form.showRefusal(refusal, common("offline"));
    }
  });
  return (
    <AuthCard title={t("thirdParty.newTitle")} lead={t("thirdParty.newLead", { email: greeting.email })}>
      <form noValidate className="grid gap-5" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <NameFields
          firstName={{ error: form.errorOf("firstName"), ...form.register("firstName") }}
          lastName={{ error: form.errorOf("lastName"), ...form.register("lastName") }}
        />
        <Button type="submit" size="lg" busy={form.formState.isSubmitting}>
          {t("thirdParty.create")}
        </Button>
        <Button look="ghost" onClick={onCancel}>
          {t("thirdParty.cancel")}
        </Button>
      </form>
    </AuthCard>
  );
}
