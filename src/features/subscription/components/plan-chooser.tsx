"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { BILLING_INTERVALS, type BillingInterval, type Plan } from "@/lib/enums/subscription";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { useGoTo } from "../hooks/use-go-to";
import { PAID_PLANS, type PaidPlan } from "../rules";
import { ChangeDialog } from "./change-dialog";
import type { Held } from "./current-plan";
import { IntervalChoice, PlanCards, priceIn } from "./plan-cards";

type Plans = RouterOutputs["subscription"]["plans"]["data"]["plans"];

interface Wanted {
  plan: PaidPlan;
  interval: BillingInterval;
}

/** What the public page's button wanted. */
function wantedOf(params: { get(name: string): string | null }): Partial<Wanted> {
  const plan = PAID_PLANS.find((one) => one === params.get("plan"));
  const interval = BILLING_INTERVALS.find((one) => one === params.get("interval"));
  return { ...(plan ? { plan } : {}), ...(interval ? { interval } : {}) };
}

/** The plans to choose from: by a Checkout at first, by a change of what is paid already later. */
export function PlanChooser({ held, plan: current, plans }: { held: Held | null; plan: Plan; plans: Plans }) {
  const t = useTranslations("subscription");
  const wanted = wantedOf(useSearchParams());
  const [interval, setInterval] = useState<BillingInterval>(wanted.interval ?? held?.interval ?? "month");
  const [changing, setChanging] = useState<Wanted | null>(null);
  const onError = useErrorToast();
  const { going, goTo } = useGoTo();
  const checkout = trpc.subscription.checkout.useMutation({ onSuccess: ({ data }) => goTo(data.url), onError });
  const sold = plans.some(({ prices }) => prices.length > 0);
  const owes = held?.status === "past_due" || held?.status === "unpaid";
  const fresh = !held || held.status === "incomplete";
  const changeable = held?.status === "active" || held?.status === "trialing";
  if (!sold) return null;
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="mb-4 text-xl font-bold">
        {t("choosePlan")}
      </h2>
      <div className="mb-5">
        <IntervalChoice value={interval} onChange={setInterval} />
      </div>
      {owes ? <p className="mb-4 text-ink-soft">{t("change.overdueFirst")}</p> : null}
      {held?.status === "paused" ? <p className="mb-4 text-ink-soft">{t("change.pausedFirst")}</p> : null}
      <PlanCards
        plans={plans}
        interval={interval}
        current={current}
        action={(offer) => {
          const { plan } = offer;
          if (plan === "free" || !priceIn(offer, interval)) return null;
          if (fresh) {
            return (
              <Button
                look={wanted.plan && wanted.plan !== plan ? "outline" : "primary"}
                busy={(checkout.isPending || going) && checkout.variables?.plan === plan}
                onClick={() => checkout.mutate({ plan, interval })}
              >
                {t("choose", { plan: t(`plans.${plan}`) })}
              </Button>
            );
          }
          if (!changeable || (held.plan === plan && held.interval === interval)) return null;
          return (
            <Button look="outline" onClick={() => setChanging({ plan, interval })}>
              {t("changeTo", { plan: t(`plans.${plan}`) })}
            </Button>
          );
        }}
      />
      {changing ? <ChangeDialog wanted={changing} onClose={() => setChanging(null)} /> : null}
    </section>
  );
}
