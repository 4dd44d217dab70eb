import type { JobDefinition } from "@/server/jobs/queue";
import { forgetInvites } from "./invites/mutations";

export const tradesJobs: JobDefinition[] = [{ name: "trades.invites", cron: "52 3 * * *", run: forgetInvites }];
