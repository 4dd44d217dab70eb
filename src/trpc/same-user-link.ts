"use client";

import { TRPCClientError } from "@trpc/client";
import type { TRPCLink } from "@trpc/react-query";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "@/server/api/root";

/**
 * An answer is for whoever has asked. Where they have left by the time it comes, and perhaps somebody else is here, it is as if it had
 * never come: nothing of it goes into what the next person sees, nor into what is kept of theirs. Whoever asks for a session has none yet.
 * @param signedIn whose session this is at the moment
 */
export const sameUserLink =
  (signedIn: () => string | undefined): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const asked = signedIn();
      const isHere = () => asked === undefined || signedIn() === asked;
      const drop = () => observer.error(TRPCClientError.from(new Error("whoever has asked has left")));
      return next(op).subscribe({
        next: (value) => (isHere() ? observer.next(value) : drop()),
        error: (error) => (isHere() ? observer.error(error) : drop()),
        complete: () => observer.complete(),
      });
    });
