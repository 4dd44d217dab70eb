import type { JobDefinition } from "@/server/jobs/queue";
import { dropUnused } from "./images/mutations";
import { soundNames } from "./members/mutations";
import { emptyGone } from "./retention/mutations";

export const forumJobs: JobDefinition[] = [
  { name: "forum.unused", cron: "41 * * * *", run: dropUnused },
  { name: "forum.gone", cron: "17 * * * *", run: emptyGone },
  { name: "forum.names", atStart: true, run: soundNames },
];
