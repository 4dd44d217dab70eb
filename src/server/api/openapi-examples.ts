import { SAMPLE_ID } from "@/lib/fields";

/** As much of JSON Schema 2020-12 as zod's schemas are written in. */
export interface JsonSchema {
  title?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  /** Fields that come along with one, by its name. */
  dependentRequired?: Record<string, string[]>;
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema | false;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  contentMediaType?: string;
  /** For programs that fill in everything: people do not see it, and the document does not tell it. */
  trap?: boolean;
}

const DAY = "2026-11-25";
const HASH = "9e107d9d372bb6826bd81d3542a419d6";
const PAGE = "https://example.com/page";

/** What stands in a field of this name, wherever it occurs, if its schema takes it. */
const BY_NAME: Record<string, unknown> = {
  ...{ email: "lan@example.com", username: "lan.nguyen", password: "correct horse battery", firstName: "Lan", lastName: "Nguyễn" },
  ...{ name: "Kitchens", title: "Kitchen with an island", heading: "How to begin", subject: "A question about my plan" },
  ...{
    message: "Thank you, that helps.",
    text: "Tell me about yourself.",
    comments: "Calmer than yesterday.",
    notes: "Ring before you come.",
  },
  ...{
    language: "en",
    locale: "en",
    country: "VN",
    currency: "VND",
    timeZone: "Asia/Ho_Chi_Minh",
    time_zone: "Asia/Ho_Chi_Minh",
    city: "Huế",
    street: "12 Lê Lợi",
  },
  ...{ postcode: "49000", phone: "+84 234 382 2222", reading_time: 1, answer_time: 2, page: 1, version: 1, total: 1, code: "EDGE-20" },
  // What is measured fits together: a piece and its slab, a day's hours in minutes, what is heard in a recording.
  ...{ length: 3000, width: 600, thickness: 20, from: 540, to: 1020 },
  defects: [{ x: 2400, y: 150, length: 120, width: 40, note: "A crack" }],
  ...{ durationMs: 61_000, speakingMs: 50_000, onsetMs: 400, startMs: 12_000, endMs: 12_800, syllables: 190 },
  ...{ md5: HASH, search: "granite", q: "granite", slug: "how-to-begin", handle: "lan", reason: "Asked for by the customer" },
  ...{
    accessToken: "eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiIwMTk4YzVmMCJ9.c2lnbmF0dXJl",
    avatar: `/api/user/avatar/${SAMPLE_ID}`,
    href: "/dashboard/practice",
    logo: "data:image/svg+xml;base64,PHN2Zy8+",
    uri: "otpauth://totp/Parley:lan@example.com?secret=JBSWY3DPEHPK3PXP",
    content: "UGFybGV5",
    vtt: "WEBVTT",
    type: "audio/webm",
  },
  ...Object.fromEntries(["link", "share_link", "url", "preview", "video", "website", "feed", "cancelUrl"].map((name) => [name, PAGE])),
  ...{ question: "Tell me about yourself.", category: "Motivation", browser: "Firefox 144", system: "Windows", letter: "A", time: "14:30" },
  ...{ iban: "GB29NWBK60161331926819", bic: "NWBKGB2L" },
};

/** What begins at the sample of its format ends then. */
const ENDS: Record<string, string> = { endsAt: `${DAY}T17:00:00.000Z` };

const BY_FORMAT: Record<string, string> = {
  uuid: SAMPLE_ID,
  date: DAY,
  "date-time": `${DAY}T09:30:00.000Z`,
  email: "lan@example.com",
  uri: PAGE,
  base64: "UGFybGV5",
};

/** For patterns that no name's sample meets; the first that fits is taken. */
const PATTERNED = [
  ...[
    "09:30",
    "VN",
    HASH,
    "audio/webm",
    "12/30",
    "how-to-begin",
    "in_1Q2w3E4r5T6y",
    "pm_1Q2w3E4r5T6y",
    "cs_1Q2w3E4r5T6y",
    "evt_1Q2w3E4r5T6y",
  ],
  ...["A".repeat(87), "A".repeat(22), "/dashboard", "UGFybGV5", DAY],
];

/** What a caller may choose, or names something that is there already: a request's example makes something new. */
const CHOSEN = /^(uid|messageUid)$/;

/**
 * What a value of a schema may look like: the same at each call, and valid by the schema.
 * @param name the field's own name, by which it is given something that a reader understands
 * @param asked whether it is a request's, which works as it is: without ids that the caller may choose
 */
export function exampleOf(schema: JsonSchema, name = "", asked = false): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return exampleOf(choices.find(({ type }) => type !== "null") ?? choices[0] ?? {}, name, asked);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, name, asked)));
  const type = [schema.type ?? "object"].flat().find((one) => one !== "null");
  if (type === "string") return exampleText(schema, name);
  if (type === "integer" || type === "number") return exampleNumber(schema, name);
  if (type === "boolean") return schema.default ?? true;
  if (type === "array") return exampleList(schema, name, asked);
  return type === "object" ? exampleObject(schema, asked) : null;
}

function exampleText(schema: JsonSchema, name: string): string {
  const { pattern, format, minLength = 0, maxLength = 100 } = schema;
  if (format && BY_FORMAT[format]) return (format === "date-time" && ENDS[name]) || BY_FORMAT[format];
  const fits = (text: unknown): text is string =>
    typeof text === "string" && text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, "u").test(text));
  // That nothing need be said shows nobody what could be.
  const sample = [schema.default || undefined, BY_NAME[name], schema.default, ...(pattern ? PATTERNED : [])].find(fits);
  return sample ?? "An example ".repeat(Math.ceil(minLength / 10) || 1).slice(0, Math.max(minLength, Math.min(10, maxLength)));
}

function exampleNumber(schema: JsonSchema, name: string): number {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, exclusiveMinimum, multipleOf = 1 } = schema;
  const least = exclusiveMinimum === undefined ? minimum : Math.max(minimum, exclusiveMinimum + multipleOf);
  const sample = [schema.default, BY_NAME[name], 1].find((value) => typeof value === "number") as number;
  return Math.min(Math.max(sample, least), maximum);
}

function exampleList({ prefixItems, items, minItems = 1 }: JsonSchema, name: string, asked: boolean): unknown[] {
  const known = BY_NAME[name];
  if (Array.isArray(known)) return known;
  if (prefixItems) return prefixItems.map((item) => exampleOf(item, name, asked));
  // Lists are named in the plural, and one of them is what its singular names.
  return items ? Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items, name.replace(/s$/, ""), asked)) : [];
}

function exampleObject(schema: JsonSchema, asked: boolean): Record<string, unknown> {
  const { properties = {}, required = [], dependentRequired = {}, additionalProperties, propertyNames } = schema;
  const fields = Object.entries(properties);
  if (fields.length === 0 && typeof additionalProperties === "object")
    fields.push([propertyNames ? String(exampleOf(propertyNames)) : "name", additionalProperties]);
  const free = new Set(asked ? Object.keys(properties).filter((name) => CHOSEN.test(name) && !required.includes(name)) : []);
  // The version that was seen goes with what names it.
  if (free.has("uid") && !required.includes("version")) free.add("version");
  const lacks = (name: string) => free.has(name) || dependentRequired[name]?.some((other) => free.has(other));
  return Object.fromEntries(fields.filter(([name]) => !lacks(name)).map(([name, field]) => [name, exampleOf(field, name, asked)]));
}
