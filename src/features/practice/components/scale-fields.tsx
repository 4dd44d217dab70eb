"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { RATING_SCALES, type RatingScale } from "@/lib/enums/practice";
import { Choices } from "@/ui/choice";
import type { Ratings } from "../schema";

const SCORES = [1, 2, 3, 4, 5] as const;
/** The scores that are described: whoever hesitates between two of them chooses the one between. */
const ANCHORS = [1, 3, 5] as const;

const idOf = (scale: RatingScale): string => `scale-${scale}`;

/** Takes somebody to a scale that was left out. */
export const focusScale = (scale: RatingScale): void =>
  document.getElementById(idOf(scale))?.querySelector<HTMLElement>("[role=radio]")?.focus();

interface ScaleFieldsProps {
  ratings: Partial<Ratings>;
  /** Scales without which the rating was not taken. */
  missing: readonly RatingScale[];
  onChange: (scale: RatingScale, score: number) => void;
}

/** The five scales, each with what its lowest, middle and highest score mean: whoever rates, themselves or others, means the same by a number. */
export function ScaleFields({ ratings, missing, onChange }: ScaleFieldsProps) {
  const t = useTranslations("practice.rating");
  const format = useFormat();
  return RATING_SCALES.map((scale) => {
    const score = ratings[scale] ?? null;
    return (
      <div
        key={scale}
        id={idOf(scale)}
        className="grid gap-3 border-b border-line pb-5 lg:grid-cols-[minmax(0,1fr)_18rem] lg:items-start lg:gap-8"
      >
        <div>
          <p className="font-semibold" aria-hidden="true">
            {t(`scale.${scale}`)}
          </p>
          <ul className="mt-1 grid gap-0.5 text-sm text-ink-soft">
            {ANCHORS.map((anchor) => (
              <li key={anchor} className={clsx("flex gap-2.5", score === anchor && "font-medium text-primary-text")}>
                <span className="tabular font-semibold">{format.number(anchor)}</span>
                <span>{t(`anchor.${scale}.${anchor}`)}</span>
              </li>
            ))}
          </ul>
        </div>
        <Choices
          hideLabel
          label={t(`scale.${scale}`)}
          value={score}
          columns={5}
          error={missing.includes(scale) ? t("missing") : undefined}
          onChange={(chosen) => onChange(scale, chosen)}
          choices={SCORES.map((value) => ({ value, label: format.number(value) }))}
        />
      </div>
    );
  });
}
