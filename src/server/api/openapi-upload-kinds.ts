import { z } from "zod";
import { routesToDocument, uploadDocs } from "./root";

interface Kind {
  slug: string;
  /** What a request for an address holds. */
  asks: object;
  /** What the answer's `serverData` is once the file has arrived. */
  outcome: object;
}

interface Limit {
  maxFileSize?: string;
  maxFileCount?: number;
}

const UNITS = ["B", "KB", "MB", "GB"];

/** UploadThing's sizes, such as 8MB. */
function bytesOf(size = ""): number {
  const [, many, unit = ""] = /^(\d+)([KMG]?B)$/.exec(size) ?? [];
  if (many === undefined) throw new Error(`no size: ${size}`);
  return Number(many) * 1024 ** UNITS.indexOf(unit);
}

/** UploadThing's names of types: whole ones, what stands before the slash, and its own word for PDF. */
function typesOf(names: string[]): object {
  const types = names.map((name) => (name === "pdf" ? "application/pdf" : name));
  return types.every((type) => type.includes("/")) ? { enum: types } : { pattern: `^(${types.join("|")})/` };
}

const schemaOf = (type: z.ZodType, io: "input" | "output"): object => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io });
  return schema;
};

const object = (properties: Record<string, unknown>) => ({ type: "object", required: Object.keys(properties), properties });

/** Every kind of file that is sent, as its route has it: titled with the route's slug. */
export const uploadKinds = (): Kind[] =>
  Object.entries(uploadDocs).map(([slug, { about, types, maxBytes, outcome }]) => {
    const route = routesToDocument()[slug as keyof typeof uploadDocs];
    const limits: [string, Limit][] = Object.entries(route.routerConfig);
    const [[, first] = ["", {}]] = limits;
    const file = object({
      name: { type: "string", minLength: 1 },
      size: { type: "integer", minimum: 1, maximum: maxBytes ?? bytesOf(first.maxFileSize) },
      type: { type: "string", ...(types ? { enum: types } : typesOf(limits.map(([name]) => name))) },
    });
    return {
      slug,
      asks: {
        title: slug,
        description: about,
        ...object({
          files: { type: "array", minItems: 1, maxItems: first.maxFileCount ?? 1, items: file },
          input: schemaOf(route.inputParser as z.ZodType, "input"),
        }),
      },
      outcome: { title: slug, ...schemaOf(outcome, "output") },
    };
  });
