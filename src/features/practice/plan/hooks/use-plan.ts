"use client";

import { useQueryClient } from "@tanstack/react-query";
import { getMutationKey } from "@trpc/react-query";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { useLiveMessages } from "@/features/account/hooks/use-live-account";
import { useFormat } from "@/i18n/use-format";
import type { PlanChoice } from "@/lib/enums/practice";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { browserZone } from "@/ui/time-zones";
import { useDayTurn } from "@/ui/use-day-turn";
import { PLAN_CHANGED } from "../../schedule/events";

export type Plan = RouterOutputs["practice"]["plan"]["today"]["data"];
export type Queued = Plan["queue"][number];
type PlanDate = RouterOutputs["practice"]["plan"]["dates"]["data"][number];

/** What is to be practised today. */
export const usePlan = () => trpc.practice.plan.today.useQuery({ timeZone: browserZone() });

/** The first question of today that is still to be practised. */
export const nextOf = (plan: Plan | undefined): Queued | undefined => plan?.queue.find(({ done, choice }) => !done && choice === null);

/**
 * Stands once in the dashboard: a take that is rated, or a choice that is made, in another tab or on another device changes what is shown here,
 * and so does the next day.
 */
export function useLivePlan(): void {
  const utils = trpc.useUtils();
  const choosing = useChoosing();
  // As the server counts its days, once it has said so; nobody asks for a plan for that.
  const known = trpc.practice.plan.today.useQuery({ timeZone: browserZone() }, { enabled: false }).data?.data.timeZone;
  useDayTurn(
    known ?? browserZone() ?? "UTC",
    useCallback(() => utils.practice.plan.invalidate(), [utils]),
  );
  useLiveMessages(
    useCallback(
      (message) => {
        if (message !== null && message !== PLAN_CHANGED) return;
        if (choosing() === 0) void utils.practice.plan.invalidate();
        void utils.practice.answers.invalidate();
        void utils.practice.answer.invalidate();
      },
      [utils, choosing],
    ),
  );
}

/** How many choices are on their way: an answer from before the last of them would take it back for a moment. */
function useChoosing(): () => number {
  const queries = useQueryClient();
  return useCallback(() => queries.isMutating({ mutationKey: getMutationKey(trpc.practice.plan.choose) }), [queries]);
}

/** Says when a question comes again. */
export function useAgain(): (date: Pick<PlanDate, "day" | "days">) => string {
  const t = useTranslations("practice.plan");
  const format = useFormat();
  return ({ day, days }) => t("again", { when: days === 0 ? "today" : days === 1 ? "tomorrow" : "later", day: format.longDay(day) });
}

/** Puts a question of today off, leaves it out, or takes that back; it shows at once. */
export function useChoose(): (questionId: string, choice: PlanChoice | null) => void {
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const choosing = useChoosing();
  const input = { timeZone: browserZone() };
  const chosen = (questionId: string) =>
    utils.practice.plan.today.getData(input)?.data.queue.find((item) => item.question_id === questionId)?.choice;
  const show = (questionId: string, choice: PlanChoice | null) =>
    utils.practice.plan.today.setData(
      input,
      (plan) =>
        plan && {
          data: { ...plan.data, queue: plan.data.queue.map((item) => (item.question_id === questionId ? { ...item, choice } : item)) },
        },
    );
  const { mutate } = trpc.practice.plan.choose.useMutation({
    // One after the other: the last choice is the one that stays.
    scope: { id: "plan-choice" },
    onMutate: async ({ question_id, choice }) => {
      await utils.practice.plan.today.cancel();
      const before = chosen(question_id) ?? null;
      show(question_id, choice);
      return before;
    },
    onError: (error, { question_id, choice }, before = null) => {
      // What was chosen since stays.
      if (chosen(question_id) === choice) show(question_id, before);
      showError(error);
    },
    onSettled: () => {
      if (choosing() <= 1) void utils.practice.plan.invalidate();
    },
  });
  return (question_id, choice) => mutate({ question_id, choice, ...input });
}
