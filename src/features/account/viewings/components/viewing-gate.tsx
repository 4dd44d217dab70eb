"use client";

import { EyeSlashIcon } from "@heroicons/react/24/outline";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { isViewing } from "@/ui/viewing-tab";
import { isViewablePage } from "../rules";

/** Whoever looks at somebody else's account is told of a page that stays private, instead of finding it broken. */
export function ViewingGate({ children }: { children: ReactNode }) {
  const t = useTranslations("viewing");
  const pathname = usePathname();
  if (!isViewing() || isViewablePage(pathname)) return children;
  return (
    <Notice level={1} icon={<EyeSlashIcon />} title={t("privateTitle")} text={t("privateText")}>
      <ButtonLink href="/dashboard">{t("toHome")}</ButtonLink>
    </Notice>
  );
}
