import type { z } from "zod";
import { type Raw, read } from "./params";
import type { Work } from "./work";

export type Method = "GET" | "POST" | "DELETE";

export interface Route {
  method: Method;
  pattern: RegExp;
  run: (work: Work, params: Record<string, Raw>, id: string) => Promise<object>;
}

/** An address with at most one `:id` in it, its parameters, and what it does. */
export function route<S extends z.ZodType>(
  method: Method,
  path: string,
  schema: S,
  run: (work: Work, params: z.infer<S>, id: string) => Promise<object>,
): Route {
  const pattern = new RegExp(`^${path.replace(":id", "([^/]+)")}$`);
  return { method, pattern, run: (work, params, id) => run(work, read(schema, params), id) };
}
