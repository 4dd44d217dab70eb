import { isDeepStrictEqual } from "node:util";
import { v7 as uuidv7 } from "uuid";
import type { AuditAction } from "@/lib/enums/service";
import { TERMINAL } from "@/lib/terminal";
import type { Transaction } from "./db/client";
import { auditEvents } from "./db/schema";

type Fields = Record<string, unknown>;

export interface Act {
  /** Given where the act must not be noted twice. */
  id?: string;
  action: AuditAction;
  /** The account that it is about, if any. */
  subjectId?: string;
  /** What else it is about, if anything. */
  target?: { kind: string; id: string };
  /** Null: there was nothing before. Of both only what differs is kept; never a secret, nor more of a person than the act is about. */
  before?: Fields | null;
  /** Null: there is nothing any more. */
  after?: Fields | null;
  /** What else there is to say, such as why. */
  detail?: Fields;
}

/** Who does it, and from which address; an empty one for what happens for them later. Without an account: somebody at a terminal. */
type Doer = { actor: { id: string } | null; address: string };

/** Whoever runs the server itself: they have no account there. */
export const AT_TERMINAL: Doer = { actor: null, address: TERMINAL };

/** Notes what somebody who runs the service did, in the transaction of the act: neither happens without the other. */
export const recordAct = (tx: Transaction, ctx: Doer, act: Act): Promise<void> => recordActs(tx, ctx, [act]);

/** The same of many acts at once. */
export async function recordActs(tx: Transaction, { actor, address }: Doer, acts: Act[]): Promise<void> {
  const rows = acts.map(({ id = uuidv7(), action, subjectId = null, target, before = null, after = null, detail = {} }) => ({
    id,
    actorId: actor?.id ?? null,
    action,
    subjectId,
    target: target ? `${target.kind}:${target.id}` : null,
    ...differing(before, after),
    detail,
    address,
  }));
  if (rows.length > 0) await tx.insert(auditEvents).values(rows);
}

/** As the log keeps it: instants as text. */
const kept = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Whatever the order of their fields is: the database gives them back in its own. */
const same = (one: unknown, other: unknown): boolean => isDeepStrictEqual(kept(one), kept(other));

/** The fields in which two states of a thing differ. */
export function differing(before: Fields | null, after: Fields | null): { before: Fields | null; after: Fields | null } {
  if (!before || !after) return { before, after };
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !same(before[name], after[name]));
  const pick = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}
