import fc from "fast-check";
import { chance } from "#tests/factories/random";
import { MAX_KEY } from "@/server/api/idempotency";
import type { Operation } from "./operations";

export type Headers = Record<string, string>;

/** What may stand in a header: HTTP allows no other character (RFC 9110, 5.5), and drops blanks at the ends. */
const LETTERS = [
  ...Array.from({ length: 0x5e }, (_, at) => 0x21 + at),
  0x20,
  0x20,
  0x09,
  ...Array.from({ length: 16 }, (_, at) => 0x80 + 8 * at),
];

/** Made of one number: letter by letter fast-check would take longer over a long text than the service over the request. */
const words = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.tuple(fc.integer({ min: minLength, max: maxLength }), fc.nat()).map(([length, seed]) => {
    const { pick } = chance(seed);
    return `x${String.fromCharCode(...Array.from({ length }, () => pick(LETTERS)))}x`;
  });

const KEYS = fc.oneof(fc.uuidV(4), words(0, MAX_KEY - 2), words(MAX_KEY - 2, MAX_KEY - 2));

/** Whatever stands there, somebody is answered in one of the languages. */
const LANGUAGES = fc.oneof(
  fc.constantFrom("*", "", "ar", "zh-CN", "cn;q=0", "xx-YY,;;q=9", "en-GB,en;q=0.9", ",,,,", "fr;q=NaN", "vi;q=1e9", "__proto__"),
  words(0, 60),
  fc.constant("fr-FR;q=0.1,".repeat(150)),
);
const JSON_TYPES = fc.constantFrom(
  ...["application/json", "application/json; charset=utf-8", "Application/JSON;", "application/merge-patch+json", "application/json;x=;;"],
);

/** Headers with which a valid request stays one. */
export const validHeaders = ({ keyed, method }: Operation): fc.Arbitrary<Headers> =>
  fc.record(
    {
      "accept-language": LANGUAGES,
      // Where none is asked for it is passed over.
      "idempotency-key": KEYS,
      ...(keyed ? { "idempotency-unanswered": fc.array(KEYS, { maxLength: 3 }).map((keys) => keys.join(",")) } : {}),
      ...(method === "POST" ? { "content-type": JSON_TYPES } : { "content-type": fc.oneof(JSON_TYPES, words(0, 40)) }),
      "user-agent": words(0, 200),
      "x-request-id": words(0, 60),
      traceparent: words(0, 60),
      cookie: words(0, 200),
      range: fc.constantFrom("bytes=0-", "bytes=9-1", "lines=1"),
      "if-none-match": fc.constantFrom("*", '"x"', "x"),
    },
    { requiredKeys: [], noNullPrototype: true },
  );

/** A token that opens nothing, in all ways that come to mind; one of them is as good as the true one but for its last bytes. */
function brokenToken(token: string): fc.Arbitrary<string> {
  const [head = "", claims = "", signature = ""] = token.split(".");
  const unsigned = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
  return fc.oneof(
    fc.constantFrom("", "Bearer", "Bearer ", "Bearer null", "Basic YTpi", "Bearer a.b.c", "Bearer ..", `Token ${token}`, token),
    fc.constantFrom(
      `Bearer ${token} x`,
      `Bearer ${head}.${claims}.`,
      `Bearer ${unsigned}.${claims}.`,
      `Bearer ${unsigned}.${claims}.${signature}`,
    ),
    fc.constantFrom(`Bearer ${head}.${claims}.${signature.split("").reverse().join("")}`, `Bearer ${head}.${claims.slice(1)}.${signature}`),
    words(0, 300).map((text) => `Bearer ${text}`),
  );
}

/** UploadThing's: it looks at what is asked for before it looks at who asks, and reads JSON whatever it is called. */
const SENDING = "/api/uploadthing";

interface Wrong {
  headers: Headers;
  statuses: number[];
}

/** Headers for which a request is refused, whatever else it says, each kind with how; none where the operation does not look at them. */
export function wrongHeaders({ open, keyed, method, path }: Operation, token: string): fc.Arbitrary<Wrong>[] {
  const refused = (name: string, values: fc.Arbitrary<string>, ...statuses: number[]) => [
    values.map((value) => ({ headers: { [name]: value }, statuses })),
  ];
  const tooLong = fc.oneof(words(MAX_KEY - 1, MAX_KEY + 9), words(1500, 2000));
  const types = fc.constantFrom(
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "json",
    "application/jsonp",
  );
  if (path === SENDING) return refused("authorization", brokenToken(token), 400, 401);
  return [
    ...(open ? [] : refused("authorization", brokenToken(token), 401)),
    ...(keyed ? refused("idempotency-key", tooLong, 400) : []),
    ...(method === "POST" ? refused("content-type", fc.oneof(types, words(0, 40)), 415) : []),
  ];
}
