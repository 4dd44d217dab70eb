"use client";

import { CheckCircleIcon } from "@heroicons/react/20/solid";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { type Care, HEARD_SHARE } from "../rules";

/** What a review needs, in the order in which one gets to it. */
const NEEDS = ["ratings", "heard", "comments", "good", "suggestion"] as const satisfies readonly Care[];

interface CareHintsProps {
  missing: readonly Care[];
  /** How much was heard, 0 to 1. */
  heard: number;
  /** It was to be sent and was not taken: what is missing is said more clearly. */
  asked: boolean;
}

/** What a review needs before somebody gets it, and what of it is there: a help while one writes, not a reproach. */
export function CareHints({ missing, heard, asked }: CareHintsProps) {
  const t = useTranslations("peerReview.care");
  const format = useFormat();
  const values = { share: format.percent(HEARD_SHARE), heard: format.percent(heard) };
  return (
    <section aria-label={t("title")} className="rounded-box bg-sunken p-4">
      <p className="font-semibold">{t("title")}</p>
      <ul className="mt-2 grid gap-1.5">
        {NEEDS.map((key) => {
          const open = missing.includes(key);
          return (
            <li
              key={key}
              className={clsx("flex items-start gap-2.5 text-[0.95rem]", open && asked ? "font-medium text-warning" : "text-ink-soft")}
            >
              {open ? (
                <span aria-hidden="true" className="mt-1 size-4 shrink-0 rounded-full border-2 border-line-strong" />
              ) : (
                <CheckCircleIcon aria-hidden="true" className="mt-0.5 size-5 shrink-0 -translate-x-0.5 text-success" />
              )}
              <span>
                {t(`need.${key}`, values)} <span className="sr-only">{t(open ? "open" : "done")}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
