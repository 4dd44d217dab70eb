"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { useMedia } from "@/ui/hooks";
import type { Part } from "./document";

/** The parts of the API: beside its operations where there is room, folded above them where there is not. */
export function Contents({ parts }: { parts: { part: Part; count: number }[] }) {
  const t = useTranslations("developers");
  const { number } = useFormat();
  const beside = useMedia("(min-width: 64rem)");
  const [unfolded, setUnfolded] = useState(false);
  return (
    <nav aria-label={t("contents")} className="lg:sticky lg:top-28 lg:max-h-[calc(100dvh-8rem)] lg:overflow-y-auto">
      <details
        open={beside || unfolded}
        onToggle={({ currentTarget }) => {
          if (!beside) setUnfolded(currentTarget.open);
        }}
      >
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-primary-text lg:hidden">{t("contents")}</summary>
        <ul className="grid">
          {parts.map(({ part: { id, name }, count }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={() => setUnfolded(false)}
                className="flex min-h-9 items-center justify-between gap-3 rounded-box px-3 py-1 text-sm text-ink-soft hover:bg-sunken hover:text-ink"
              >
                <span lang="en" dir="ltr">
                  {name}
                </span>
                <span>{number(count)}</span>
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
