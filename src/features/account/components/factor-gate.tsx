"use client";

import { ShieldExclamationIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { useSession } from "../hooks/use-session";
import { settingsHref } from "../hrefs";

/** Stands before the pages of those who run the service, while the server would refuse them for want of a second factor. */
export function FactorGate({ children }: { children: ReactNode }) {
  const t = useTranslations("account.factors");
  const { user } = useSession();
  if (!user?.needsFactor) return children;
  return (
    <Notice level={1} icon={<ShieldExclamationIcon />} title={t("gateTitle")} text={t("gateText")}>
      <ButtonLink href={settingsHref("security")}>{t("gateAction")}</ButtonLink>
    </Notice>
  );
}
