"use client";

import { ClipboardDocumentListIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";

/** The way to a simulation, or back into the one that is under way. */
export function SimulationCard() {
  const t = useTranslations("practice.simulation.card");
  const running = trpc.practice.simulation.running.useQuery().data?.data;
  return (
    <Card className="flex flex-wrap items-center gap-x-6 gap-y-4 p-5">
      <span className="hidden size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-primary-text sm:grid [&_svg]:size-6">
        <ClipboardDocumentListIcon />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-semibold">{t(running ? "running" : "title")}</h2>
        <p className="mt-0.5 text-ink-soft">{t(running ? "runningText" : "text")}</p>
      </div>
      <ButtonLink
        look={running ? "primary" : "outline"}
        href={running ? `/dashboard/practice/simulation/run?simulation=${running.uid}` : "/dashboard/practice/simulation"}
      >
        {t(running ? "goOn" : "action")}
      </ButtonLink>
    </Card>
  );
}
