import { z } from "zod";

/** What the API's document says of an upload route, besides what the route itself tells. */
export interface UploadDocs {
  /** What is sent, and what its input means. */
  about: string;
  /** Where the route's own types and sizes, which are UploadThing's, are wider than what is taken. */
  types?: readonly string[];
  maxBytes?: number;
  /** What the route answers once it has looked at the file. */
  outcome: z.ZodType;
}

/** Taken, under the id that was sent with it, or why not. */
export const takenOr = <Problem extends string>(problems: readonly Problem[]) =>
  z.union([
    z.strictObject({ taken: z.literal(true), uid: z.uuid() }),
    z.strictObject({ taken: z.literal(false), problem: z.enum(problems) }),
  ]);
