"use client";

import { useTranslations } from "next-intl";
import type { Ratings } from "@/features/practice/schema";
import { useFormat } from "@/i18n/use-format";
import { RATING_SCALES } from "@/lib/enums/practice";

/** The five ratings that somebody gave, in a row of words and numbers. */
export function RatingLine({ label, ratings }: { label: string; ratings: Ratings }) {
  const scales = useTranslations("practice.rating.scale");
  const format = useFormat();
  return (
    <div>
      <p className="text-sm font-medium text-ink-soft">{label}</p>
      <dl className="mt-1.5 flex flex-wrap gap-2">
        {RATING_SCALES.map((scale) => (
          <div key={scale} className="flex items-center gap-2 rounded-full bg-sunken px-3 py-1 text-sm">
            <dt>{scales(scale)}</dt>
            <dd className="tabular font-bold">{format.number(ratings[scale])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
