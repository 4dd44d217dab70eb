"use client";

import { useCallback } from "react";
import { useLiveMessages } from "@/features/account/hooks/use-live-account";
import { trpc } from "@/trpc/client";
import { readImportNews } from "../events";

/** Asks anew for what is shown of own files whenever one of them is no longer as it was, or something may have been missed. */
export function useImportNews(): void {
  const { imports } = trpc.useUtils().admin;
  useLiveMessages(
    useCallback(
      (message) => {
        if (message === null || readImportNews(message)) void imports.invalidate();
      },
      [imports],
    ),
  );
}
