"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { LoadingList } from "@/ui/spinner";
import { useRouter } from "@/ui/use-router";
import { takeLink } from "./kept-link";

/** Whoever has logged in for a mailed link goes on to it. */
export function BackToLink() {
  const t = useTranslations("auth.verify");
  const router = useRouter();
  const left = useRef(false);
  useEffect(() => {
    if (left.current) return;
    left.current = true;
    router.replace(takeLink());
  }, [router]);
  return <LoadingList label={t("opening")} />;
}
