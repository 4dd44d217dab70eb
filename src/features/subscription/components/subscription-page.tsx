"use client";

import { useTranslations } from "next-intl";
import { useIsClosed } from "@/features/service/hooks/use-service";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Alert, PageHeading } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { CheckoutReturn } from "./checkout-return";
import { CurrentPlan } from "./current-plan";
import { InvoiceList } from "./invoice-list";
import { PlanChooser } from "./plan-chooser";
import { UsageCard } from "./usage-card";

/** All about somebody's plan: what it is, what it allows, how it is paid, and what was paid. While the area is closed nothing is sold. */
export function SubscriptionPage() {
  const t = useTranslations("subscription");
  const active = trpc.subscription.active.useQuery();
  const usage = trpc.subscription.usage.useQuery();
  const closed = useIsClosed("subscription") === true;
  const plans = trpc.subscription.plans.useQuery(undefined, { enabled: !closed });
  const asked = closed ? [active, usage] : [active, usage, plans];
  const failed = asked.find((query) => isMissing(query));
  const sold = closed ? null : plans.data?.data;
  const held = active.data?.data ?? null;
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      <CheckoutReturn />
      {failed ? <LoadFailed query={failed} /> : null}
      {!failed && !asked.every(({ data }) => data) ? <LoadingList /> : null}
      {active.data && usage.data && sold !== undefined ? (
        <div className="grid gap-8">
          {closed ? <Alert tone="info">{t("closed")}</Alert> : null}
          {sold?.payments === "demo" ? <Alert tone="info">{t("demo")}</Alert> : null}
          {sold?.payments === "off" ? <Alert tone="info">{t("off")}</Alert> : null}
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <CurrentPlan held={held} usage={usage.data.data} />
            <UsageCard usage={usage.data.data} />
          </div>
          {sold ? <PlanChooser held={held} plan={usage.data.data.plan} plans={sold.plans} /> : null}
          <InvoiceList />
        </div>
      ) : null}
    </>
  );
}
