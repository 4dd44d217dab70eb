import type { JobDefinition } from "@/server/jobs/queue";
import { dropUnsent, runClock } from "./chat/jobs";

export const supportJobs: JobDefinition[] = [
  { name: "support.clock", cron: "* * * * *", run: runClock },
  { name: "support.unsent", cron: "27 3 * * *", run: dropUnsent },
];
