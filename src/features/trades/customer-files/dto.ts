import { z } from "zod";
import { TABLE_PROBLEMS } from "@/lib/csv-cells";
import { COLUMNS, FILE_KINDS } from "./rules";

/** What a file would do, line by line. @param columns that it can have */
export const filePlanOf = <const Columns extends readonly [string, ...string[]]>(columns: Columns) =>
  z.object({
    problem: z
      .object({ is: z.enum(TABLE_PROBLEMS), line: z.int().nullable() })
      .nullable()
      .meta({ description: "Why the file says nothing at all, and in which line, where that is known." }),
    seen: z.string().meta({ description: "Names this comparison: applying another one is refused." }),
    counts: z.object({ new: z.int(), changed: z.int(), same: z.int(), wrong: z.int() }),
    rows: z
      .array(
        z.object({
          line: z.int().meta({ description: "The first line that names it." }),
          name: z.string(),
          kind: z.enum(FILE_KINDS),
          changes: z.array(z.object({ column: z.enum(columns), of: z.string(), before: z.string(), after: z.string() })),
          problems: z
            .array(
              z.object({
                line: z.int(),
                column: z.enum(columns).nullable(),
                key: z.string(),
                values: z.record(z.string(), z.union([z.string(), z.number()])),
              }),
            )
            .meta({ description: "A key below `validation`, and the column that it is about." }),
        }),
      )
      .meta({ description: "Those that do something, or are wrong, in the file's order." }),
  });

export const filePlanDto = filePlanOf(COLUMNS);
export type FilePlanDto = z.infer<typeof filePlanDto>;

export const fileAppliedDto = z.object({ added: z.int(), changed: z.int() });
export const customersFileDto = z.object({ text: z.string() });
