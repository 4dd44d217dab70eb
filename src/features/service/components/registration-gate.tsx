"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AuthCard, AuthLink } from "@/features/account/components/auth-card";
import { useService } from "../hooks/use-service";

/** While no new accounts are made, that is said instead of a form that would be filled in for nothing. */
export function RegistrationGate({ children }: { children: ReactNode }) {
  const t = useTranslations("auth.register");
  const service = useService();
  if (service?.registrationOpen !== false) return children;
  return (
    <AuthCard
      title={t("closed")}
      lead={t("closedText")}
      other={t.rich("other", { link: (text) => <AuthLink href="/auth/login">{text}</AuthLink> })}
    />
  );
}
