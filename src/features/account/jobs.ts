import type { JobDefinition } from "@/server/jobs/queue";
import { eraseDue } from "./deletion/mutations";
import { EXPORT_JOB, expireExports, makeExports } from "./export/mutations";

export const accountJobs: JobDefinition[] = [
  { name: EXPORT_JOB, cron: "*/5 * * * *", run: makeExports },
  { name: "account.expire-exports", cron: "*/10 * * * *", run: expireExports },
  { name: "account.erase", cron: "11 * * * *", run: eraseDue },
];
