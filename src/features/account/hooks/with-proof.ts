"use client";

import { create } from "zustand";
import { toApiError } from "@/trpc/client";

/** Somebody was asked to prove that it is them, and did not. Nothing was changed. */
export class ProofDeclined extends Error {}

interface Asked {
  accept(): void;
  decline(): void;
}

/** Who waits for a proof of identity; the one dialog that asks for it shows while somebody does. */
export const useProofAsked = create<{ asked: Asked | null }>()(() => ({ asked: null }));

const askForProof = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => () => {
      useProofAsked.setState({ asked: null });
      act();
    };
    useProofAsked.setState({ asked: { accept: settle(resolve), decline: settle(() => reject(new ProofDeclined())) } });
  });

/**
 * Does something for which the server wants a recent proof of identity: where it says so, the person is asked and the same
 * is done once more.
 * @throws ProofDeclined, or whatever the action throws
 */
export async function withProof<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (toApiError(error).code !== "reauthenticationRequired") throw error;
    await askForProof();
    return action();
  }
}
