import type { JobDefinition } from "@/server/jobs/queue";
import { eraseDeleted } from "./mutations";

export const practiceJobs: JobDefinition[] = [{ name: "practice.erase", cron: "*/15 * * * *", run: eraseDeleted }];
