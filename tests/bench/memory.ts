import { randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { insertPerson } from "#tests/factories/bulk";
import { accessTokens } from "@/server/access-tokens";
import { openSession } from "@/server/auth";
import { connect } from "@/server/db/client";
import { complimentaryPeriods } from "@/server/db/schema";
import { type Child, startChild } from "./child";
import type { BenchDatabase } from "./database";
import type { UploadPlan } from "./upload";
import type { Usage } from "./usage";

const MB = 1024 ** 2;
const AIM_MB = 100;
const SETTLE_MS = 1500;

/** How recordings arrive: as fast as the line gives, and in the small pieces of a slow one. */
const UPLOADS: { name: string; plan: Pick<UploadPlan, "chunks" | "chunkBytes" | "pauseMs"> }[] = [
  { name: "200 MB at once", plan: { chunks: 3200, chunkBytes: 64 * 1024, pauseMs: 0 } },
  // Ten minutes as the recorder makes them: a piece each quarter of a second, 1.3 Mbit/s.
  { name: "10 minutes in 2,400 pieces", plan: { chunks: 2400, chunkBytes: 40 * 1024, pauseMs: 2 } },
];

/** The server's resident memory while recordings arrive, each in a server that has done nothing else. */
export async function measureMemory(dir: string, database: BenchDatabase): Promise<void> {
  const table: Record<string, string>[] = [];
  const token = await aSubscriber(database);
  for (const [n, { name, plan }] of UPLOADS.entries()) {
    const [api, client] = await Promise.all([startChild("api"), startChild("upload")]);
    try {
      const dataDir = path.join(dir, `memory-${n}`);
      const url = await api.ask<string>("serve", { databaseUrl: database.url, secret: database.secret, dataDir });
      const idle = await idleMemory(api, url);
      await api.ask("resetPeak");
      const { seconds } = await client.ask<{ seconds: number }>("upload", { ...plan, url, token });
      const { peak } = await api.ask<Usage>("usage");
      await wait(SETTLE_MS);
      const { rss } = await api.ask<Usage>("usage");
      const mb = (bytes: number) => (bytes / MB).toFixed(0);
      table.push({
        upload: name,
        seconds: seconds.toFixed(1),
        "MB sent": mb(plan.chunks * plan.chunkBytes),
        "idle MB": mb(idle),
        "peak MB": mb(peak),
        difference: mb(peak - idle),
        aim: `≤ ${AIM_MB}`,
        "MB afterwards": mb(rss),
      });
    } finally {
      await Promise.all([client.stop(), api.stop()]);
    }
  }
  console.log("\nResident memory of the server while a recording arrives");
  console.table(table);
}

/** Signed in, with room for what is sent. */
async function aSubscriber({ url, secret }: BenchDatabase): Promise<string> {
  const { db, close } = connect({ url, max: 1 });
  try {
    const userId = await insertPerson(db);
    const now = new Date();
    const endsAt = new Date(now.getTime() + 86_400_000);
    await db.insert(complimentaryPeriods).values({ id: randomUUID(), userId, plan: "pro", startsAt: now, endsAt, reason: "bench" });
    return await openSession(db, accessTokens([secret]), { userId, userAgent: "bench", method: "password", hours: 12, now });
  } finally {
    await close();
  }
}

/** Idle is a server that is ready and has not yet served anybody. */
async function idleMemory(api: Child, url: string): Promise<number> {
  await fetch(`${url}/api/health/ready`);
  await wait(SETTLE_MS);
  return (await api.ask<Usage>("usage")).rss;
}
