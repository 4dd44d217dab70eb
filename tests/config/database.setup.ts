import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { connect } from "@/server/db/client";
import { startEmbedded } from "@/server/db/embedded";
import { migrateDatabase } from "@/server/db/migrate";
import { seedContent } from "@/server/db/seed";

declare module "vitest" {
  interface ProvidedContext {
    /** The migrated and seeded database that test files clone. */
    databaseUrl: string;
  }
}

/** A real PostgreSQL for the whole run, on a throw-away cluster that need not survive a power cut. */
export default async function setup(project: TestProject) {
  const dir = mkdtempSync(path.join(os.tmpdir(), "parley-test-"));
  // The server runs as another user when the tests run as root.
  chmodSync(dir, 0o755);
  const embedded = await startEmbedded({
    dir,
    password: "test",
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  });
  await migrateDatabase(embedded.url);
  const connection = connect({ url: embedded.url, max: 2 });
  await seedContent(connection.db);
  await connection.close();
  project.provide("databaseUrl", embedded.url);
  return async () => {
    await embedded.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}
