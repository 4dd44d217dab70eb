import { z } from "zod";
import { MINUTES } from "../rules";

/** What reading or answering may take, in minutes. It stands alone: forms of several features need it, and not the record of an answer. */
export const minutesField = z.number().min(MINUTES.min).max(MINUTES.max).multipleOf(MINUTES.step);
