import type { JobDefinition } from "@/server/jobs/queue";
import { dropUnused } from "./images/mutations";

export const forumJobs: JobDefinition[] = [{ name: "forum.unused", cron: "41 * * * *", run: dropUnused }];
