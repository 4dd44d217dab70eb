import type { OpenAPIObject } from "trpc-to-openapi";
import en from "#messages/en.json";
import { ERROR_STATUS, type ErrorCode } from "@/lib/app-error";
import { DEFAULT_LOCALE } from "@/lib/locales";
import { serverText } from "../text";
import type { ErrorBody } from "./errors";

type Components = NonNullable<OpenAPIObject["components"]>;
type Response = NonNullable<Components["responses"]>[string];

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds to wait before another try.", required: true, schema: { type: "integer", minimum: 1 } },
} as const;

const WWW_AUTHENTICATE = {
  "WWW-Authenticate": { description: "By what to say who one is.", required: true, schema: { type: "string", const: "Bearer" } },
} as const;

interface Refusal {
  name: string;
  when: string;
  example: Omit<ErrorBody, "message">;
  headers?: typeof WWW_AUTHENTICATE | typeof RETRY_AFTER;
}

/** What a call is refused with, by status: the one form of errors, which the tests hold every answer to. */
const REFUSALS = {
  400: {
    name: "BadRequest",
    when: "Something of the call is not as it has to be; `issues` names the fields.",
    example: {
      code: "invalidInput",
      issues: [{ path: ["rate_your_self", "clarity"], message: serverText(DEFAULT_LOCALE, "validation.integer") }],
    },
  },
  401: {
    name: "Unauthorized",
    when: "The bearer token is missing, has expired or its session was ended; or what proves who somebody is was wrong.",
    example: { code: "unauthorized" },
    headers: WWW_AUTHENTICATE,
  },
  402: {
    name: "PaymentRequired",
    when: "The bank declined the card, or wants its holder to confirm.",
    example: { code: "cardDeclined" },
  },
  403: {
    name: "Forbidden",
    when: "Whoever calls may not do this, or not now.",
    example: { code: "forbidden" },
  },
  404: {
    name: "NotFound",
    when: "There is no such row, or it is somebody else's: the two are not told apart.",
    example: { code: "notFound" },
  },
  408: {
    name: "TooSlow",
    when: "The body did not arrive within thirty seconds.",
    example: { code: "requestTimeout" },
  },
  409: {
    name: "Conflict",
    when: "It does not fit what stands there now; where somebody else changed the row meanwhile, `current` is the row as it is.",
    example: { code: "conflict" },
  },
  413: {
    name: "TooLarge",
    when: "The body is larger than 256 KiB, or there is no room for more of what it brings.",
    example: { code: "bodyTooLarge" },
  },
  415: {
    name: "WrongType",
    when: "The body is not JSON, or a file is of a kind that is not taken.",
    example: { code: "wrongContentType" },
  },
  422: {
    name: "Unprocessable",
    when: "The call is well-formed, and cannot be done with what it says.",
    example: { code: "idempotencyMismatch" },
  },
  429: {
    name: "TooManyRequests",
    when: "Too many calls of this kind.",
    example: { code: "tooManyRequests" },
    headers: RETRY_AFTER,
  },
  500: {
    name: "Internal",
    when: "A fault of the service; `requestId` finds it in the log.",
    example: { code: "internal", requestId: "m1x2k9-4f7a0c21" },
  },
  503: {
    name: "Unavailable",
    when: "The service is away for a moment, or worked on.",
    example: { code: "unavailable" },
    headers: RETRY_AFTER,
  },
} as const satisfies Record<number, Refusal>;

export type RefusalStatus = keyof typeof REFUSALS;

const error = {
  type: "object",
  required: ["message", "code"],
  additionalProperties: false,
  properties: {
    message: { type: "string", description: "For a person, in the language of Accept-Language." },
    code: { type: "string", description: "Stable; what a program goes by. Each status says which it has.", pattern: "^[a-z][A-Za-z]*$" },
    issues: {
      type: "array",
      description: "Which fields are meant.",
      items: {
        type: "object",
        required: ["path", "message"],
        additionalProperties: false,
        properties: {
          path: { type: "array", items: { type: ["string", "integer"] } },
          message: { type: "string" },
        },
      },
    },
    requestId: { type: "string", description: "Only of a fault of the service; also in the header X-Request-Id." },
    current: {
      description:
        "What stands there now. For a change that came too late, with `stockShort`, and with `previewOutdated` of a quote, the row itself; with `slotTaken` and `notWorking` who is meant, and what stands in the way; with `invoiceOutdated` the newest of what was issued since, with `acceptedSince` the newest quote that was accepted.",
    },
  },
} as const;

const spoken = (example: Refusal["example"]): ErrorBody => ({
  message: serverText(DEFAULT_LOCALE, `errors.${example.code}`),
  ...example,
});

/** A sentence without what it speaks of, which differs from call to call: of several forms the last, for everything else. */
const general = (sentence: string): string =>
  sentence
    .replaceAll(/\{\w+(?:, number)?\}/g, "…")
    .replaceAll(
      /\{\w+, (?:plural|select),(?:[^{}]|\{[^{}]*\})*\}/g,
      (forms) =>
        forms
          .match(/\{[^{}]*\}/g)
          ?.at(-1)
          ?.slice(1, -1) ?? "",
    )
    .replaceAll("#", "…");

/** Every code of a status, with what it says. */
const codesOf = (status: number): string =>
  (Object.keys(ERROR_STATUS) as ErrorCode[])
    .filter((code) => ERROR_STATUS[code] === status)
    .map((code) => `- \`${code}\`: ${general(en.errors[code])}`)
    .join("\n");

/** The form of errors and the answers that carry it, for the document's components. */
export function refusalComponents(): Pick<Components, "schemas" | "responses"> {
  const responses = Object.entries(REFUSALS).map(([status, refusal]: [string, Refusal]): [string, Response] => [
    refusal.name,
    {
      description: `${refusal.when} Its codes:\n\n${codesOf(Number(status))}`,
      ...(refusal.headers ? { headers: refusal.headers } : {}),
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" }, example: spoken(refusal.example) } },
    },
  ]);
  return { schemas: { Error: error as unknown as NonNullable<Components["schemas"]>[string] }, responses: Object.fromEntries(responses) };
}

export const refusalsOf = (statuses: readonly RefusalStatus[]): Record<string, { $ref: string }> =>
  Object.fromEntries(statuses.map((status) => [String(status), { $ref: `#/components/responses/${REFUSALS[status].name}` }]));
