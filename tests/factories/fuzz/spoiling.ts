import fc from "fast-check";

/** What no field of the API takes where another type is meant. */
const WRONG = [null, true, -1, 1.5, 1e300, "", "x", "\u0000", [], {}, [[[]]], { $ne: null }, "9".repeat(400), Number.MAX_SAFE_INTEGER];

/** Every place in a value, as the keys that lead to it. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [...(path.length > 0 ? [path] : []), ...inner.flatMap(([key, one]) => placesIn(one, [...path, key]))];
}

/** A copy of a request in which one place is gone, is something else, or holds one key too many. */
export const spoiled = (input: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> => {
  const places = placesIn(input);
  if (places.length === 0) return fc.constant({ ...input, unheardOf: true });
  return fc.tuple(fc.nat(places.length - 1), fc.constantFrom("gone", ...WRONG)).map(([at, wrong]) => {
    const place = places[at] ?? [];
    const copy = structuredClone(input);
    const last = place.at(-1) as string;
    const holder = place.slice(0, -1).reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], copy) as Record<
      string,
      unknown
    >;
    if (wrong === "gone") delete holder[last];
    else holder[last] = wrong;
    return copy;
  });
};
