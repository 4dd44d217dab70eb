"use client";

import { useTranslations } from "next-intl";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { notify } from "@/ui/toast";

export type Viewing = RouterOutputs["account"]["viewings"]["open"]["data"][number];

/** What the owner does about looks at their account; what shows them is asked for anew, also where it was refused. */
export function useViewingActs() {
  const t = useTranslations("account.viewings");
  const { account } = trpc.useUtils();
  const onError = useErrorToast();
  const onSettled = () => account.viewings.invalidate();
  const answering = trpc.account.viewings.answer.useMutation({
    onSuccess: (_, { allow }) => notify("success", t(allow ? "allowedNow" : "declinedNow")),
    onError,
    onSettled,
  });
  const ending = trpc.account.viewings.end.useMutation({ onSuccess: () => notify("success", t("endedNow")), onError, onSettled });
  return {
    answer: answering.mutate,
    end: (uid: string) => ending.mutate({ uid }),
    busy: answering.isPending || ending.isPending,
  };
}
