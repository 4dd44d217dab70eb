import { isDeepStrictEqual } from "node:util";
import { type Heard, hasRest, kindOf, PROCEDURES } from "./calls";

/** What no two answers have in common, however they were asked for, and what stands in its place. */
const VOLATILE: { what: RegExp; why: string }[] = [
  {
    what: /(?<=\/api\/storage\/files\/[^?]+\?)expires=\d+&signature=[\w%-]+/g,
    why: "an address is signed anew each time, with a later end",
  },
  { what: /(?<=\(D:)\d{14}Z(?=\))/g, why: "a PDF says when it was made" },
  { what: /(?<=\/ID \[)<[\da-f]{32}> <[\da-f]{32}>(?=\])/g, why: "a PDF's id is made of when it was made" },
];
/** The same of whole fields. */
const VOLATILE_FIELDS: Record<string, string> = { prorationDate: "a change of plan is reckoned from the second in which it is asked for" };

/** Procedures of which both ways were compared. */
const compared = new Set<string>();

/** Where what a procedure gave over tRPC is unlike what it gave over REST; undefined where both are the same. */
export function unlike(procedure: string, trpc: Heard, rest: Heard): string | undefined {
  compared.add(procedure);
  return difference(lasting(asSent(procedure, trpc, rest)), lasting(rest.contents));
}

/** What a procedure gave, as REST sends it. */
const asSent = (procedure: string, trpc: Heard, rest: Heard): unknown =>
  PROCEDURES[procedure]?._def.meta?.file === undefined ? trpc.contents : contentOf(trpc.contents, rest.contents);

/**
 * Where the form of what a change gave over tRPC is unlike that over REST. Each was done in a world of its own, so that ids, times and texts
 * differ: names and kinds are what both have to have in common.
 */
export const unlikeInForm = (procedure: string, trpc: Heard, rest: Heard): string | undefined =>
  difference(formOf(asSent(procedure, trpc, rest)), formOf(rest.contents));

/** What something is made of; of a list, which kinds of members it has. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(formOf(one))))].toSorted();
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  const [named, byId] = [
    Object.entries(value).filter(([name]) => !UUID.test(name)),
    Object.entries(value).filter(([name]) => UUID.test(name)),
  ];
  const parts = Object.fromEntries(named.map(([name, inner]) => [name, formOf(inner)]));
  return byId.length > 0 ? { ...parts, "by id": formOf(byId.map(([, inner]) => inner)) } : parts;
}
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** A file's content as REST sends it: as text, or, where it is JSON, as what that says. */
function contentOf(file: unknown, sent: unknown): unknown {
  const text = Buffer.from((file as { content: string }).content, "base64").toString();
  return typeof sent === "string" ? text : JSON.parse(text);
}

function lasting(value: unknown): unknown {
  if (typeof value === "string") return VOLATILE.reduce((text, { what, why }) => text.replaceAll(what, why), value);
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, VOLATILE_FIELDS[name] ?? lasting(inner)]));
}

function difference(trpc: unknown, rest: unknown, at = "it"): string | undefined {
  if (isDeepStrictEqual(trpc, rest)) return undefined;
  const [one, other] = [trpc, rest].map((side) =>
    typeof side === "object" && side !== null ? (side as Record<string, unknown>) : undefined,
  );
  const names = one && other ? [...new Set([...Object.keys(one), ...Object.keys(other)])] : [];
  const inside = names.map((name) => difference(one?.[name], other?.[name], `${at}.${name}`)).find((found) => found !== undefined);
  return inside ?? `${at} is ${excerpts(rest, trpc).join(" where tRPC says ")}`;
}

/** From where two values differ, as JSON. */
function excerpts(...values: unknown[]): string[] {
  const [one = "", ...others] = values.map((value) => JSON.stringify(value) ?? "nothing");
  const first = [...one].findIndex((letter, at) => others.some((other) => other[at] !== letter));
  return [one, ...others].map((text) => text.slice(Math.max(0, first - 20), first + 200));
}

/** Those that read something and have a path, of these procedures. */
export const readBothWays = (procedures: string[]): string[] => [
  ...new Set(procedures.filter((procedure) => kindOf(procedure) === "query" && hasRest(procedure))),
];

export const wasCompared = (procedure: string): boolean => compared.has(procedure);
