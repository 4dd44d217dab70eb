"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { Badge, Card } from "@/ui/card";

/** Whether what runs beside the pages runs, and how much room there is taken. */
export function Health() {
  const t = useTranslations("admin.home");
  const format = useFormat();
  const health = trpc.admin.home.health.useQuery(undefined, { refetchInterval: 60_000 });
  const storage = trpc.admin.operations.storage.useQuery();
  const stored = storage.data?.data.kinds.reduce((sum, { bytes }) => sum + bytes, 0);
  const now = health.data?.data;
  return (
    <section aria-labelledby="health" aria-busy={isComing(health) || undefined}>
      <h2 id="health" className="mb-4 text-lg font-semibold">
        {t("health")}
      </h2>
      {isMissing(health) ? <LoadFailed query={health} /> : null}
      {isComing(health) ? <div className="h-32 animate-pulse rounded-box bg-sunken" /> : null}
      {now ? (
        <Card className="p-5 sm:p-6">
          <dl className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
            <Fact name={t("worker")} note={now.workedAt ? t("workedAt", { at: format.dateTime(now.workedAt) }) : t("neverWorked")}>
              <Badge tone={now.works ? "success" : "danger"}>{t(now.works ? "works" : "asleep")}</Badge>
            </Fact>
            <Fact name={t("queue")}>{t("queued", { waiting: now.jobsWaiting, running: now.jobsRunning })}</Fact>
            <Fact name={t("database")}>{format.size(now.databaseBytes)}</Fact>
            <Fact name={t("stored")}>{stored === undefined ? "–" : format.size(stored)}</Fact>
            <Fact name={t("mails")}>{t(now.mailsAreSent ? "mailsSent" : "mailsKept")}</Fact>
            <Fact name={t("payments")}>{t(`world.${now.payments}`)}</Fact>
          </dl>
        </Card>
      ) : null}
    </section>
  );
}

function Fact({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm font-medium text-ink-soft">{name}</dt>
      <dd className="mt-1 font-semibold">{children}</dd>
      {note ? <dd className="mt-1 text-sm text-ink-soft">{note}</dd> : null}
    </div>
  );
}
