"use client";

import { useTranslations } from "next-intl";
import { QUESTION_STATES, type QuestionState } from "@/lib/enums/practice";
import { api, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";

interface Seen {
  uid: string;
  state: QuestionState;
}

/** Turns questions to another state, and back to where each of them stood; what somebody else has turned since it was seen stays so. */
export function useTurn() {
  const t = useTranslations("practice.editing");
  const showError = useErrorToast();
  const { practice } = trpc.useUtils();
  const send = (rows: Seen[], state: QuestionState) => {
    // Rows of a table have more to them.
    const seen = rows.map(({ uid, state: stood }) => ({ uid, state: stood }));
    return api.practice.bank.turn.mutate({ uids: seen.map(({ uid }) => uid), state, seen });
  };
  const turn = async (seen: Seen[], state: QuestionState) => {
    const { data } = await send(seen, state);
    await practice.invalidate();
    const undo = async () => {
      for (const before of QUESTION_STATES) {
        const back = data.filter((turned) => turned.before === before).map(({ uid }) => ({ uid, state }));
        if (back.length > 0) await send(back, before);
      }
      await practice.invalidate();
    };
    const left = seen.filter((one) => one.state !== state && !data.some(({ uid }) => uid === one.uid)).length;
    const turned = t("turned", { count: data.length, state });
    return { done: left > 0 ? `${turned} ${t("left", { count: left })}` : turned, ...(data.length > 0 && { undo }) };
  };
  const actions = (["published", "draft", "retired"] as const).map((state) => ({
    id: state,
    label: t(`turn.${state}`),
    danger: state === "retired",
    run: (rows: Seen[]) =>
      turn(rows, state).catch((error: unknown) => {
        showError(error);
        return null;
      }),
  }));
  return { turn, actions };
}
