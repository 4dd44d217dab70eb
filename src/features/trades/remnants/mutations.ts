import { sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { refusedAt } from "@/lib/app-error";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { slabs } from "@/server/db/schema";
import { acting, recordEvents } from "../log/mutations";
import { remnantPattern, serialAfter } from "../slabs/rules";

type Row = typeof slabs.$inferSelect;

/** A serial is there once in a workspace. @throws AppError invalidInput */
export const serialOnce = (write: PromiseLike<unknown>) =>
  Promise.resolve(write).catch((error: unknown) => {
    throw isUniqueViolation(error, "slabs_serial_key") ? refusedAt(["serial"], "serialTaken") : error;
  });

/**
 * The largest number that remnants of each family are called by; families without any are not in it. In one question, however many slabs
 * are cut.
 */
async function lastNumbers(tx: Transaction, workspaceId: string, prefixes: readonly string[]): Promise<Map<string, number>> {
  const family = sql`regexp_replace(lower(${slabs.serial}), '\\d+$', '')`;
  // The database makes the small letters of both: JavaScript makes others of some capitals.
  const rows = await tx.execute<{ prefix: string; last: number }>(sql`
    select prefix, max(substring(${slabs.serial} from '(\\d{1,9})$')::int) as last
    from unnest(${sql.param([...new Set(prefixes)])}::text[]) as asked(prefix)
    join ${slabs} on ${slabs.workspaceId} = ${workspaceId} and ${family} = lower(prefix) and ${slabs.serial} ~ '\\d{1,9}$'
    group by prefix`);
  return new Map(rows.map(({ prefix, last }) => [prefix, Number(last)]));
}

interface Cut {
  slab: Row;
  remnants: readonly Pick<Row, "length" | "width" | "cost" | "bin">[];
}

/**
 * What is kept of slabs becomes slabs of its own, which bear their part of what their parents cost. Whoever calls holds the workspace
 * (`lockWorkspace`), so that no two of them come upon the same serials.
 * @throws AppError invalidInput for a serial that somebody gave to another slab by hand meanwhile
 */
export async function keepRemnants(tx: Transaction, ctx: WorkspaceContext, cut: readonly Cut[]): Promise<void> {
  const { workspaceId } = ctx.member;
  const last = await lastNumbers(
    tx,
    workspaceId,
    cut.map(({ slab }) => remnantPattern(slab.serial).prefix),
  );
  const rows = cut.flatMap(({ slab: { id: parentId, serial: parent, materialId, thickness, supplier, batch }, remnants }) =>
    remnants.map((size) => {
      const pattern = remnantPattern(parent);
      const number = last.get(pattern.prefix) ?? 0;
      last.set(pattern.prefix, number + 1);
      const serial = serialAfter(pattern, number);
      const state = "available" as const;
      return { id: uuidv7(), workspaceId, serial, state, remnant: true, parentId, materialId, thickness, supplier, batch, ...size };
    }),
  );
  if (rows.length === 0) return;
  // Who writes a serial by hand waits for nobody.
  await serialOnce(tx.insert(slabs).values(rows));
  const added = rows.map(({ id, serial, state }) => ({
    action: "slab.add" as const,
    target: { kind: "slab" as const, id },
    after: { serial, state },
  }));
  await recordEvents(tx, acting(ctx), added);
}
