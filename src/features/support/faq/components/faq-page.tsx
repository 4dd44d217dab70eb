"use client";

import { useTranslations } from "next-intl";
import { Suspense } from "react";
import { PageHeading } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { Faq } from "./faq";

/** The public page. What it shows follows from its address, which only the browser knows. */
export function PublicFaq() {
  const t = useTranslations("faq");
  return (
    <>
      <header className="mx-auto mb-8 max-w-2xl text-center">
        <h1 className="text-3xl font-bold tracking-tight text-balance sm:text-4xl">{t("title")}</h1>
        <p className="mt-4 text-lg text-ink-soft">{t("lead")}</p>
      </header>
      <Suspense fallback={<LoadingList />}>
        <Faq place="public" />
      </Suspense>
    </>
  );
}

export function DashboardFaq() {
  const t = useTranslations("faq");
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      <Faq place="dashboard" />
    </>
  );
}
