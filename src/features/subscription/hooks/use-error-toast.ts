"use client";

import { useTranslations } from "next-intl";
import { toApiError } from "@/trpc/client";
import { notify } from "@/ui/toast";

/** Says what went wrong where there is no form to say it at. */
export function useErrorToast(): (error: unknown) => void {
  const common = useTranslations("common");
  return (error) => notify("error", toApiError(error).message ?? common("offline"));
}
