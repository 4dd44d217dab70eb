import { z } from "zod";
import { invalid, type StripeFailure } from "./failure";

export type Raw = string | Raw[] | { [key: string]: Raw };

/** Form fields such as `items[0][price]` as the nested values that they mean. */
export function parseForm(text: string): Record<string, Raw> {
  const root: Record<string, Raw> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    // PostgreSQL cannot store it.
    if (`${name}${value}`.includes("\0"))
      throw invalid(`Invalid character in ${name.replaceAll("\0", "")}`, undefined, "invalid_characters");
    const steps = [...name.matchAll(/[^[\]]+|\[\]/g)].map(([step]) => step);
    let at: Record<string, Raw> = root;
    steps.forEach((step, index) => {
      const key = step === "[]" ? String(Object.keys(at).length) : step;
      if (["__proto__", "constructor", "prototype"].includes(key))
        throw invalid(`Received unknown parameter: ${name}`, name, "parameter_unknown");
      if (index === steps.length - 1) at[key] = value;
      else {
        const next = at[key];
        const inner = typeof next === "object" && !Array.isArray(next) ? next : {};
        at[key] = inner;
        at = inner;
      }
    });
  }
  return withArrays(root) as Record<string, Raw>;
}

/** Objects whose keys are 0, 1, 2 … are arrays. */
function withArrays(value: Raw): Raw {
  if (typeof value !== "object" || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key, index) => key === String(index))) return Object.values(value).map(withArrays);
  // Keys of metadata are people's own, and may be numbers.
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === "metadata" ? inner : withArrays(inner)]));
}

/** Reads parameters. @throws StripeFailure that names the first wrong one */
export function read<S extends z.ZodType>(schema: S, params: Record<string, Raw>): z.infer<S> {
  const result = schema.safeParse(params);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue ? toFailure(issue, params) : invalid("Invalid request");
}

function toFailure(issue: z.core.$ZodIssue, params: Record<string, Raw>): StripeFailure {
  if (issue.code === "unrecognized_keys") {
    const name = nameOf([...issue.path, issue.keys[0] ?? ""]);
    return invalid(`Received unknown parameter: ${name}`, name, "parameter_unknown");
  }
  const name = nameOf(issue.path);
  const given = valueAt(params, issue.path);
  if (given === undefined) return invalid(`Missing required param: ${name}.`, name, "parameter_missing");
  if (issue.message === INTEGER) return invalid(`Invalid integer: ${String(given)}`, name, "parameter_invalid_integer");
  if (given === "")
    return invalid(
      `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset.`,
      name,
      "parameter_invalid_empty",
    );
  return invalid(`Invalid ${name}: ${issue.message}`, name);
}

const nameOf = (path: readonly PropertyKey[]): string =>
  path.map((step, index) => (index === 0 ? String(step) : `[${String(step)}]`)).join("");

function valueAt(params: Raw, path: readonly PropertyKey[]): Raw | undefined {
  let value: Raw | undefined = params;
  for (const step of path) value = typeof value === "object" ? (value as Record<string, Raw>)[String(step)] : undefined;
  return value;
}

const INTEGER = "must be an integer";
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, INTEGER)
  .transform(Number);
export const text = z.string().min(1).max(5000);
export const flag = z.enum(["true", "false"], "must be a boolean").transform((value) => value === "true");
/** The empty string unsets a value. */
export const emptyable = <S extends z.ZodType>(schema: S) => z.union([z.literal("").transform(() => null), schema]);
/** Keys and values; an empty value removes its key, an empty string removes all. */
export const metadata = z.union([z.literal("").transform(() => null), z.record(z.string().max(40), z.string().max(500))]);
export const url = z
  .string()
  .max(5000)
  .regex(/^https?:\/\//, "Not a valid URL");

export const paging = {
  limit: integer.refine((value) => value >= 1 && value <= 100, "must be between 1 and 100").default(10),
  starting_after: text.optional(),
  ending_before: text.optional(),
};
/** Bounds of when something was made, in seconds since 1970. */
export const created = z.strictObject({ gt: integer, gte: integer, lt: integer, lte: integer }).partial();
export interface Paging {
  limit: number;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

/** Metadata after a change of some of its keys. */
export function mergeMetadata(old: Record<string, string>, change: Record<string, string> | null | undefined): Record<string, string> {
  if (change === undefined) return old;
  if (change === null) return {};
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== ""));
}
