import superjson from "superjson";
import { expect, test, vi } from "vitest";
import { serialize } from "@/server/http/serialize";

const shared = { a: 1 };
const circular: Record<string, unknown> = {};
circular.self = circular;

const PLAIN: unknown[] = [
  null,
  "text",
  "",
  0,
  1.5,
  false,
  [],
  {},
  { b: 1, a: [{ c: null }], "2": "x", "1": "y" },
  { "a.b": { "c\\d": 'é "𝄞" \u2028' } },
  [[[]], {}],
];

const NOT_PLAIN: unknown[] = [
  undefined,
  { a: undefined },
  [undefined],
  // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested
  [1, , 2],
  /(?<name>x)?/.exec("y"),
  Number.NaN,
  [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  { zero: -0 },
  10n,
  { at: new Date(0), "a.b": new Date(1) },
  new Map([["k", new Set([1])]]),
  /x/g,
  new URL("https://parley.example/"),
  new Error("boom"),
  new Uint8Array([1, 2]),
  { shared, again: shared },
  [shared, [shared]],
  circular,
  Object.create(null),
  Object.assign(Object.create({ inherited: 1 }), { own: 2 }),
  { toJSON: () => "x" },
];

const write = (value: unknown) => JSON.stringify(value);

test.each(PLAIN.map((value) => [value]))("plain %j has superjson's bytes without its walk", (value) => {
  const expected = write(superjson.serialize(value));
  const walk = vi.spyOn(superjson, "serialize");
  expect(write(serialize(value))).toBe(expected);
  expect(walk).not.toHaveBeenCalled();
  walk.mockRestore();
});

test.each(NOT_PLAIN.map((value, n) => [n, value]))("value %i of another kind has superjson's bytes", (_n, value) => {
  expect(write(serialize(value))).toBe(write(superjson.serialize(value)));
  const inside = { list: [1, { value }] };
  expect(write(serialize(inside))).toBe(write(superjson.serialize(inside)));
});

test.each(["__proto__", "constructor", "prototype"])("the name %s is refused as superjson does", (name) => {
  const value = JSON.parse(`{"a":{"${name}":1}}`);
  expect(() => superjson.serialize(value)).toThrow();
  expect(() => serialize(value)).toThrow();
});
