import type { OpenAPIObject } from "trpc-to-openapi";
import { MOST_UNANSWERED } from "@/lib/intent";
import { MAX_KEY, SECRET_KEY } from "./idempotency";
import type { RestMeta } from "./trpc";

type Parameters = NonNullable<NonNullable<OpenAPIObject["components"]>["parameters"]>;

const KEY = "5d3a1b2c-4e6f-4a7b-8c9d-0e1f2a3b4c5d";

/** Headers that operations share, for the document's components. */
export const SHARED_PARAMETERS = {
  AcceptLanguage: {
    name: "Accept-Language",
    in: "header",
    description:
      "The language of what is answered, errors among it: `en`, `fr`, `vi`, `zh` or `ar`; English where it names none of them. The `language` of the account does not count. Whoever registers without `language` has that of the header, and their mails come in it.",
    schema: { type: "string" },
    example: "fr",
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Stands for one call for good, and is best a random UUID. The same key from the same account has one effect, and the same answer for 24 hours; that comes with a header `Idempotency-Replayed`, which says when it was first given. Which `version` was seen does not count, but for one that is later than the answer's own: that means the same once more.",
    schema: { type: "string", minLength: 1, maxLength: MAX_KEY },
    example: KEY,
  },
  IdempotencyUnanswered: {
    name: "Idempotency-Unanswered",
    in: "header",
    description: `Keys of earlier calls of this operation that got no answer, parted by commas, at most ${MOST_UNANSWERED}: for a person who typed something else since. Where one of them did arrive, the call is refused once with \`savedBefore\`, so that nothing is made twice unseen.`,
    schema: { type: "string", minLength: 1, maxLength: MOST_UNANSWERED * (MAX_KEY + 1) },
    example: KEY,
  },
  IdempotencyAttempt: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Stands for one try to prove who somebody is: random, and new for each. The same sent again under it within five minutes is answered by the session that was opened or proved, though its code or token has served.",
    schema: { type: "string", minLength: SECRET_KEY, maxLength: MAX_KEY },
    example: KEY,
  },
} as const satisfies Parameters;

const named = (name: keyof typeof SHARED_PARAMETERS) => ({ $ref: `#/components/parameters/${name}` as const });

/** Of every call whose answer says something to a person. */
export const LANGUAGE = named("AcceptLanguage");

/** Those that an operation takes. */
export const sharedParameters = ({ creates, once, attempt }: RestMeta) => [
  ...(creates || once ? [named("IdempotencyKey")] : []),
  ...(creates ? [named("IdempotencyUnanswered")] : []),
  ...(attempt ? [named("IdempotencyAttempt")] : []),
  LANGUAGE,
];
