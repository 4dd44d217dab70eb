import { z } from "zod";
import { id } from "./typed";

/** Every call in a workspace says which it is. */
export const workspaceInput = z.strictObject({ workspaceId: id });
