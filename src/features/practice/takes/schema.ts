import { z } from "zod";
import { id } from "@/lib/typed";

export const takesInput = z.strictObject({ question_id: id });
