import type { JobDefinition } from "@/server/jobs/queue";
import { dropUnsent, forgetGuests, runClock } from "./chat/jobs";

export const supportJobs: JobDefinition[] = [
  { name: "support.clock", cron: "* * * * *", run: runClock },
  { name: "support.unsent", cron: "27 3 * * *", run: dropUnsent },
  { name: "support.guests", cron: "41 3 * * *", run: forgetGuests },
];
