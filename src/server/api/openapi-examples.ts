/** As much of JSON Schema 2020-12 as zod's schemas are written in. */
export interface JsonSchema {
  title?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
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
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema | false;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  contentMediaType?: string;
}

const DAY = "2026-11-25";
const HASH = "9e107d9d372bb6826bd81d3542a419d6";
const UID = "0198c5f0-7a4e-7000-8000-5d3a1b2c4e6f";
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
  ...{ md5: HASH, search: "granite", q: "granite", slug: "how-to-begin", handle: "lan", reason: "Asked for by the customer" },
  ...{
    accessToken: "eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiIwMTk4YzVmMCJ9.c2lnbmF0dXJl",
    avatar: `/api/user/avatar/${UID}`,
    href: "/dashboard/practice",
    logo: "data:image/svg+xml;base64,PHN2Zy8+",
    uri: "otpauth://totp/Parley:lan@example.com?secret=JBSWY3DPEHPK3PXP",
    content: "UGFybGV5",
    vtt: "WEBVTT",
    type: "audio/webm",
  },
  ...Object.fromEntries(["link", "share_link", "url", "preview", "video", "website", "feed", "cancelUrl"].map((name) => [name, PAGE])),
  ...{ question: "Tell me about yourself.", category: "Motivation", browser: "Firefox 144", system: "Windows", letter: "A", time: "14:30" },
};

const BY_FORMAT: Record<string, string> = {
  uuid: UID,
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

/**
 * What a value of a schema may look like: the same at each call, and valid by the schema.
 * @param name the field's own name, by which it is given something that a reader understands
 */
export function exampleOf(schema: JsonSchema, name = ""): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return exampleOf(choices.find(({ type }) => type !== "null") ?? choices[0] ?? {}, name);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, name)));
  const type = [schema.type ?? "object"].flat().find((one) => one !== "null");
  if (type === "string") return exampleText(schema, name);
  if (type === "integer" || type === "number") return exampleNumber(schema, name);
  if (type === "boolean") return schema.default ?? true;
  if (type === "array") return exampleList(schema, name);
  return type === "object" ? exampleObject(schema) : null;
}

function exampleText(schema: JsonSchema, name: string): string {
  const { pattern, format, minLength = 0, maxLength = 100 } = schema;
  if (format && BY_FORMAT[format]) return BY_FORMAT[format];
  const fits = (text: unknown): text is string =>
    typeof text === "string" && text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, "u").test(text));
  const sample = [schema.default, BY_NAME[name], ...(pattern ? PATTERNED : [])].find(fits);
  return sample ?? "An example ".repeat(Math.ceil(minLength / 10) || 1).slice(0, Math.max(minLength, Math.min(10, maxLength)));
}

function exampleNumber(schema: JsonSchema, name: string): number {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, exclusiveMinimum, multipleOf = 1 } = schema;
  const least = exclusiveMinimum === undefined ? minimum : Math.max(minimum, exclusiveMinimum + multipleOf);
  const sample = [schema.default, BY_NAME[name], 1].find((value) => typeof value === "number") as number;
  return Math.min(Math.max(sample, least), maximum);
}

function exampleList({ prefixItems, items, minItems = 1 }: JsonSchema, name: string): unknown[] {
  if (prefixItems) return prefixItems.map((item) => exampleOf(item, name));
  // Lists are named in the plural, and one of them is what its singular names.
  return items ? Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items, name.replace(/s$/, ""))) : [];
}

function exampleObject({ properties = {}, additionalProperties, propertyNames }: JsonSchema): Record<string, unknown> {
  const fields = Object.entries(properties);
  if (fields.length === 0 && typeof additionalProperties === "object")
    fields.push([propertyNames ? String(exampleOf(propertyNames)) : "name", additionalProperties]);
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, name)]));
}
