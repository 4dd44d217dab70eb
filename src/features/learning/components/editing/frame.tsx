"use client";

import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageHeading } from "@/ui/card";
import { PARTS, type Part, partHref } from "../../editing/hrefs";

/** The heading and the ways to the other parts. */
export function Frame({ part, action, children }: { part: Part; action?: ReactNode; children: ReactNode }) {
  const t = useTranslations("learning.editing");
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} action={action} />
      <nav aria-label={t("parts.label")} className="mb-6">
        <ul className="grid grid-cols-3 gap-2 border-b border-line sm:flex sm:gap-6">
          {PARTS.map((name) => (
            <li key={name} className="grid">
              <Link
                href={partHref(name)}
                scroll={false}
                aria-current={name === part ? "page" : undefined}
                className={clsx(
                  "-mb-px grid min-h-12 place-items-center border-b-2 px-1 pb-1 text-center text-sm leading-tight font-semibold -outline-offset-2 transition-colors sm:text-base",
                  name === part ? "border-primary text-primary-text" : "border-transparent text-ink-soft hover:text-ink",
                )}
              >
                {t(`parts.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </>
  );
}
