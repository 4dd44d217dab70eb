"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { Card } from "@/ui/card";
import type { Delivery, UsualDelivery } from "../hooks/use-delivery";
import { useWriteMeasure } from "../hooks/use-write-measure";
import { differenceOf, MEASURES, measuredOf, measuresOf, USUAL_FROM } from "../rules";

interface DeliveryCardProps {
  delivery: Delivery;
  /** Null while there are too few other takes. */
  usual: UsualDelivery;
  /** Whether that has been asked: before, nothing is said of it. */
  usualKnown: boolean;
  media: HTMLMediaElement | null;
}

/** Longest pauses that are named: each is a place worth hearing again. */
const NAMED_PAUSES = 5;

/** What the sound says of an answer: each measure with its meaning, beside what its maker usually does. Nothing here is a grade. */
export function DeliveryCard({ delivery, usual, usualKnown, media }: DeliveryCardProps) {
  const t = useTranslations("practice.delivery");
  return (
    <Card className="p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      {delivery.onsetMs === null ? (
        <p className="mt-1 text-ink-soft">{t("silent")}</p>
      ) : (
        <>
          <p className="mt-1 text-ink-soft">{t("lead")}</p>
          <Measures delivery={delivery} usual={usual} />
          <Pauses pauses={delivery.pauses} media={media} />
          {usualKnown && !usual ? <p className="mt-5 text-sm text-ink-soft">{t("noUsual", { count: USUAL_FROM })}</p> : null}
          {usual ? <p className="mt-5 text-sm text-ink-soft">{t("usualOf", { count: usual.takes })}</p> : null}
        </>
      )}
    </Card>
  );
}

function Measures({ delivery, usual }: { delivery: Delivery; usual: UsualDelivery }) {
  const t = useTranslations("practice.delivery");
  const take = measuredOf(delivery);
  const write = useWriteMeasure();
  const own = measuresOf(take);
  return (
    <dl className="mt-5 grid gap-x-8 gap-y-6 sm:grid-cols-2">
      {MEASURES.map((measure) => {
        const value = own[measure];
        if (value === null) return null;
        const difference = usual && differenceOf(measure, take, usual);
        return (
          <div key={measure} className="border-t border-line pt-4">
            <dt className="text-sm font-medium text-ink-soft">{t(`measure.${measure}`)}</dt>
            <dd>
              <p className="tabular text-2xl font-bold">
                {write[measure](value)}
                {/* The blank keeps Arabic letters from joining. */}
                {measure === "pauses" ? (
                  <span className="text-base font-medium text-ink-soft"> {t("pauseCount", { count: delivery.pauses.length })}</span>
                ) : null}
              </p>
              {difference ? (
                <p className="mt-1 font-medium">
                  {t(`compare.${measure}.${difference.than}`, {
                    by: write[measure](difference.by),
                    usual: write[measure](difference.usual),
                  })}
                </p>
              ) : null}
              <p className="mt-1 text-sm text-ink-soft">{t(`meaning.${measure}`)}</p>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The longest pauses in the order in which they come, to hear them again; the picture of the sound shows all of them. */
function Pauses({ pauses, media }: { pauses: Delivery["pauses"]; media: HTMLMediaElement | null }) {
  const t = useTranslations("practice.delivery");
  const format = useFormat();
  const longest = pauses
    .toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))
    .slice(0, NAMED_PAUSES)
    .sort((a, b) => a.startMs - b.startMs);
  if (longest.length === 0) return null;
  return (
    <div className="mt-6 border-t border-line pt-4">
      <h3 className="font-semibold">{t("longest")}</h3>
      <ul className="mt-2 flex flex-wrap gap-2">
        {longest.map(({ startMs, endMs }) => (
          <li key={startMs}>
            <button
              type="button"
              disabled={!media}
              // A little before it, so that one hears how it comes.
              onClick={() => {
                if (media) media.currentTime = Math.max(0, startMs / 1000 - 1);
              }}
              className="tabular min-h-9 rounded-box border border-line-strong/60 px-3 text-sm font-medium hover:border-line-strong hover:bg-sunken"
            >
              {t("pauseAt", { time: format.clock(startMs), length: format.seconds(endMs - startMs) })}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
