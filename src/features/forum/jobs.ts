import type { JobDefinition } from "@/server/jobs/queue";
import { dropUnused } from "./images/mutations";
import { soundNames } from "./members/mutations";

export const forumJobs: JobDefinition[] = [
  { name: "forum.unused", cron: "41 * * * *", run: dropUnused },
  { name: "forum.names", atStart: true, run: soundNames },
];
