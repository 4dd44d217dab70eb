"use client";

import { NoSymbolIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { Notice } from "@/ui/card";

/** Home while there is no practising: that it is so, and what other areas have. */
export function ClosedHome({ children }: { children: ReactNode }) {
  const t = useTranslations("practice.home");
  const service = useTranslations("admin.service");
  const { user } = useSession();
  return (
    <>
      <h1 className="mb-6 text-2xl font-bold lg:mb-8 lg:text-[1.75rem]">{user ? t("hello", { name: user.firstName }) : t("title")}</h1>
      <div className="grid gap-8">
        <Notice icon={<NoSymbolIcon />} title={service("areaClosed")} text={service("areaClosedText")} />
        {children}
      </div>
    </>
  );
}
