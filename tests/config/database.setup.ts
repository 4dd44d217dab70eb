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

/**
 * A server of one's own choice, as its superuser and with `parley` for the database, such as one of an older release: it is used by all
 * tests but those that stop, kill or restore a server, which start their own.
 */
const { TEST_DATABASE_URL: chosen } = process.env;

/** A real PostgreSQL for the whole run. */
export default async function setup(project: TestProject) {
  const { url, stop } = chosen ? { url: chosen, stop: async () => {} } : await throwAway();
  await migrateDatabase(url);
  const connection = connect({ url, max: 2 });
  await seedContent(connection.db);
  await connection.close();
  project.provide("databaseUrl", url);
  return stop;
}

/** On a cluster that need not survive a power cut. */
async function throwAway() {
  const dir = mkdtempSync(path.join(os.tmpdir(), "parley-test-"));
  // The server runs as another user when the tests run as root.
  chmodSync(dir, 0o755);
  const embedded = await startEmbedded({
    dir,
    password: "test",
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  });
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
