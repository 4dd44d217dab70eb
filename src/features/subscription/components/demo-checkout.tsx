"use client";

import { ExclamationTriangleIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { useErrorMessage } from "@/trpc/use-error";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Card, Notice } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { LoadingList } from "@/ui/spinner";
import { useGoTo } from "../hooks/use-go-to";
import { DemoCardForm } from "./demo-card-form";

type Checkout = RouterOutputs["subscription"]["demo"]["checkout"]["data"];
type Paid = RouterOutputs["subscription"]["demo"]["pay"]["data"];

/** The page on which a demo is paid: what Stripe's own page does where money is real. */
export function DemoCheckout() {
  const t = useTranslations("subscription.demoPage");
  const session = useSearchParams().get("session") ?? "";
  const checkout = trpc.subscription.demo.checkout.useQuery({ session }, { enabled: session !== "", retry: false });
  const code = checkout.isError ? toApiError(checkout.error).code : undefined;
  if (session === "" || code === "notFound" || code === "invalidInput") return <Missing title={t("missing")} />;
  if (isMissing(checkout)) return <LoadFailed query={checkout} />;
  if (!checkout.data) return <LoadingList />;
  const { data } = checkout.data;
  if (data.status !== "open") return <Missing title={t(data.status)} />;
  return (
    <div className="mx-auto grid w-full max-w-lg gap-6">
      <Alert tone="warning">
        <p className="flex gap-3">
          <ExclamationTriangleIcon className="mt-0.5 size-5 shrink-0 text-warning" aria-hidden="true" />
          {t("notice")}
        </p>
      </Alert>
      <PayCard session={session} checkout={data} />
    </div>
  );
}

function Missing({ title }: { title: string }) {
  const t = useTranslations("subscription.demoPage");
  return (
    <Notice level={1} title={title}>
      <ButtonLink href="/dashboard/subscription">{t("toSubscription")}</ButtonLink>
    </Notice>
  );
}

/** Stripe's codes for which there is a sentence of their own. */
const DECLINES = {
  insufficient_funds: "insufficient_funds",
  incorrect_number: "incorrect_number",
  invalid_number: "incorrect_number",
  expired_card: "invalid_expiry",
  invalid_expiry_month: "invalid_expiry",
  invalid_expiry_year: "invalid_expiry",
  invalid_cvc: "invalid_cvc",
  incorrect_cvc: "invalid_cvc",
  authentication_required: "authentication",
  payment_intent_authentication_failure: "authentication",
  setup_intent_authentication_failure: "authentication",
} as const;

const sentenceOf = (code: string | null) => DECLINES[code as keyof typeof DECLINES] ?? "card_declined";

function PayCard({ session, checkout }: { session: string; checkout: Checkout }) {
  const t = useTranslations("subscription.demoPage");
  const plans = useTranslations("subscription.plans");
  const common = useTranslations("common");
  const errorMessage = useErrorMessage();
  const format = useFormat();
  const { going, goTo } = useGoTo();
  const [declined, setDeclined] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const onPaid = ({ data }: { data: Paid }) => {
    setAsked(data.status === "requires_action");
    setDeclined(data.status === "declined" ? t(`declines.${sentenceOf(data.code)}`) : null);
    if (data.redirect) goTo(data.redirect);
  };
  const pay = trpc.subscription.demo.pay.useMutation({ onSuccess: onPaid });
  const answer = trpc.subscription.demo.authenticate.useMutation({ onSuccess: onPaid });
  /** Once: leaving the dialog while it is being confirmed does not refuse it as well. */
  const say = (ok: boolean) => {
    if (!answer.isPending && !going) answer.mutate({ session, ok });
  };
  const { offer, cancelUrl } = checkout;
  const amount = offer ? format.charge(offer.amount, offer.currency) : "";
  return (
    <Card className="grid gap-6 p-5 sm:p-8">
      <div>
        <h1 className="text-2xl font-bold">{t("title")}</h1>
        <p className="mt-2 flex flex-wrap items-baseline justify-between gap-3 text-lg">
          {offer ? (
            <>
              <span>{t("buy", { plan: plans(offer.plan), interval: offer.interval })}</span>
              <span className="tabular font-semibold">{amount}</span>
            </>
          ) : (
            t("giveCard")
          )}
        </p>
      </div>
      {declined ? <Alert tone="danger">{declined}</Alert> : null}
      <DemoCardForm
        submit={offer ? t("pay", { amount }) : t("keep")}
        saving={!offer}
        busy={going}
        onCard={async (card, refuse) => {
          setDeclined(null);
          await pay.mutateAsync({ session, ...card }).catch((error: unknown) => refuse(toApiError(error), common("offline")));
        }}
      />
      {cancelUrl ? (
        <a href={cancelUrl} className="justify-self-center rounded font-semibold text-primary-text underline-offset-4 hover:underline">
          {t("back")}
        </a>
      ) : null}
      <Dialog
        open={asked}
        onClose={() => say(false)}
        title={t("secureTitle")}
        cross={false}
        footer={
          <>
            <Button look="outline" busy={answer.isPending || going} onClick={() => say(false)}>
              {t("refuse")}
            </Button>
            <Button busy={answer.isPending || going} onClick={() => say(true)}>
              {t("confirm")}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <p>{t("secureText")}</p>
          {answer.error ? <Alert tone="danger">{errorMessage(answer.error)}</Alert> : null}
        </div>
      </Dialog>
    </Card>
  );
}
