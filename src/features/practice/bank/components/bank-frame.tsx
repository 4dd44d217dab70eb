"use client";

import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageHeading } from "@/ui/card";
import { BANK_ADMIN, CATEGORIES_ADMIN } from "../hrefs";

const PARTS = { questions: BANK_ADMIN, categories: CATEGORIES_ADMIN } as const;
type Part = keyof typeof PARTS;

/** The heading and the ways to the bank's other parts. */
export function BankFrame({ part, action, children }: { part: Part; action?: ReactNode; children: ReactNode }) {
  const t = useTranslations("practice.editing");
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} action={action} />
      <nav aria-label={t("parts.label")} className="mb-6">
        <ul className="flex flex-wrap gap-x-6 border-b border-line">
          {(Object.keys(PARTS) as Part[]).map((name) => (
            <li key={name} className="grid">
              <Link
                href={PARTS[name]}
                scroll={false}
                aria-current={name === part ? "page" : undefined}
                className={clsx(
                  "-mb-px grid min-h-12 place-items-center border-b-2 px-1 pb-1 font-semibold -outline-offset-2 transition-colors",
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
