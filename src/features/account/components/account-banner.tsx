"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { passFocusOn } from "@/ui/pass-focus-on";
import { notify } from "@/ui/toast";
import { useKeepAccount } from "../hooks/use-keep-account";
import { useSession } from "../hooks/use-session";

/** What somebody should know of their account wherever they are: its end is near, or its address is not confirmed. */
export function AccountBanner() {
  const { user } = useSession();
  if (user?.erasedOn) return <DeletionBanner erasedOn={user.erasedOn} />;
  if (user && !user.emailVerified) return <VerifyBanner email={user.email} />;
  return null;
}

function DeletionBanner({ erasedOn }: { erasedOn: string }) {
  const t = useTranslations("account.banner");
  const format = useFormat();
  const keep = useKeepAccount();
  return (
    <Banner tone="warning" text={t("deletion", { date: format.date(erasedOn) })}>
      <Button ref={passFocusOn} size="sm" busy={keep.isPending} onClick={() => keep.mutate()}>
        {t("keep")}
      </Button>
    </Banner>
  );
}

function VerifyBanner({ email }: { email: string }) {
  const t = useTranslations("account.banner");
  const showError = useErrorToast();
  const resend = trpc.account.links.requestVerification.useMutation({
    onSuccess: () => notify("success", t("resent")),
    onError: showError,
  });
  return (
    <Banner tone="info" text={t("verify", { email })}>
      {/* What is disabled would lose the focus. */}
      <Button
        size="sm"
        look="outline"
        busy={resend.isPending}
        aria-disabled={resend.isPending || resend.isSuccess || undefined}
        onClick={() => resend.isSuccess || resend.mutate()}
      >
        {t("resend")}
      </Button>
    </Banner>
  );
}

function Banner({ tone, text, children }: { tone: "info" | "warning"; text: string; children: ReactNode }) {
  return (
    <div className="mb-6 print:hidden">
      <Alert tone={tone}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 break-words">{text}</p>
          {children}
        </div>
      </Alert>
    </div>
  );
}
