import fc from "fast-check";
import { exampleOf, type JsonSchema } from "@/server/api/openapi-examples";
import { MAX_JSON_BYTES } from "@/server/http/body";
import type { KnownIds } from "./known-ids";

/** What a field's values are drawn from, besides its schema. */
interface Surroundings {
  ids: KnownIds;
  /** What the call is about, e.g. "quote". */
  noun: string;
}

/** Most texts and lists are this short. */
const LONGEST = 120;
const MOST = 3;
/** What one text or list has of a request, in bytes: other fields want room, too. */
const ROOM = (MAX_JSON_BYTES * 3) / 4;
const WORDS = fc.constantFrom(
  "Kitchen",
  "granite",
  "Nguyễn",
  "عتبة",
  "石材",
  "🙂",
  "<b>x</b>",
  "'; --",
  "%_\\",
  "\u0000",
  " ",
  "a@b.example",
);

/** Scripts by their first letter, how many follow it, and how many bytes each unit of their texts has. */
const SCRIPTS = [
  { first: 0x61, letters: 26, bytes: 1 },
  { first: 0x621, letters: 36, bytes: 2 },
  { first: 0x4e00, letters: 20_000, bytes: 3 },
  { first: 0x1f600, letters: 64, bytes: 2 },
] as const;

/** One in twelve is as long as the document allows: what breaks, breaks there. */
const atTimesTheMost = <T>(usual: fc.Arbitrary<T>, most: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: usual, weight: 11 }, { arbitrary: most, weight: 1 });

/** Texts of so many units, or as many as a request carries. No letters repeat, or indexes would pack them to nothing. */
const longTexts = (units: number): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...SCRIPTS), fc.boolean(), fc.nat()).map(([{ first, letters, bytes }, spaced, seed]) => {
    let state = seed;
    const next = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (state >>> 8) % below;
    };
    const text = Array.from({ length: Math.min(units, Math.floor(ROOM / bytes)) }, () =>
      spaced && next(8) === 0 ? " " : String.fromCodePoint(first + next(letters)),
    );
    return text.join("").slice(0, text.length);
  });

/** As much of a list as a request carries. */
function carried<T>(list: T[], least: number): T[] {
  let room = ROOM;
  const end = list.findIndex((item) => {
    room -= Buffer.byteLength(JSON.stringify(item)) + 1;
    return room < 0;
  });
  return end < 0 ? list : list.slice(0, Math.max(end, least));
}

/** Values of a schema: all of them, within what one request can carry. */
export function valuesOf(schema: JsonSchema, about: Surroundings, name = ""): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, about, name)));
  if (schema.allOf) return fc.tuple(...schema.allOf.map((part) => valuesOf(part, about, name))).map((parts) => Object.assign({}, ...parts));
  const types = [schema.type ?? "object"].flat();
  return fc.oneof(...types.map((type) => valuesOfType(type, schema, about, name)));
}

function valuesOfType(type: string, schema: JsonSchema, about: Surroundings, name: string): fc.Arbitrary<unknown> {
  if (type === "null") return fc.constant(null);
  if (type === "boolean") return fc.boolean();
  if (type === "integer") return integers(schema, name);
  if (type === "number") return numbers(schema);
  if (type === "string") return texts(schema, about, name);
  if (type === "array") return lists(schema, about, name);
  return objects(schema, about);
}

function integers({ minimum = -1_000_000, maximum = 10_000_000 }: JsonSchema, name: string): fc.Arbitrary<number> {
  const all = fc.integer({ min: Math.max(minimum, -(2 ** 53) + 1), max: Math.min(maximum, 2 ** 53 - 1) });
  const small = fc.integer({ min: Math.max(minimum, Math.min(0, maximum)), max: Math.min(maximum, Math.max(minimum, 0) + 5) });
  return name === "page" || name === "version" ? small : fc.oneof(small, all);
}

function numbers({ minimum = -1000, maximum = 1000, multipleOf, exclusiveMinimum }: JsonSchema): fc.Arbitrary<number> {
  const step = multipleOf ?? 0.25;
  const least = Math.max(minimum, exclusiveMinimum === undefined ? minimum : exclusiveMinimum + step);
  return fc.integer({ min: Math.ceil(least / step), max: Math.floor(maximum / step) }).map((times) => times * step);
}

function texts(schema: JsonSchema, { ids, noun }: Surroundings, name: string): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = LONGEST } = schema;
  if (format === "uuid") return fc.tuple(fc.nat(), fc.uuidV(7)).map(([chance, unknown]) => ids.pick(noun, name, chance, unknown));
  const day = fc.date({ min: new Date("2020-01-01"), max: new Date("2035-12-31"), noInvalidDate: true });
  if (format === "date") return day.map((date) => date.toISOString().slice(0, 10));
  if (format === "date-time") return day.map((date) => date.toISOString());
  if (format === "email") return fc.uuidV(7).map((id) => `${id}@example.com`);
  if (format === "uri") return fc.webUrl();
  if (format === "base64")
    return atTimesTheMost(
      fc.base64String({ maxLength: 400 }),
      longTexts(maxLength).map((text) =>
        Buffer.from(text)
          .toString("base64")
          .slice(0, maxLength - (maxLength % 4)),
      ),
    );
  const longest = Math.max(minLength, Math.min(maxLength, LONGEST));
  // fast-check cannot look ahead.
  if (pattern?.includes("(?!")) return fc.constant(String(exampleOf(schema, name)));
  if (pattern) return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length >= minLength && text.length <= maxLength);
  const spoken = fc.array(WORDS, { maxLength: 8 }).map((words) => words.join(" "));
  const short = fc
    .oneof(spoken, fc.string({ maxLength: longest }), fc.fullUnicodeString({ maxLength: Math.floor(longest / 2) }))
    .map((text) => text.slice(0, longest));
  return atTimesTheMost(short, longTexts(maxLength))
    .map((text) => text.padEnd(minLength, "x"))
    .filter((text) => text.length >= minLength && [...text].length >= minLength);
}

function lists(schema: JsonSchema, about: Surroundings, name: string): fc.Arbitrary<unknown[]> {
  const { prefixItems, items, minItems = 0, maxItems = 100 } = schema;
  if (prefixItems) return fc.tuple(...prefixItems.map((item) => valuesOf(item, about, name)));
  if (!items) return fc.constant([]);
  const item = valuesOf(items, about, name.replace(/s$/, ""));
  return atTimesTheMost(
    fc.array(item, { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, MOST)) }),
    fc.array(item, { minLength: maxItems, maxLength: maxItems }).map((list) => carried(list, minItems)),
  );
}

function objects(schema: JsonSchema, about: Surroundings): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [], dependentRequired = {}, additionalProperties, propertyNames } = schema;
  if (Object.keys(properties).length === 0 && typeof additionalProperties === "object")
    return fc.dictionary(
      valuesOf(propertyNames ?? { type: "string", maxLength: 20 }, about) as fc.Arbitrary<string>,
      valuesOf(additionalProperties, about),
      {
        maxKeys: 3,
      },
    );
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, valuesOf(field, about, name)]));
  const made = fc.record(fields, { requiredKeys: required.filter((name) => name in fields), noNullPrototype: true });
  // What lacks the field that it goes with is left out.
  return made.map((value) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => dependentRequired[name]?.every((other) => other in value) ?? true)),
  );
}
