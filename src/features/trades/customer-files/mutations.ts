import { and, eq, inArray, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError } from "@/lib/app-error";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { customerContacts, customerSites, customers, customerTerms } from "@/server/db/schema";
import { termsOf } from "../customers/rules";
import { publishToWorkspace } from "../events";
import { acting, recordEvent } from "../log/mutations";
import { lockWorkspace } from "../workspace/queries";
import { type Planned, planOf, showPlan } from "./queries";
import type { FileApplyInput } from "./schema";

/** Rows that one statement writes: PostgreSQL counts their values. */
const AT_ONCE = 5000;

const inParts = <Row>(rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, at) => rows.slice(at * AT_ONCE, (at + 1) * AT_ONCE));

/**
 * Does what a file says: all of it or nothing.
 * @throws AppError conflict with the comparison as it is now, where another one was seen | wrongState for a file in which something is wrong
 */
export const applyFile = (ctx: WorkspaceContext, { workspaceId, text, seen }: FileApplyInput) =>
  ctx.inWorkspace(async (tx) => {
    // Two files at once would each make whom both name.
    await lockWorkspace(tx, workspaceId);
    const plan = await planOf(tx, workspaceId, text, { lock: true });
    if (plan.seen !== seen) throw new AppError("conflict", { current: showPlan(plan) });
    if (plan.problem || plan.planned.some(({ kind }) => kind === "wrong")) throw new AppError("wrongState");
    const [added, changed] = (["new", "changed"] as const).map((kind) => plan.planned.filter((one) => one.kind === kind).length) as [
      number,
      number,
    ];
    await write(
      tx,
      workspaceId,
      plan.planned.filter(({ kind }) => kind !== "same"),
    );
    if (added + changed > 0) {
      await recordEvent(tx, acting(ctx), { action: "customer.import", after: { added, changed } });
      await publishToWorkspace(tx, workspaceId);
    }
    return { added, changed };
  });

async function write(tx: Transaction, workspaceId: string, planned: Planned[]): Promise<void> {
  const all = planned.map(({ known, fields }) => ({ id: known?.uid ?? uuidv7(), fields }));
  if (all.length === 0) return;
  const ids = all.map(({ id }) => id);
  await tx
    .insert(customers)
    .values(all.map(({ id, fields: { name, notes } }) => ({ id, workspaceId, name, notes })))
    .onConflictDoUpdate({ target: customers.id, set: { notes: sql`excluded.notes`, version: sql`${customers.version} + 1` } });
  const contacts = all.flatMap(({ id: customerId, fields }) =>
    fields.contacts.map(({ uid, ...contact }, position) => ({ ...contact, id: uid ?? uuidv7(), workspaceId, customerId, position })),
  );
  for (const rows of inParts(contacts))
    await tx
      .insert(customerContacts)
      .values(rows)
      .onConflictDoUpdate({
        target: customerContacts.id,
        // All of a customer's are numbered anew: what is new stands behind what was there.
        set: {
          position: sql`excluded.position`,
          role: sql`excluded.role`,
          email: sql`excluded.email`,
          phone: sql`excluded.phone`,
        },
      });
  const sites = all.flatMap(({ id: customerId, fields }) =>
    fields.sites.map(({ uid, ...site }, position) => ({ ...site, id: uid ?? uuidv7(), workspaceId, customerId, position })),
  );
  for (const rows of inParts(sites))
    await tx
      .insert(customerSites)
      .values(rows)
      .onConflictDoUpdate({
        target: customerSites.id,
        set: { position: sql`excluded.position`, address: sql`excluded.address`, access: sql`excluded.access` },
      });
  await tx.delete(customerTerms).where(and(eq(customerTerms.workspaceId, workspaceId), inArray(customerTerms.customerId, ids)));
  const terms = all.flatMap(({ id: customerId, fields }) => termsOf(fields).map((term) => ({ workspaceId, customerId, term })));
  for (const rows of inParts(terms)) await tx.insert(customerTerms).values(rows);
}
