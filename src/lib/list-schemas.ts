import { z } from "zod";
import { FIRST_PAGE } from "./constants";

/** A list's input: pages count from 1 and hold ten items. The bound keeps `offset` within PostgreSQL's integers. */
export const pageInput = z.object({ page: z.int().min(FIRST_PAGE).max(100_000_000).default(FIRST_PAGE) });

/** Every list answers in this form: the page's items and how many there are in all. */
export const listOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), meta: z.object({ total: z.int() }) });

export const dataOf = <T extends z.ZodType>(item: T) => z.object({ data: item });

/** The answer of what has nothing to say but that it is done. */
export const doneDto = dataOf(z.object({ done: z.literal(true) }));
export const DONE = { data: { done: true as const } };
