import type { JobDefinition } from "@/server/jobs/queue";
import { dropDiscarded, dropUnsentFiles } from "./files/jobs";
import { DISCARD_JOB } from "./files/mutations";
import { forgetInvites } from "./invites/mutations";

export const tradesJobs: JobDefinition[] = [
  { name: "trades.invites", cron: "52 3 * * *", run: forgetInvites },
  { name: "trades.unsent", cron: "34 3 * * *", run: dropUnsentFiles },
  { name: DISCARD_JOB, cron: "*/10 * * * *", run: dropDiscarded },
];
