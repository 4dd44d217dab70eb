import { z } from "zod";
import { id } from "@/lib/fields";

export const takesInput = z.strictObject({ question_id: id });
