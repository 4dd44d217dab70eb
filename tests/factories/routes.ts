import { appRouter } from "@/server/api/root";
import type { RestMeta } from "@/server/api/trpc";

export interface RestRoute {
  method: "GET" | "POST";
  path: string;
  procedure: string;
  protect: boolean;
  /** Whether it changes something, by whichever method. */
  changes: boolean;
  summary: string | undefined;
  tags: string[] | undefined;
}

/** Every REST route that the router declares, second methods included. */
export const REST_ROUTES: RestRoute[] = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string; meta?: RestMeta } }>,
).flatMap(([procedure, { _def }]) => {
  const { openapi, alias } = _def.meta ?? {};
  if (!openapi) return [];
  const { path, summary, tags } = openapi;
  const protect = openapi.protect !== false;
  const methods = [openapi.method as "GET" | "POST", ...(alias ? [alias] : [])];
  return methods.map((method) => ({ method, path, procedure, protect, changes: _def.type === "mutation", summary, tags }));
});

/** A path with its placeholders filled. */
export const samplePath = (path: string): string => path.replaceAll(/\{\w+\}/g, "0190a5f0-0000-7000-8000-000000000000");
