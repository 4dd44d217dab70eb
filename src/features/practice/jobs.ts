import type { JobDefinition } from "@/server/jobs/queue";
import { eraseDeleted } from "./mutations";
import { gradeMissed } from "./schedule/mutations";

export const practiceJobs: JobDefinition[] = [
  { name: "practice.erase", cron: "*/15 * * * *", run: eraseDeleted },
  { name: "practice.grade", atStart: true, run: gradeMissed },
];
