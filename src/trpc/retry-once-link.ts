"use client";

import { retryLink, type TRPCLink } from "@trpc/react-query";
import type { AppRouter } from "@/server/api/root";
import { callContext } from "./call-context";

/** Until it goes again, in milliseconds: by then whatever stands before the servers has noticed that one is gone. */
const PAUSE_MS = 500;
/** What goes with a press alone, by how its path begins. */
const ONE_TRY = [
  // What is for visitors has no key, also where somebody is signed in.
  ...["account.login", "account.register", "account.thirdParty.", "account.links.forgetPassword"],
  // What is proved by a passkey or a code is good for one try.
  "account.factors.",
  // Each stands in the log of those who run the service.
  ...["admin.viewings.open", "admin.audit.export", "admin.operations."],
];

/**
 * A server that dies with a change under way must not be noticed as more than a wait: where the device has a network and no answer came,
 * the change goes once more, to whichever server is left. Below `idempotencyLink`, so that it goes with the same key and is done once; and
 * only as the person who asked, for those alone have keys: what a visitor sends may not be sent twice without their press.
 * What goes by itself is sent again by whoever keeps it.
 * @param codeOf the code of what went wrong with a call
 */
export const retryOnceLink = (codeOf: (error: unknown) => string): TRPCLink<AppRouter> =>
  retryLink({
    retry: ({ op, error, attempts }) => {
      const { author, background, onLost } = callContext(op);
      const isTheirs = author !== undefined && !background && !ONE_TRY.some((begins) => op.path.startsWith(begins));
      const isDue = isTheirs && attempts === 1 && codeOf(error) === "network" && navigator.onLine;
      // Whatever the second try is answered, of the first one nobody knows whether it was done.
      if (isDue) onLost?.();
      return isDue;
    },
    retryDelayMs: () => PAUSE_MS,
  });
