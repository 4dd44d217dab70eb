import { describe, expect, it } from "vitest";
import { deserialize } from "@/server/http/deserialize";
import { parseJson } from "@/server/http/json";

describe("what is sent", () => {
  it("reads as JSON does, with half a character as the sign for one that is missing, in names, too", () => {
    const whole = { text: "a 😀 \\ud83d", list: [1, null, { deep: true }] };
    expect(parseJson(JSON.stringify(whole))).toEqual(whole);
    const cut = String.raw`{"a":"x\ud83d","\udc00":["\uD83d\ude00","\ud83D"],"n":1,"z":null}`;
    expect(parseJson(cut)).toEqual({ a: "x\ufffd", "\ufffd": ["😀", "\ufffd"], n: 1, z: null });
  });

  it("keeps names of prototypes as names", () => {
    const value = parseJson(String.raw`{"__proto__":{"uid":"\ud83d"}}`) as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(["__proto__"]);
  });

  it("may nest 64 levels and no more, lists and objects alike", () => {
    const nest = (levels: number, [open, close]: readonly [string, string]) => `${open.repeat(levels)}1${close.repeat(levels)}`;
    for (const brackets of [["[", "]"] as const, ['{"a":', "}"] as const]) {
      expect(() => parseJson(nest(64, brackets))).not.toThrow();
      for (const levels of [65, 50_000]) expect(() => parseJson(nest(levels, brackets))).toThrow("malformedJson");
    }
  });
});

describe("an input", () => {
  it("has what the client's superjson says of undefined values, times and numbers", () => {
    const at = new Date(5);
    const json = { a: null, b: [null, { c: "NaN" }], at: at.toISOString() };
    const values = { a: ["undefined"], "b.0": ["undefined"], "b.1.c": ["number"], at: ["Date"] };
    expect(deserialize({ json, meta: { values, v: 1 } })).toEqual({ a: undefined, b: [undefined, { c: Number.NaN }], at });
    expect(deserialize({ json: null, meta: { values: ["undefined"], v: 1 } })).toBeUndefined();
    expect(deserialize({ json })).toEqual(json);
  });
});
