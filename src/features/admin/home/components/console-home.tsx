"use client";

import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { PageHeading } from "@/ui/card";
import { FIGURES } from "../rules";
import { FigureCard, RevenueCards } from "./figures";
import { Health } from "./health";
import { WhatWaits } from "./what-waits";

/** The console's first page: what waits for a person, then how the service is doing. */
export function ConsoleHome() {
  const t = useTranslations("admin.home");
  const waiting = trpc.admin.home.waiting.useQuery(undefined, { refetchInterval: 60_000 });
  if (isMissing(waiting)) return <Refused query={waiting} />;
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      <div className="grid gap-8">
        <WhatWaits waiting={waiting.data?.data} />
        <section aria-labelledby="figures">
          <h2 id="figures" className="text-lg font-semibold">
            {t("figures")}
          </h2>
          <p className="mt-1 mb-4 text-ink-soft">{t("figuresLead")}</p>
          <div className="grid gap-4 lg:grid-cols-2">
            {FIGURES.map((figure) => (
              <FigureCard key={figure} figure={figure} />
            ))}
            <RevenueCards />
          </div>
        </section>
        <Health />
      </div>
    </>
  );
}
