import { readFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import type { RunningApp } from "./app";

/** The running app's own database, for what no page does. Whoever opens it ends it. */
export async function databaseOf({ dataDir }: Pick<RunningApp, "dataDir">) {
  const [, , , port] = readFileSync(path.join(dataDir, "postgres/cluster/postmaster.pid"), "utf8").split("\n");
  const { databasePassword } = JSON.parse(readFileSync(path.join(dataDir, "secrets.json"), "utf8"));
  return postgres(`postgres://parley:${databasePassword}@127.0.0.1:${port}/parley`, { max: 1 });
}

/** The one value that the database answers a question with, about what no page shows. */
export async function answerOf(app: RunningApp, question: string, about: string): Promise<unknown> {
  const sql = await databaseOf(app);
  const [row] = await sql.unsafe(question, [about]);
  await sql.end();
  return Object.values(row ?? {})[0];
}

/** Accounts that have this address: one at the most, if all is well. */
export const accountsOf = (app: RunningApp, email: string) => answerOf(app, "select count(*)::int from users where email = $1", email);
