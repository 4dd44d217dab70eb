import type { JobDefinition } from "@/server/jobs/queue";
import { prepareRequests } from "./recordings/mutations";
import { PREPARE_JOB, TIDY_JOB } from "./requests/mutations";
import { tidy } from "./upkeep/mutations";

export const peerReviewJobs: JobDefinition[] = [
  { name: PREPARE_JOB, cron: "*/5 * * * *", run: (services) => prepareRequests(services) },
  { name: TIDY_JOB, cron: "*/10 * * * *", run: (services) => tidy(services) },
];
