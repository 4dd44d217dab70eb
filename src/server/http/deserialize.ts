import superjson, { type SuperJSONResult } from "superjson";
import { AppError } from "@/lib/app-error";

/**
 * What an input may say of its values that JSON lacks: that one is undefined, a time, or a number such as NaN. Whatever else superjson
 * knows makes much of little: a typed array of a number is that many zeros, and objects that are said to be equal grow with each level.
 */
const KINDS: readonly unknown[] = ["undefined", "Date", "number"];

/**
 * A call's input as superjson wrote it. Objects that stood in it twice are two: it writes both.
 * @throws AppError malformedJson when it is not what superjson writes, or says more than an input may
 */
export function deserialize(raw: unknown): unknown {
  if (raw === undefined) return undefined;
  try {
    const { json, meta } = raw as SuperJSONResult;
    const { values, v } = meta ?? {};
    if (values === undefined) return json;
    requireKinds(values);
    return superjson.deserialize({ json, meta: { values, ...(v === undefined ? {} : { v }) } });
  } catch (cause) {
    throw new AppError("malformedJson", { cause });
  }
}

/** By names what lies within, or in a list the kind of a value and by names what lies within that. */
function requireKinds(tree: unknown): void {
  if (typeof tree !== "object" || tree === null) throw new TypeError("no annotation");
  const [kind, within = {}, ...more] = Array.isArray(tree) ? tree : [KINDS[0], tree];
  if (!KINDS.includes(kind) || more.length > 0) throw new TypeError(`no kind of an input's value: ${JSON.stringify(kind)}`);
  for (const inner of Object.values(within as object)) requireKinds(inner);
}
