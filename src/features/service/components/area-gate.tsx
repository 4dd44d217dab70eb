"use client";

import { NoSymbolIcon } from "@heroicons/react/24/outline";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { useService } from "../hooks/use-service";
import { areaOfPage } from "../rules";

/**
 * A page of an area that is closed says so. Whoever has one open when that happens keeps it: they may be in the middle of a
 * recording, and what they send later waits on their device. What somebody pays for they can see and end at any time: that page says
 * itself that nothing is sold.
 */
export function AreaGate({ children }: { children: ReactNode }) {
  const t = useTranslations("admin.service");
  const pathname = usePathname();
  const service = useService();
  const opened = useRef<string>(undefined);
  const area = areaOfPage(pathname);
  const closed = area !== null && area !== "subscription" && service?.closed.includes(area) === true;
  if (service && !closed) opened.current = pathname;
  if (!closed || opened.current === pathname) return children;
  return (
    <Notice level={1} icon={<NoSymbolIcon />} title={t("areaClosed")} text={t("areaClosedText")}>
      <ButtonLink href="/dashboard">{t("toHome")}</ButtonLink>
    </Notice>
  );
}
