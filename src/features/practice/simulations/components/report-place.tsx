"use client";

import { ChevronDownIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { ButtonLink } from "@/ui/button";
import { Alert, Badge, Card } from "@/ui/card";
import { lazyPart } from "@/ui/lazy-part";
import type { DeviceTake } from "../../hooks/take-store";
import { minutesToMs } from "../../rules";
import type { Report } from "./simulation-report";

const ReportTake = lazyPart(() => import("./report-take").then((part) => part.ReportTake));

export type Place = Report["places"][number];
type Status = "rated" | "unrated" | "device" | "unanswered" | "notAsked" | "deleted";

const TONES = {
  rated: "success",
  unrated: "primary",
  device: "warning",
  unanswered: "warning",
  notAsked: "neutral",
  deleted: "neutral",
} as const;

function statusOf({ question, take }: Place, onDevice: DeviceTake | undefined): Status {
  if (take?.state === "deleted") return "deleted";
  if (take) return take.rate_your_self ? "rated" : "unrated";
  if (onDevice) return "device";
  return question ? "unanswered" : "notAsked";
}

interface ReportPlaceProps {
  place: Place;
  onDevice: DeviceTake | undefined;
  open: boolean;
  onToggle: () => void;
  onRated: () => void;
}

/** One question of the set: what became of it in a line, and the answer to hear and rate once it is opened. */
export function ReportPlace({ place, onDevice, open, onToggle, onRated }: ReportPlaceProps) {
  const t = useTranslations("practice.simulation.report");
  const format = useFormat();
  const { position, question, take, others } = place;
  const status = statusOf(place, onDevice);
  const durationMs = take?.durationMs ?? onDevice?.durationMs ?? 0;
  const plannedMs = minutesToMs(place.answerTime);
  const line = (
    <span className="min-w-0 grow text-start">
      {question ? <span className="block text-sm text-ink-soft">{question.category}</span> : null}
      <span className="block font-semibold">
        <span className="tabular">{format.number(position)}.</span> {question ? question.text : t("hidden")}
      </span>
      <span className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
        <Badge tone={TONES[status]}>{t(`place.${status}`)}</Badge>
        {durationMs > 0 ? (
          <span className="tabular">
            {t("used", {
              used: format.clock(durationMs),
              planned: format.clock(plannedMs),
              share: format.percent(Math.min(1, durationMs / plannedMs)),
            })}
          </span>
        ) : null}
      </span>
    </span>
  );
  // An interrupted recording that could not be finished yet cannot be rated: what is known of it would be saved without it.
  const opens = question !== null && (onDevice?.md5 !== undefined || (take !== null && take.state !== "deleted"));
  return (
    <Card>
      {opens ? (
        <button
          type="button"
          id={`place-${position}`}
          aria-expanded={open}
          aria-controls={`place-${position}-take`}
          onClick={onToggle}
          className="flex w-full items-start gap-4 rounded-box p-4 hover:bg-sunken sm:p-5"
        >
          {line}
          <ChevronDownIcon className={clsx("mt-1 size-5 shrink-0 text-ink-soft transition-transform", open && "rotate-180")} />
        </button>
      ) : (
        <div className="flex flex-wrap items-start gap-4 p-4 sm:p-5">
          {line}
          {question ? (
            <ButtonLink size="sm" look="outline" href={`/dashboard/practice/session?question=${question.uid}`}>
              {t("practise")}
            </ButtonLink>
          ) : null}
        </div>
      )}
      {others.length > 0 ? (
        <div className="grid gap-2 px-4 pb-4 sm:px-5">
          {others.map(({ uid, standing }) => (
            <Alert key={uid} tone="info">
              <span className="flex flex-wrap items-center gap-3">
                <span className="min-w-0 flex-1 basis-60">{t(`other.${standing}`)}</span>
                <ButtonLink size="sm" look="outline" href={`/dashboard/answers/detail?answer=${uid}`}>
                  {t("other.open")}
                </ButtonLink>
              </span>
            </Alert>
          ))}
        </div>
      ) : null}
      <div id={`place-${position}-take`} hidden={!open}>
        {open && opens && question ? <ReportTake place={{ ...place, question }} onDevice={onDevice} onRated={onRated} /> : null}
      </div>
    </Card>
  );
}
