import type { JobDefinition } from "@/server/jobs/queue";
import { eraseDeleted } from "./mutations";
import { forgetPlays } from "./plays/mutations";
import { gradeMissed } from "./schedule/mutations";

export const practiceJobs: JobDefinition[] = [
  { name: "practice.erase", cron: "*/15 * * * *", run: eraseDeleted },
  { name: "practice.forget", cron: "37 3 * * *", run: forgetPlays },
  { name: "practice.grade", atStart: true, run: gradeMissed },
];
