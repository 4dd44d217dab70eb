"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { type BillingInterval, PLANS, type Plan } from "@/lib/enums/subscription";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Alert, Badge } from "@/ui/card";
import { type Column, DataTable } from "@/ui/table/data-table";

/** One way to a plan: by a price, or given. */
interface Way {
  id: string;
  plan: Plan;
  /** Null where nothing is paid. */
  interval: BillingInterval | null;
  lookupKey: string;
  /** Undefined while it is not known; null where there is none. */
  price: { amount: number; currency: string } | null | undefined;
  inactive: boolean;
  people: number | undefined;
}

/** Each way to a plan with its price now, and how many people have come by it. */
export function OfferTable() {
  const t = useTranslations("admin.plans");
  const words = useTranslations("subscription");
  const format = useFormat();
  const prices = trpc.admin.plans.prices.useQuery();
  const holders = trpc.admin.plans.holders.useQuery();
  const { payments, offers = [] } = prices.data?.data ?? {};
  const held = holders.data?.data;
  const rows = PLANS.flatMap((plan): Way[] => {
    const unpaid = { plan, interval: null, lookupKey: "", price: undefined, inactive: false };
    if (plan === "free") return [{ ...unpaid, id: plan, people: held?.free }];
    const sold = offers
      .filter((offer) => offer.plan === plan)
      .map((offer) => ({
        ...offer,
        id: offer.lookupKey,
        people: held && (held.paid.find((one) => one.plan === plan && one.interval === offer.interval)?.people ?? 0),
      }));
    return [...sold, { ...unpaid, id: `${plan}-given`, people: held && (held.given.find((one) => one.plan === plan)?.people ?? 0) }];
  });
  const wayOf = ({ plan, interval }: Way) =>
    interval ? words(`interval.${interval}`) : plan === "free" ? words("freeOfCharge") : t("given");
  const priceOf = ({ interval, price, inactive }: Way) => {
    if (interval === null || price === undefined || payments === "off") return "–";
    return price ? format.charge(price.amount, price.currency) : t(inactive ? "inactive" : "missing");
  };
  const columns: Column<Way>[] = [
    {
      id: "plan",
      header: t("plan"),
      fixed: true,
      cell: ({ plan }) => words(`plans.${plan}`),
      text: ({ plan }) => words(`plans.${plan}`),
    },
    { id: "way", header: t("way"), cell: wayOf, text: wayOf },
    {
      id: "price",
      header: t("price"),
      cell: (way) =>
        way.price === null && payments !== "off" ? (
          <Badge tone="warning">{priceOf(way)}</Badge>
        ) : (
          <span className="whitespace-nowrap">{priceOf(way)}</span>
        ),
      text: priceOf,
    },
    {
      id: "lookupKey",
      header: t("lookupKey"),
      cell: ({ lookupKey }) => (lookupKey ? <code dir="ltr">{lookupKey}</code> : "–"),
      text: ({ lookupKey }) => lookupKey,
    },
    {
      id: "people",
      header: t("people"),
      align: "end",
      cell: ({ people }) => (people === undefined ? "–" : format.number(people)),
      text: ({ people }) => people ?? "",
    },
  ];
  return (
    <section aria-labelledby="offers" className="grid gap-4">
      <div>
        <h2 id="offers" className="text-lg font-semibold">
          {t("offers")}
        </h2>
        <p className="mt-1 text-ink-soft">{t("offersLead")}</p>
      </div>
      {payments === "off" ? <Alert tone="info">{words("off")}</Alert> : null}
      {isMissing(prices) ? <LoadFailed query={prices} /> : null}
      {isMissing(holders) ? <LoadFailed query={holders} /> : null}
      <DataTable
        name="plans"
        caption={t("offers")}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        loading={prices.isPending || holders.isPending}
        empty={null}
      />
    </section>
  );
}
