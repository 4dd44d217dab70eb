"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/card";

/** A page that broke says so and offers to try again; what was recorded is on the device. */
export default function PageError({ error, reset }: { error: Error; reset: () => void }) {
  const t = useTranslations("pageError");
  useEffect(() => console.error(error), [error]);
  return (
    <main className="mx-auto max-w-3xl px-4 py-12">
      <Notice level={1} tone="danger" title={t("title")} text={t("text")}>
        <Button onClick={reset}>{t("again")}</Button>
      </Notice>
    </main>
  );
}
