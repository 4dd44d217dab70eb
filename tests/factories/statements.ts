import type { Harness } from "#tests/config/harness";
import { connect, type Database } from "@/server/db/client";

/** What some work asks of the database, statement by statement. */
export async function statementsOf(
  { databaseUrl }: Pick<Harness, "databaseUrl">,
  work: (db: Database) => Promise<unknown>,
): Promise<string[]> {
  const statements: string[] = [];
  const own = connect({
    url: databaseUrl,
    max: 1,
    watch: (what, run) => {
      if (what.kind === "statement") statements.push(what.text);
      return run();
    },
  });
  try {
    await work(own.db);
  } finally {
    await own.close();
  }
  return statements;
}
