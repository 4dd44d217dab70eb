"use client";

import { AppProgressProvider } from "@bprogress/next";
import { QueryClientProvider } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useLayoutEffect } from "react";
import { SessionRoot } from "@/features/account/components/session-root";
import { ViewingFrame } from "@/features/account/viewings/components/viewing-frame";
import { Clock } from "@/i18n/use-format";
import { PROGRESS_DELAY_MS } from "@/lib/constants";
import { queryClient, trpc, trpcClient } from "@/trpc/client";
import { serverNow } from "@/trpc/token";
import { restoreStamp } from "@/ui/theme/settings";
import { Toaster } from "@/ui/toast";
import { Notices } from "./shell/notices";

export function Providers({ children }: { children: ReactNode }) {
  const t = useTranslations("shell");
  useLayoutEffect(restoreStamp, []);
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Clock value={serverNow}>
          <AppProgressProvider
            delay={PROGRESS_DELAY_MS}
            height="3px"
            color="var(--primary)"
            options={{ showSpinner: false }}
            shallowRouting
          >
            {children}
            <Notices />
            <ViewingFrame />
          </AppProgressProvider>
          <SessionRoot />
          <Toaster label={t("notifications")} />
        </Clock>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
