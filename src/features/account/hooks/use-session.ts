"use client";

import { trpc } from "@/trpc/client";
import { tokenSubject } from "@/trpc/token";
import { useSessionState } from "../state";

/** Who is signed in here. `user` follows a moment after `signedIn`, and is missing while the server cannot be reached. */
export function useSession() {
  const phase = useSessionState((state) => state.phase);
  const token = useSessionState((state) => state.token);
  const signedIn = token !== null;
  const account = trpc.account.me.useQuery(undefined, { enabled: signedIn, staleTime: 5 * 60_000 });
  const impatient = useSessionState((state) => state.impatient);
  /**
   * False while the stored session is restored: nothing that depends on it should show yet. Without a network nobody answers who that is,
   * and where there is hardly one, nobody answers soon; then the token stands for itself.
   */
  const ready = phase === "initialised" && (!signedIn || !account.isPending || account.isPaused || impatient);
  return {
    ready,
    /** The session client's report: what is known when the stored session has been looked at. */
    status: ready ? (signedIn ? "authenticated" : "unauthenticated") : "loading",
    signedIn,
    /** Known from the token alone, also while the server cannot be reached. */
    userId: tokenSubject(token),
    user: signedIn ? account.data?.user : undefined,
  } as const;
}
