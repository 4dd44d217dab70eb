"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { LoadingList } from "@/ui/spinner";
import { useRouter } from "@/ui/use-router";
import { takeInvitation } from "./kept-invitation";

/** Whoever has logged in for an invitation goes on to it. */
export function BackToInvitation() {
  const t = useTranslations("trades.invitation");
  const router = useRouter();
  const left = useRef(false);
  useEffect(() => {
    if (left.current) return;
    left.current = true;
    router.replace(takeInvitation());
  }, [router]);
  return <LoadingList label={t("checking")} />;
}
