"use client";

import { useTranslations } from "next-intl";
import { QUESTION_STATES, type QuestionState } from "@/lib/enums/practice";
import { api, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";

/** Turns questions to another state, and back to where each of them stood. */
export function useTurn() {
  const t = useTranslations("practice.editing");
  const showError = useErrorToast();
  const { practice } = trpc.useUtils();
  const turn = async (uids: string[], state: QuestionState) => {
    const { data } = await api.practice.bank.turn.mutate({ uids, state });
    await practice.invalidate();
    const undo = async () => {
      for (const before of QUESTION_STATES) {
        const back = data.filter((turned) => turned.before === before).map(({ uid }) => uid);
        if (back.length > 0) await api.practice.bank.turn.mutate({ uids: back, state: before });
      }
      await practice.invalidate();
    };
    return { done: t("turned", { count: data.length, state }), ...(data.length > 0 && { undo }) };
  };
  const actions = (["published", "draft", "retired"] as const).map((state) => ({
    id: state,
    label: t(`turn.${state}`),
    danger: state === "retired",
    run: (rows: { uid: string }[]) =>
      turn(
        rows.map(({ uid }) => uid),
        state,
      ).catch((error: unknown) => {
        showError(error);
        return null;
      }),
  }));
  return { turn, actions };
}
