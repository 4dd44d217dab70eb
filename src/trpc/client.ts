"use client";

import { TRPCClientError } from "@trpc/client";
import { createTRPCClient, createTRPCReact, httpBatchLink, httpLink, splitLink, type TRPCLink } from "@trpc/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { observable } from "@trpc/server/observable";
import superjson from "superjson";
import { ERROR_STATUS, type ErrorCode } from "@/lib/app-error";
import { UNANSWERED_HEADER } from "@/lib/intent";
import { RPC_PATH } from "@/lib/rpc-path";
import type { AppRouter } from "@/server/api/root";
import { outdatedWords, trackBuild } from "@/ui/new-version";
import { unattended } from "./attendance";
import { type CallContext, callContext } from "./call-context";
import { idempotencyLink } from "./idempotency-link";
import { Queries } from "./queries";
import { retryOnceLink } from "./retry-once-link";
import { sameUserLink } from "./same-user-link";
import { onlyAs, readToken, sender, trackClock } from "./token";
import { withTimeout } from "./with-timeout";

export const trpc = createTRPCReact<AppRouter>();

/** What each procedure answers. */
export type RouterOutputs = inferRouterOutputs<AppRouter>;

export interface ApiError {
  /** In the reader's language, from the server; undefined when no answer came. */
  message: string | undefined;
  code: ErrorCode | "network";
  issues: { path: (string | number)[]; message: string }[];
  /** Seconds before which asking again is of no use, where the server says so. */
  retryAfter?: number | undefined;
  /** The current row, sent with a 409: somebody else has changed it meanwhile. */
  current?: unknown;
}

/** What went wrong with a call, whoever threw it. */
export function toApiError(error: unknown): ApiError {
  // tRPC carries the server's words as `data`; UploadThing's client as the `cause` of its own error, and the storage's as its `data`.
  const { data: told, cause } = (error ?? {}) as { data?: unknown; cause?: unknown };
  const data = (error instanceof TRPCClientError ? told : (cause ?? told)) as Partial<ApiError> | null | undefined;
  if (typeof data?.code !== "string" || !(data.code in ERROR_STATUS)) return { message: undefined, code: "network", issues: [] };
  const { message, code, issues = [], retryAfter, current } = data;
  const outdated = outdatedWords(code);
  // Fields that this page does not know, or knows otherwise, are none of the person's mistakes.
  return { message: outdated ?? message, code: code as ErrorCode, issues: outdated ? [] : issues, retryAfter, current };
}

/**
 * Codes of what goes by: a network or a server that is away, and a service or a part of it that is closed for a while. What waits on
 * the device is worth sending again.
 */
export const TRANSIENT: readonly string[] = [
  "network",
  "unavailable",
  "internal",
  "requestTimeout",
  "tooManyRequests",
  "maintenance",
  "areaClosed",
  "filesFull",
  "uploadsUnfinished",
  "notCheckedYet",
  "idempotencyBusy",
];

/** Codes of a file that will not be taken, however often it is sent. */
export const BAD_FILE: readonly string[] = ["malwareFound", "tooLargeToCheck", "recordingRefused"];

type Repeated = (at: Date) => void;
let repeated: Repeated = () => {};
/** Who is told when what somebody asked for had been done before, and was not done once more. */
export const onRepeated = (handler: Repeated): void => {
  repeated = handler;
};
type SessionLost = (code: ErrorCode) => void;
let sessionLost: SessionLost = () => {};
/** Who is told when the server no longer takes the token that was sent. */
export const onSessionLost = (handler: SessionLost): void => {
  sessionLost = handler;
};

/** Codes of a session that is over: whoever logs in again can go on. */
export const SESSION_OVER: readonly string[] = ["unauthorized", "tokenExpired", "sessionEnded"];

/** Codes that say nothing of what was sent: it goes again once that is over, or its author is back. */
export const RETRYABLE: readonly string[] = [...TRANSIENT, ...SESSION_OVER];

const sessionLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const sent = readToken();
      return next(op).subscribe({
        ...observer,
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => {
          const { code } = toApiError(error);
          // A refusal of an older token says nothing about the one that another tab has stored since.
          if (SESSION_OVER.includes(code) && sent !== null && sent === readToken()) sessionLost(code as ErrorCode);
          observer.error(error);
        },
      });
    });

/** The slowest answer takes a few seconds; whoever looks at a page waits no longer than this for a word. */
const ANSWER_MS = 30_000;

const codeOf = (error: unknown): string => toApiError(error).code;

const wire = { url: RPC_PATH, transformer: superjson, fetch: trackClock(trackBuild) };
const known = () => ({ "accept-language": document.documentElement.lang, ...authorization() });

const links = [
  sameUserLink(sender),
  sessionLink,
  splitLink<AppRouter>({
    condition: ({ type }) => type === "mutation",
    // Each by itself: a key is of one request.
    true: [
      idempotencyLink({
        told: (at) => repeated(at),
        // It stands in a list, and is looked for there.
        doneBefore: () => void queryClient.invalidateQueries(),
        codeOf,
        author: sender,
      }),
      retryOnceLink(codeOf),
      httpLink({
        ...wire,
        headers: ({ op }) => {
          const { author, ...call } = callContext(op);
          if (author !== undefined) onlyAs(author);
          return { ...known(), ...keysOf(call) };
        },
      }),
    ],
    false: httpBatchLink({ ...wire, fetch: withTimeout(wire.fetch, ANSWER_MS), maxItems: 20, headers: known }),
  }),
];

/** What a change says of itself, and of those before it of which nobody knows whether they were done. */
function keysOf({ idempotencyKey = "", unanswered = [] }: CallContext): Record<string, string> {
  return { "idempotency-key": idempotencyKey, ...(unanswered.length > 0 ? { [UNANSWERED_HEADER]: unanswered.join() } : {}) };
}

export function authorization(): Record<string, string> {
  const token = readToken();
  return token ? { authorization: `Bearer ${token}`, ...unattended() } : {};
}

/** For code outside components: the upload queue. */
export const api = createTRPCClient<AppRouter>({ links });
export const trpcClient = trpc.createClient({ links });

/** As somebody whose session has not been opened on this page yet: between a login and what must happen before it shows. */
export const callAs = (accessToken: string) =>
  createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        ...wire,
        headers: () => ({ "accept-language": document.documentElement.lang, authorization: `Bearer ${accessToken}` }),
      }),
    ],
  });

export const queryClient = new Queries({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refusal stays one; only what never arrived is tried again.
      retry: (failures, error) => failures < 2 && ["network", "unavailable"].includes(toApiError(error).code),
    },
    // Without a network they would wait for it without a word, and be done whenever it is back: who saves is told at once.
    mutations: { networkMode: "always" },
  },
});
