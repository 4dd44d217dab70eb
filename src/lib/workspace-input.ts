import { z } from "zod";
import { id } from "./fields";

/** Every call in a workspace says which it is. */
export const workspaceInput = z.strictObject({ workspaceId: id });

/** Two fields that go together, as JSON Schema says it. */
export const IN_PLACE = { uid: ["version"], version: ["uid"] };

const hasBoth = ({ uid, version }: { uid?: string | undefined; version?: number | undefined }): boolean =>
  (uid === undefined) === (version === undefined);

/** What is saved whole: with the uid of one, and the version that was seen, it takes the place of what stands there; without both it is new. */
export const newOrInPlace = <Input extends z.ZodType<{ uid?: string | undefined; version?: number | undefined }>>(input: Input): Input =>
  input.refine(hasBoth, { path: ["version"], message: "required" }).meta({ dependentRequired: IN_PLACE });
