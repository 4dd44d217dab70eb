import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgEnum, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ErrorIssue } from "@/lib/app-error";
import { IMPORT_FORMATS, IMPORT_KINDS, IMPORT_PROBLEMS, IMPORT_ROW_KINDS, IMPORT_STATES } from "@/lib/enums/imports";
import type { FieldChange, FileContent } from "@/lib/file-rows";
import { users } from "./account";
import { bytes, instant } from "./columns";

export const importKindEnum = pgEnum("import_kind", IMPORT_KINDS);
export const importFormatEnum = pgEnum("import_format", IMPORT_FORMATS);
export const importStateEnum = pgEnum("import_state", IMPORT_STATES);
export const importProblemEnum = pgEnum("import_problem", IMPORT_PROBLEMS);
export const importRowKindEnum = pgEnum("import_row_kind", IMPORT_ROW_KINDS);

/** A file of some content on its way in. It is forgotten after a week, whatever came of it. */
export const bankImports = pgTable(
  "bank_imports",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: importKindEnum().notNull().default("questions"),
    /** The file's. */
    name: text().notNull(),
    format: importFormatEnum().notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** Bytes that are here. */
    received: integer().notNull().default(0),
    state: importStateEnum().notNull().default("uploading"),
    /** Why it goes no further, and in which line of the file where that is known. */
    problem: importProblemEnum(),
    problemLine: integer("problem_line"),
    /** Rows of the file, and how many of them the step that is under way has done. */
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When whoever works on it last said so: after a while of silence another takes it over. */
    beatAt: instant("beat_at").notNull().defaultNow(),
  },
  (t) => [
    index("bank_imports_list_idx").on(t.createdAt, t.id),
    index("bank_imports_user_idx").on(t.userId),
    index("bank_imports_due_idx").on(t.beatAt).where(sql`state in ('waiting', 'checking', 'ordered', 'applying')`),
    check("bank_imports_received_check", sql`${t.received} <= ${t.sizeBytes}`),
  ],
);

/** A file comes in pieces, as a call has room for them. */
export const bankImportPieces = pgTable(
  "bank_import_pieces",
  {
    importId: uuid("import_id")
      .notNull()
      .references(() => bankImports.id, { onDelete: "cascade" }),
    /** Its first byte's place in the file. */
    start: integer().notNull(),
    content: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.start] })],
);

/** What a row of a file would do. */
export const bankImportRows = pgTable(
  "bank_import_rows",
  {
    importId: uuid("import_id")
      .notNull()
      .references(() => bankImports.id, { onDelete: "cascade" }),
    /** The line of the file in which it begins; of a JSON file its number. */
    line: integer().notNull(),
    kind: importRowKindEnum().notNull(),
    /** Its name as the file has it; a question's category stands before it. */
    category: text().notNull(),
    slug: text().notNull(),
    /** What it changes, as that was when the file was compared; null for something new. */
    stood: text(),
    /** What it would be; null where something is wrong. */
    content: jsonb().$type<FileContent>(),
    changes: jsonb().$type<FieldChange[]>().notNull(),
    problems: jsonb().$type<ErrorIssue[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.line] }), index("bank_import_rows_kind_idx").on(t.importId, t.kind, t.line)],
);
