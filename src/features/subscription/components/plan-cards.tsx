"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { BILLING_INTERVALS, type BillingInterval, type Plan } from "@/lib/enums/subscription";
import type { RouterOutputs } from "@/trpc/client";
import { Badge, Card } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { Allowances } from "./allowances";

type PlanOffer = RouterOutputs["subscription"]["plans"]["data"]["plans"][number];

export const priceIn = ({ prices }: PlanOffer, interval: BillingInterval) => prices.find((price) => price.interval === interval);

/** By the month or by the year. */
export function IntervalChoice({ value, onChange }: { value: BillingInterval; onChange: (interval: BillingInterval) => void }) {
  const t = useTranslations("subscription.interval");
  return (
    <Choices
      label={t("label")}
      value={value}
      onChange={onChange}
      choices={BILLING_INTERVALS.map((interval) => ({ value: interval, label: t(interval) }))}
    />
  );
}

/** The plans beside one another, each with its one action. */
export function PlanCards({
  plans,
  interval,
  current,
  level = 3,
  action,
}: {
  plans: PlanOffer[];
  interval: BillingInterval;
  /** The plan that somebody has. */
  current?: Plan | undefined;
  /** Of the plans' headings. */
  level?: 2 | 3;
  action: (offer: PlanOffer) => ReactNode;
}) {
  const t = useTranslations("subscription");
  const Heading = `h${level}` as const;
  return (
    <ul className="grid gap-5 md:grid-cols-3">
      {plans.map((offer) => (
        <li key={offer.plan} className="grid">
          <Card className={clsx("flex flex-col gap-5 p-5 sm:p-6", offer.plan === current && "border-primary ring-1 ring-primary")}>
            <div>
              <div className="flex flex-wrap items-center justify-between gap-2">
                <Heading className="text-xl font-bold">{t(`plans.${offer.plan}`)}</Heading>
                {offer.plan === current ? <Badge tone="primary">{t("current")}</Badge> : null}
              </div>
              <p className="mt-1 min-h-12 text-ink-soft">{t(`planFor.${offer.plan}`)}</p>
            </div>
            <PriceTag offer={offer} interval={interval} />
            <Allowances entitlements={offer.entitlements} />
            <div className="mt-auto grid pt-1 empty:hidden">{action(offer)}</div>
          </Card>
        </li>
      ))}
    </ul>
  );
}

function PriceTag({ offer, interval }: { offer: PlanOffer; interval: BillingInterval }) {
  const t = useTranslations("subscription");
  const format = useFormat();
  const price = priceIn(offer, interval);
  if (offer.plan === "free") return <p className="text-2xl font-bold">{t("freeOfCharge")}</p>;
  if (!price) return null;
  const monthly = priceIn(offer, "month");
  const saved = interval === "year" && monthly ? 1 - price.amount / (monthly.amount * 12) : 0;
  return (
    <div>
      <p className="text-2xl font-bold">
        {t(interval === "month" ? "perMonth" : "perYear", { amount: format.charge(price.amount, price.currency) })}
      </p>
      {saved > 0.005 ? <p className="mt-0.5 text-sm font-medium text-success">{t("saves", { share: format.percent(saved) })}</p> : null}
    </div>
  );
}
