import type { UserContext } from "@/server/api/context";
import { recordAct } from "@/server/audit";
import { writeCsv } from "@/server/csv";
import type { AuditEntryDto } from "./dto";
import { readEntries } from "./queries";
import { EXPORTED, type ExportInput } from "./schema";

const COLUMNS = ["at", "actor", "actorId", "action", "subject", "subjectId", "target", "before", "after", "detail", "address"];

const written = (fields: Record<string, unknown> | null): string => (fields ? JSON.stringify(fields) : "");

const csvRow = ({ at, actor, action, subject, target, before, after, detail, address }: AuditEntryDto): string[] => [
  at,
  actor?.name ?? "",
  actor?.uid ?? "",
  action,
  subject?.name ?? "",
  subject?.uid ?? "",
  target ? `${target.kind}:${target.id}` : "",
  written(before),
  written(after),
  written(detail),
  address,
];

/** The entries that fit as a file; that somebody took them along stands in the log itself. */
export async function exportAudit(ctx: UserContext, { format, ...filters }: ExportInput) {
  return ctx.db.transaction(async (tx) => {
    const { data, next } = await readEntries(tx, filters, EXPORTED);
    await recordAct(tx, ctx, { action: "audit.export", detail: { format, filters, entries: data.length } });
    const text = format === "json" ? JSON.stringify(data, null, 2) : writeCsv([COLUMNS, ...data.map(csvRow)]);
    return {
      name: `parley-audit-${new Date().toISOString().slice(0, 10)}.${format}`,
      type: format === "json" ? ("application/json" as const) : ("text/csv" as const),
      content: Buffer.from(text).toString("base64"),
      cut: next !== null,
    };
  });
}
