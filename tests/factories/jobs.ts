import type { Harness } from "#tests/config/harness";
import { until } from "#tests/factories/faults";
import { wakeJob } from "@/server/jobs/queue";

/** The jobs that are asked for while something is done, in the order in which whoever works hears of them. */
export async function wakes({ app }: Harness, what: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = [];
  const stop = await app.services.realtime.subscribe("jobs", (name) => {
    if (name) heard.push(name);
  });
  await what();
  // Messages come in the order of their commits: once this one is here, all before it are.
  await wakeJob(app.services.db, "test.last");
  await until("all is heard", async () => heard.includes("test.last"));
  stop();
  return heard.slice(0, heard.indexOf("test.last"));
}
