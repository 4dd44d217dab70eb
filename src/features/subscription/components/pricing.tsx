"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import type { BillingInterval } from "@/lib/enums/subscription";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { Alert } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { IntervalChoice, PlanCards } from "./plan-cards";

const SUBSCRIPTION = "/dashboard/subscription";

/** The public page of plans and prices. Whoever chooses one comes to it after the registration or login. */
export function Pricing() {
  const t = useTranslations("subscription");
  const { signedIn } = useSession();
  const [interval, setInterval] = useState<BillingInterval>("month");
  const plans = trpc.subscription.plans.useQuery();
  const wayTo = (target: string) => (signedIn ? target : `/auth/register?returnTo=${encodeURIComponent(target)}`);
  return (
    <>
      <header className="mx-auto mb-8 max-w-2xl text-center lg:mb-12">
        <h1 className="text-3xl font-bold tracking-tight text-balance sm:text-4xl">{t("pricing.title")}</h1>
        <p className="mt-4 text-lg text-ink-soft">{t("pricing.lead")}</p>
      </header>
      {isComing(plans) ? <LoadingList /> : null}
      {isMissing(plans) ? <LoadFailed query={plans} /> : null}
      {plans.data ? (
        <div className="grid gap-6">
          {plans.data.data.payments === "demo" ? <Alert tone="info">{t("demo")}</Alert> : null}
          {plans.data.data.payments === "off" ? (
            <Alert tone="info">{t("off")}</Alert>
          ) : (
            <IntervalChoice value={interval} onChange={setInterval} />
          )}
          <PlanCards
            plans={plans.data.data.plans}
            interval={interval}
            level={2}
            action={({ plan, prices }) =>
              plan === "free" ? (
                <ButtonLink href={wayTo("/dashboard")} look="outline">
                  {t("startFree")}
                </ButtonLink>
              ) : prices.length > 0 ? (
                <ButtonLink href={wayTo(`${SUBSCRIPTION}?plan=${plan}&interval=${interval}`)}>
                  {t("choose", { plan: t(`plans.${plan}`) })}
                </ButtonLink>
              ) : null
            }
          />
          <p className="text-center text-ink-soft">
            {t("pricing.cancelAnytime")} {t("pricing.taxes")}
          </p>
        </div>
      ) : null}
    </>
  );
}
