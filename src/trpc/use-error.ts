"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { notify } from "@/ui/toast";
import { toApiError } from "./client";

/** Why a call was not done, in the reader's language: the server's words, or that no answer came. */
export function useErrorMessage(): (error: unknown) => string {
  const common = useTranslations("common");
  return useCallback((error) => toApiError(error).message ?? common("offline"), [common]);
}

interface Asked {
  isError: boolean;
  error: unknown;
  isPending: boolean;
  reset: () => void;
}

/** What a dialog that asks whether to do something (ui/editing/confirm-delete) shows of the call that does it. */
export function useAsked() {
  const errorMessage = useErrorMessage();
  return ({ isError, error, isPending, reset }: Asked) => ({
    problem: isError ? errorMessage(error) : undefined,
    busy: isPending,
    onReset: reset,
  });
}

/** Why a call was not done, said where there is no form to say it at. */
export function useErrorToast(): (error: unknown) => void {
  const errorMessage = useErrorMessage();
  return useCallback((error) => notify("error", errorMessage(error)), [errorMessage]);
}
