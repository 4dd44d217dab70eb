"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Button, ButtonLink } from "@/ui/button";
import { Badge, Card, Notice } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { DeviceTakes } from "../../components/device-takes";
import type { DeviceTake } from "../../hooks/take-store";
import { useDeviceTakes } from "../../hooks/use-device-takes";
import { adviceOf } from "../rules";
import { DeleteSimulation } from "./delete-simulation";
import { ReportAdvice } from "./report-advice";
import { ReportMeans } from "./report-means";
import { ReportPlace } from "./report-place";

export type Report = RouterOutputs["practice"]["simulation"]["report"]["data"];

/** What became of a simulation, on one page: what to practise next, how one rated oneself, and each answer to hear and to rate. */
export function SimulationReport() {
  const t = useTranslations("practice.simulation");
  const common = useTranslations("common");
  const uid = useSearchParams().get("simulation") ?? "";
  const takes = useDeviceTakes();
  const report = trpc.practice.simulation.report.useQuery({ uid }, { enabled: uid !== "", refetchOnWindowFocus: false });
  const own = takes?.filter(({ simulation }) => simulation?.uid === uid);
  const stands = own?.map(({ uid: take, state }) => `${take} ${state}`).join();
  const { refetch } = report;
  // Each step that a take makes from this device to the server shows.
  useEffect(() => {
    if (uid !== "" && stands !== undefined) void refetch();
  }, [uid, stands, refetch]);

  if (uid === "" || isMissing(report)) {
    const { code, message } = toApiError(report.error);
    const missing = uid === "" || code === "notFound" || code === "invalidInput";
    return (
      <Notice level={1} tone="danger" title={missing ? t("run.missing") : (message ?? common("offline"))}>
        {missing ? null : <Button onClick={() => void refetch()}>{common("retry")}</Button>}
        {code === "wrongState" ? (
          <ButtonLink href={`/dashboard/practice/simulation/run?simulation=${uid}`}>{t("card.goOn")}</ButtonLink>
        ) : (
          <ButtonLink href="/dashboard/practice/simulation" look="outline">
            {t("run.setUp")}
          </ButtonLink>
        )}
      </Notice>
    );
  }
  if (!report.data || !own) return <LoadingList />;
  return <Loaded key={uid} report={report.data.data} takes={own} />;
}

function Loaded({ report, takes }: { report: Report; takes: DeviceTake[] }) {
  const t = useTranslations("practice.simulation");
  const format = useFormat();
  const utils = trpc.useUtils();
  // Another take of the same place, which another tab recorded or which came too late, is no answer of this report.
  const onDevice = ({ position, take, others }: Report["places"][number]) =>
    takes.find(
      ({ uid, simulation }) => simulation?.position === position && (take ? take.uid === uid : others.every((other) => other.uid !== uid)),
    );
  const told = report.places.map((place) => ({
    position: place.position,
    asked: place.question !== null,
    answered: place.take ? place.take.state !== "deleted" : onDevice(place)?.md5 !== undefined,
    rated: Boolean(place.take?.rate_your_self),
    onsetMs: place.take?.onsetMs ?? null,
  }));
  // What was deleted was answered, and has nothing more to say.
  const remaining = told.filter((_, at) => report.places[at]?.take?.state !== "deleted");
  const firstUnrated = (but?: number) => told.find(({ position, answered, rated }) => position !== but && answered && !rated)?.position;
  const [open, setOpen] = useState(() => firstUnrated());
  const next = (position: number) => {
    void utils.practice.simulation.invalidate();
    void utils.practice.answers.invalidate();
    void utils.practice.answer.invalidate();
    const following = firstUnrated(position);
    setOpen(following);
    // The next one to rate, with the keyboard's focus on it; after the last one, what they say together.
    requestAnimationFrame(() => document.getElementById(following ? `place-${following}` : "report-means")?.focus());
  };
  const answered = told.filter((place) => place.answered).length;
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <header>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
          <Badge tone={report.state === "finished" ? "success" : "neutral"}>{t(`state.${report.state}`)}</Badge>
          <span>{format.dateTime(report.startedAt)}</span>
        </p>
        <h1 className="mt-3 text-2xl font-bold lg:text-[1.75rem]">{t("report.title")}</h1>
        <p className="tabular mt-1.5 flex flex-wrap gap-x-6 text-ink-soft">
          <span>{t("answered", { answered: format.number(answered), questions: format.number(told.length) })}</span>
          <span>{t("report.spoken", { time: format.clock(report.spokenMs) })}</span>
          <span>{t("report.took", { time: format.clock(Date.parse(report.endedAt) - Date.parse(report.startedAt)) })}</span>
        </p>
      </header>
      {takes.some(({ md5 }) => md5 === undefined) ? <DeviceTakes /> : null}
      <ReportAdvice advice={adviceOf(remaining, report.means)} />
      <ReportMeans report={report} />
      <section aria-labelledby="report-answers" className="grid gap-3">
        <h2 id="report-answers" className="text-lg font-semibold">
          {t("report.answers")}
        </h2>
        <ol className="grid gap-3">
          {report.places.map((place) => (
            <li key={place.position}>
              <ReportPlace
                place={place}
                onDevice={onDevice(place)}
                open={open === place.position}
                onToggle={() => setOpen(open === place.position ? undefined : place.position)}
                onRated={() => next(place.position)}
              />
            </li>
          ))}
        </ol>
      </section>
      <Card className="flex flex-wrap gap-3 p-5">
        <ButtonLink href="/dashboard/practice/simulation">{t("report.again")}</ButtonLink>
        <DeleteSimulation
          uid={report.uid}
          answerUids={report.places.flatMap(({ take }) => take?.uid ?? [])}
          takes={report.places.flatMap((place) => onDevice(place) ?? [])}
        />
      </Card>
    </div>
  );
}
