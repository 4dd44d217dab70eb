"use client";

import { create } from "zustand";
import { toApiError } from "@/trpc/client";
import { readToken, tokenSession } from "@/trpc/token";
import { useSessionState } from "../state";

/** Somebody was asked to prove that it is them, and did not. Nothing was changed. */
export class ProofDeclined extends Error {}

interface Asked {
  accept(): void;
  decline(): void;
}

/** Who waits for a proof of identity; the one dialog that asks for it shows while somebody does. */
export const useProofAsked = create<{ asked: Asked | null }>()(() => ({ asked: null }));

const ask = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => () => {
      stop();
      useProofAsked.setState({ asked: null });
      act();
    };
    const decline = settle(() => reject(new ProofDeclined()));
    // Whoever is signed in here now is somebody else, or in another session, and was not asked.
    const stop = useSessionState.subscribe(({ token }, before) => {
      if (token !== before.token) decline();
    });
    useProofAsked.setState({ asked: { accept: settle(resolve), decline } });
  });

let proof = Promise.resolve();

/** What comes while somebody is asked already waits for the same proof: one dialog serves all. */
function askForProof(): Promise<void> {
  if (useProofAsked.getState().asked === null) proof = ask();
  return proof;
}

/**
 * Does something for which the server wants a recent proof of identity: where it says so, the person is asked and the same
 * is done once more, but never in another session than it was begun in. Another tab may have changed that, and this one not been told.
 * @throws ProofDeclined, or whatever the action throws
 */
export async function withProof<T>(action: () => Promise<T>): Promise<T> {
  const session = tokenSession(readToken());
  const stays = () => {
    if (tokenSession(readToken()) !== session) throw new ProofDeclined();
  };
  try {
    return await action();
  } catch (error) {
    if (toApiError(error).code !== "reauthenticationRequired") throw error;
    stays();
    await askForProof();
    stays();
    return action();
  }
}
