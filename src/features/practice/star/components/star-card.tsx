"use client";

import { TrashIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { STAR_PARTS } from "@/lib/enums/practice";
import { Button, IconButton } from "@/ui/button";
import { Card } from "@/ui/card";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { RANGE_TONES } from "@/ui/waveform";
import type { Star } from "../hooks/use-star";
import { sharesOf } from "../rules";
import { PART_LETTERS, PART_TONES } from "./tones";

/** How a take's story is made up: each part's share, and where each stretch begins. */
export function StarCard({ star, media }: { star: Star; media: HTMLMediaElement | null }) {
  const t = useTranslations("practice.star");
  const format = useFormat();
  const { marks } = star;
  return (
    <Card tabIndex={-1} className="p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <p className="mt-1 text-ink-soft">{t(marks.length > 0 ? "lead" : "empty")}</p>
      {marks.length > 0 ? (
        <>
          <Shares marks={marks} />
          <h3 className="mt-6 font-semibold">{t("stretches")}</h3>
          <ol className="mt-1 grid divide-y divide-line">
            {marks.map(({ part, startMs, endMs }, at) => {
              const values = { part: t(`parts.${part}`), time: format.clock(startMs) };
              return (
                <li key={startMs} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                  <Sign part={part} />
                  <button
                    type="button"
                    disabled={!media}
                    onClick={() => {
                      if (media) media.currentTime = startMs / 1000;
                    }}
                    className="tabular flex min-h-9 grow items-center gap-x-3 rounded-sm text-start font-medium text-primary-text underline-offset-4 hover:underline"
                  >
                    <span>{values.part}</span>
                    <bdi dir="ltr">{`${format.clock(startMs)} – ${format.clock(endMs)}`}</bdi>
                  </button>
                  <Button
                    size="sm"
                    look="ghost"
                    disabled={!media || !star.ready}
                    aria-label={t("startHereLabel", values)}
                    onClick={() => star.startAt(at, (media?.currentTime ?? 0) * 1000)}
                  >
                    {t("startHere")}
                  </Button>
                  <IconButton
                    ref={passFocusAlong}
                    label={t("remove", values)}
                    className="size-9! [&_svg]:size-5!"
                    disabled={!star.ready}
                    onClick={() => star.remove(at)}
                  >
                    <TrashIcon />
                  </IconButton>
                </li>
              );
            })}
          </ol>
        </>
      ) : (
        <dl className="mt-4 grid gap-3 sm:grid-cols-2">
          {STAR_PARTS.map((part) => (
            <div key={part}>
              <dt className="flex items-center gap-3 font-semibold">
                <Sign part={part} />
                {t(`parts.${part}`)}
              </dt>
              <dd className="ps-10 text-sm text-ink-soft">{t(`meaning.${part}`)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

function Sign({ part }: { part: (typeof STAR_PARTS)[number] }) {
  return (
    <span
      aria-hidden="true"
      className={clsx("grid size-7 shrink-0 place-items-center rounded-sm border text-sm font-bold", RANGE_TONES[PART_TONES[part]])}
    >
      {PART_LETTERS[part]}
    </span>
  );
}

/** A bar for the eye, and the table that says the same. */
function Shares({ marks }: { marks: Star["marks"] }) {
  const t = useTranslations("practice.star");
  const format = useFormat();
  const shares = sharesOf(marks);
  return (
    <>
      <div aria-hidden="true" className="mt-4 flex h-8 overflow-hidden rounded-box border border-line">
        {shares.map(({ part, percent }) =>
          percent > 0 ? (
            <div
              key={part}
              style={{ width: `${percent}%` }}
              className={clsx("overflow-hidden text-center text-sm leading-8 font-bold", RANGE_TONES[PART_TONES[part]])}
            >
              {percent >= 6 ? PART_LETTERS[part] : null}
            </div>
          ) : null,
        )}
      </div>
      <table className="tabular mt-3 w-full text-start">
        <thead className="text-sm text-ink-soft">
          <tr>
            <th scope="col" className="py-1 text-start font-medium">
              {t("part")}
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              {t("length")}
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              {t("share")}
            </th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ part, ms, percent }) => (
            <tr key={part} className="border-t border-line">
              <th scope="row" className="py-1.5 text-start font-semibold">
                {t(`parts.${part}`)}
              </th>
              <td className="py-1.5 text-end">{format.clock(ms)}</td>
              <td className="py-1.5 text-end">{format.percent(percent / 100)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-sm text-ink-soft">{t("advice")}</p>
    </>
  );
}
