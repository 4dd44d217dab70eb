"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Card } from "@/ui/card";
import { lazyPart } from "@/ui/lazy-part";
import { browserZone } from "@/ui/time-zones";
import type { Figure } from "../rules";

/** As high as the chart that comes. */
const WAITING = <div className="h-72 animate-pulse rounded-box bg-sunken" />;
const DaysChart = lazyPart(() => import("./days-chart").then((part) => part.DaysChart), { waiting: () => WAITING });

interface DaysQuery<Data> {
  data: { data: Data } | undefined;
  isError: boolean;
  isPaused: boolean;
  isPlaceholderData: boolean;
  error: unknown;
  refetch: () => unknown;
}

/** A card's chart in whatever state it is. */
function Loaded<Data>({ query, children }: { query: DaysQuery<Data>; children: (data: Data) => ReactNode }) {
  if (query.data) return children(query.data.data);
  return isMissing(query) ? (
    <LoadFailed query={query} />
  ) : (
    <Card className="p-5" aria-busy>
      {WAITING}
    </Card>
  );
}

const sumOf = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** How much of something there was on each of the last days. */
export function FigureCard({ figure }: { figure: Figure }) {
  const t = useTranslations("admin.home");
  const format = useFormat();
  const query = trpc.admin.home.figure.useQuery({ figure, timeZone: browserZone() });
  return (
    <Loaded query={query}>
      {({ days, counts }) => (
        <Card className="p-5 sm:p-6">
          <DaysChart
            title={t(`figure.${figure}`)}
            summary={t("inAll", { amount: format.number(sumOf(counts)) })}
            days={days}
            amounts={counts}
            write={format.number}
          />
        </Card>
      )}
    </Loaded>
  );
}

/** What was paid, a card for each currency. */
export function RevenueCards() {
  const t = useTranslations("admin.home");
  const format = useFormat();
  const query = trpc.admin.home.revenue.useQuery({ timeZone: browserZone() });
  return (
    <Loaded query={query}>
      {({ days, currencies }) =>
        currencies.length === 0 ? (
          <Card className="p-5 sm:p-6">
            <h3 className="font-semibold">{t("revenue")}</h3>
            <p className="mt-0.5 text-sm text-ink-soft">{t("noRevenue")}</p>
          </Card>
        ) : (
          currencies.map(({ currency, amounts }) => (
            <Card key={currency} className="p-5 sm:p-6">
              <DaysChart
                title={t("revenueIn", { currency: currency.toUpperCase() })}
                summary={t("inAll", { amount: format.charge(sumOf(amounts), currency) })}
                days={days}
                amounts={amounts}
                write={(minor) => format.charge(minor, currency)}
              />
            </Card>
          ))
        )
      }
    </Loaded>
  );
}
