"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import type { Provider } from "@/lib/enums/account";
import { api, callAs, toApiError, trpc } from "@/trpc/client";
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

type Step = { name: "checking" } | { name: "code" } | { name: "refused"; message: string } | { name: "new" | "link"; greeting: Greeting };

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
  useEffect(() => {
    logIn().catch(async (error) => {
      const { code, message = offline } = toApiError(error);
      if (code === "secondFactorRequired") return setStep({ name: "code" });
      if (code !== "identityUnknown" && code !== "linkAfterLogin") return setStep({ name: "refused", message });
      setStep({ name: code === "identityUnknown" ? "new" : "link", greeting: await thirdPartyGreeting() });
    });
  }, [logIn, offline]);

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
    const link = async (accessToken: string) => {
      // A link that fails keeps nobody out: the login itself went well.
      const linked = await callAs(accessToken)
        .account.thirdParty.link.mutate({ provider })
        .then(
          () => true,
          (error) => notify("error", toApiError(error).message ?? offline),
        );
      if (linked) notify("success", t("linked", { name }));
      await endThirdPartySession();
    };
    return (
      <Login title={t("linkTitle", { name })} lead={t("linkLead", { email: step.greeting.email, name })} beforeOpen={link} other={notNow} />
    );
  }
  return (
    <AuthCard title={t("checking", { name })}>
      {step.name === "refused" ? (
        <>
          <Alert tone="danger">{step.message}</Alert>
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
  const submit = form.handleSubmit(async (values) => {
    try {
      const { accessToken } = await api.account.thirdParty.register.mutate({ provider, ...values });
      await open(accessToken);
    } catch (error) {
      form.showRefusal(toApiError(error), common("offline"));
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
