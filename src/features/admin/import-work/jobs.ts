import { and, asc, eq, inArray, lt, or, sql } from "drizzle-orm";
import type { Services } from "@/server/api/context";
import { bankImports } from "@/server/db/schema";
import type { JobDefinition } from "@/server/jobs/queue";
import { IMPORT_JOB } from "../imports/rules";
import { BEAT, type ImportFile, workOn } from "./mutations";

/** How long whoever works on a file may be silent before another takes it over. */
const SILENCE = sql`now() - interval '2 minutes'`;

/** A file that waits, or that somebody has left; it is the caller's from now on. */
async function claim({ db }: Services): Promise<ImportFile | undefined> {
  const left = and(inArray(bankImports.state, ["checking", "applying"]), lt(bankImports.beatAt, SILENCE));
  const next = db
    .select({ id: bankImports.id })
    .from(bankImports)
    .where(or(inArray(bankImports.state, ["waiting", "ordered"]), left))
    .orderBy(asc(bankImports.beatAt))
    .limit(1)
    .for("update", { skipLocked: true });
  const state = sql`case when ${bankImports.state} in ('waiting', 'checking') then 'checking' else 'applying' end::import_state`;
  const [file] = await db
    .update(bankImports)
    .set({ state, beatAt: BEAT })
    .where(eq(bankImports.id, sql`(${next})`))
    .returning();
  return file;
}

async function workOnImports(services: Services): Promise<void> {
  for (let file = await claim(services); file; file = await claim(services)) await workOn(services, file);
}

/** What was sent and not applied within a week is forgotten, and so is what was found out about the rest. */
async function forgetImports({ db }: Services): Promise<void> {
  await db.delete(bankImports).where(lt(bankImports.createdAt, sql`now() - interval '7 days'`));
}

export const importJobs: JobDefinition[] = [
  { name: IMPORT_JOB, cron: "* * * * *", run: workOnImports },
  { name: "admin.forgetImports", cron: "41 * * * *", run: forgetImports },
];
