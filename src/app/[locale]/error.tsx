"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/card";
import { isMissingPart, partMissing } from "@/ui/new-version";

/** A page that broke says so and offers to try again; what was recorded is on the device. */
export default function PageError({ error, reset }: { error: Error; reset: () => void }) {
  const t = useTranslations("pageError");
  const missing = isMissingPart(error);
  useEffect(() => {
    console.error(error);
    if (isMissingPart(error)) void partMissing(true);
  }, [error]);
  return (
    <main className="mx-auto max-w-3xl px-4 py-12">
      <Notice level={1} tone="danger" title={t("title")} text={t("text")}>
        {/* A part that did not arrive is not asked for again by the page that missed it. */}
        <Button onClick={missing ? () => window.location.reload() : reset}>{t("again")}</Button>
      </Notice>
    </main>
  );
}
