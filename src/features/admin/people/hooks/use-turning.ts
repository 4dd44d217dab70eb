"use client";

import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";

interface Turned {
  uid: string;
  reason: string;
}

/** What was done, and how it is taken back. */
export interface Outcome {
  done: string;
  undo: () => Promise<unknown>;
}

/** Keeps people out and lets them in again: each takes the other back. */
export function useTurning() {
  const t = useTranslations("admin.people");
  const { admin } = trpc.useUtils();
  const suspending = trpc.admin.people.suspend.useMutation();
  const restoring = trpc.admin.people.restore.useMutation();
  const renew = () => admin.people.invalidate();

  const keepOut = async (uids: string[], reason: string): Promise<Turned[]> => {
    const { data } = await suspending.mutateAsync({ uids, reason });
    await renew();
    return data;
  };
  const letIn = async (uids: string[]): Promise<Turned[]> => {
    const { data } = await restoring.mutateAsync({ uids });
    await renew();
    return data;
  };
  /** Each again with the reason that was theirs. */
  const keepOutAgain = async (turned: Turned[]): Promise<void> => {
    for (const reason of new Set(turned.map((one) => one.reason)))
      await keepOut(
        turned.filter((one) => one.reason === reason).map(({ uid }) => uid),
        reason,
      );
  };

  return {
    suspend: async (uids: string[], reason: string): Promise<Outcome> => {
      const turned = await keepOut(uids, reason);
      return { done: t("suspended", { count: turned.length }), undo: () => letIn(turned.map(({ uid }) => uid)) };
    },
    restore: async (uids: string[]): Promise<Outcome> => {
      const turned = await letIn(uids);
      return { done: t("restored", { count: turned.length }), undo: () => keepOutAgain(turned) };
    },
  };
}
