import { sql } from "drizzle-orm";
import { until } from "#tests/factories/faults";
import type { Database, Transaction } from "@/server/db/client";

const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/**
 * What comes of things that have to wait for what somebody else has begun: each is begun once the one before it waits.
 * @param begin what holds them up, and is done before any of them goes on; where it answers a function, that is called once all wait
 */
export async function whileHeld<Heard>(
  db: Database,
  begin: (tx: Transaction) => PromiseLike<unknown>,
  ...things: readonly (() => Promise<Heard>)[]
): Promise<Heard[]> {
  const going = await db.transaction(async (tx) => {
    const goOn = await begin(tx);
    const begun: Promise<Heard>[] = [];
    for (const thing of things) {
      begun.push(thing());
      await until(`${begun.length} wait`, async () => (await db.execute(waiting)).length >= begun.length);
    }
    if (typeof goOn === "function") await goOn();
    return begun;
  });
  return Promise.all(going);
}
