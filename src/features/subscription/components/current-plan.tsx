"use client";

import { CreditCardIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import type { SubscriptionStatus } from "@/lib/enums/subscription";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Badge, Card } from "@/ui/card";
import { notify } from "@/ui/toast";
import { useGoTo } from "../hooks/use-go-to";
import { firstActOf, standingOf } from "../rules";
import { CancelDialog } from "./cancel-dialog";

export type Held = NonNullable<RouterOutputs["subscription"]["active"]["data"]>;
export type UsageNow = RouterOutputs["subscription"]["usage"]["data"];

const TONES: Partial<Record<SubscriptionStatus, "success" | "warning" | "danger">> = {
  active: "success",
  trialing: "success",
  past_due: "danger",
  unpaid: "danger",
  incomplete: "warning",
  paused: "warning",
};

/** The plan that counts, how it goes on, and what can be done about it. */
export function CurrentPlan({ held, usage }: { held: Held | null; usage: UsageNow }) {
  const t = useTranslations("subscription");
  const format = useFormat();
  const sentence = useStanding(held, usage);
  const status = held ? t(`status.${held.status}`) : "";
  // What is open may be another plan than the one that is paid for.
  const badge = held && held.plan !== usage.plan ? t("now.held", { plan: t(`plans.${held.plan}`), status }) : status;
  return (
    <Card className="grid gap-5 p-5 sm:p-8">
      <div>
        <h2 className="text-lg font-semibold">{t("now.title")}</h2>
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <span className="text-3xl font-bold">{t(`plans.${usage.plan}`)}</span>
          {held ? <Badge tone={TONES[held.status] ?? "neutral"}>{badge}</Badge> : null}
        </p>
        <p className="mt-2 text-ink-soft">{sentence}</p>
        {/* Where the sentence is about what is owed, the end that was planned stands beside it. */}
        {held?.cancelAt && held.status !== "active" && held.status !== "trialing" ? (
          <p className="mt-2 text-ink-soft">{t("ending", { date: format.date(held.cancelAt) })}</p>
        ) : null}
        {usage.complimentaryUntil && held ? <ComplimentaryLine usage={usage} until={usage.complimentaryUntil} /> : null}
      </div>
      {held ? <CardLine held={held} /> : null}
      {held ? <Actions held={held} /> : null}
    </Card>
  );
}

function ComplimentaryLine({ usage, until }: { usage: UsageNow; until: string }) {
  const t = useTranslations("subscription");
  const format = useFormat();
  return <p className="mt-2 text-ink-soft">{t("now.complimentary", { plan: t(`plans.${usage.plan}`), date: format.date(until) })}</p>;
}

/** How it stands, in one sentence. */
function useStanding(held: Held | null, { plan, complimentaryUntil }: UsageNow): string {
  const t = useTranslations("subscription");
  const format = useFormat();
  if (!held) {
    return complimentaryUntil ? t("now.complimentary", { plan: t(`plans.${plan}`), date: format.date(complimentaryUntil) }) : t("now.free");
  }
  const once = format.charge(held.amount, held.currency);
  const amount = t(held.interval === "month" ? "perMonth" : "perYear", { amount: once });
  const ownPlan = t(`plans.${held.plan}`);
  const periodEnd = format.date(held.currentPeriodEnd);
  const standing = standingOf(held);
  switch (standing) {
    case "overdue":
      return t("now.overdue", { date: format.date(held.graceEndsAt ?? held.currentPeriodEnd) });
    case "onHold":
      return t("now.onHold", { plan: ownPlan });
    case "unpaid":
      return t("now.unpaid", { plan: ownPlan, amount: once, date: periodEnd });
    case "incomplete":
      return t("now.incomplete", { date: format.dateTime(held.lapsesAt ?? held.currentPeriodEnd) });
    case "paused":
      return t(held.card ? "now.pausedWithCard" : "now.paused", { amount });
    case "ends":
      return t("now.ends", { date: format.date(held.cancelAt ?? held.currentPeriodEnd) });
    case "trial":
      return t("now.trial", { date: format.date(held.trialEnd ?? held.currentPeriodEnd), amount });
    case "renews":
      return t("now.renews", { amount: once, date: periodEnd });
  }
}

function CardLine({ held }: { held: Held }) {
  const { card } = held;
  const t = useTranslations("subscription.card");
  const format = useFormat();
  const onError = useErrorToast();
  const { going, goTo } = useGoTo();
  const change = trpc.subscription.cardCheckout.useMutation({ onSuccess: ({ data }) => goTo(data.url), onError });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-box bg-sunken px-4 py-3">
      <p className="flex items-center gap-3">
        <CreditCardIcon className="size-6 shrink-0 text-ink-soft" aria-hidden="true" />
        <span>
          <span className="sr-only">{format.labelled(t("title"), "")}</span>
          {card
            ? t("is", {
                brand: card.brand.charAt(0).toUpperCase() + card.brand.slice(1),
                last4: card.last4,
                month: format.twoDigits(card.expMonth),
                year: format.year(card.expYear),
              })
            : t("none")}
        </span>
      </p>
      <Button
        size="sm"
        look={firstActOf(held) === "giveCard" ? "primary" : "outline"}
        busy={change.isPending || going}
        onClick={() => change.mutate()}
      >
        {t(card ? "change" : "give")}
      </Button>
    </div>
  );
}

function Actions({ held }: { held: Held }) {
  const t = useTranslations("subscription.now");
  const utils = trpc.useUtils();
  const onError = useErrorToast();
  const [cancelling, setCancelling] = useState(false);
  const refresh = () => utils.subscription.invalidate();
  const resume = trpc.subscription.resume.useMutation({
    onSuccess: ({ data }) => {
      // What went on hold goes on only once it is paid for.
      if (held.status !== "paused" || data.status === "active") notify("success", t("resumed"));
    },
    onError,
    // A card that does not pay leaves it overdue.
    onSettled: refresh,
  });
  const { going, goTo } = useGoTo();
  const pay = trpc.subscription.pay.useMutation({
    onSuccess: ({ data }) => {
      // The bank asks on a page of Stripe's.
      if (data.url) return goTo(data.url);
      if (data.subscription?.status === "active") notify("success", t("paid"));
      return refresh();
    },
    onError,
  });
  const first = firstActOf(held);
  return (
    <div className="flex flex-wrap gap-3">
      {first === "pay" || first === "finish" ? (
        <Button busy={pay.isPending || going} onClick={() => pay.mutate()}>
          {t(first)}
        </Button>
      ) : null}
      {held.cancelAt || first === "resume" ? (
        <Button look={first === null || first === "resume" ? "primary" : "outline"} busy={resume.isPending} onClick={() => resume.mutate()}>
          {t("resume")}
        </Button>
      ) : null}
      {held.cancelAt ? null : (
        <Button look="outline" onClick={() => setCancelling(true)}>
          {t("cancel")}
        </Button>
      )}
      {cancelling ? <CancelDialog held={held} onClose={() => setCancelling(false)} /> : null}
    </div>
  );
}
