"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";

/**
 * The way back from an account's end. A subscription that is not to be renewed since then goes on only if its owner wants it to:
 * they are led to where they can say so.
 */
export function useKeepAccount() {
  const t = useTranslations("account.banner");
  const showError = useErrorToast();
  const format = useFormat();
  const router = useRouter();
  const utils = trpc.useUtils();
  return trpc.account.deletion.cancel.useMutation({
    onSuccess: async () => {
      notify("success", t("kept"));
      const [held] = await Promise.all([
        utils.subscription.active.fetch(undefined, { staleTime: 0 }).catch(() => null),
        utils.account.invalidate(),
      ]);
      const endsAt = held?.data?.cancelAt;
      if (!endsAt) return;
      notify("info", t("subscriptionEnds", { date: format.date(endsAt) }));
      router.push("/dashboard/subscription");
    },
    onError: (error) => {
      showError(error);
      // Another device may have come back before.
      void utils.account.invalidate();
    },
  });
}
