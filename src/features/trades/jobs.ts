import type { JobDefinition } from "@/server/jobs/queue";
import { workOutPlans } from "./cut-plans/jobs";
import { PLAN_JOB } from "./cut-plans/mutations";
import { dropDiscarded, dropUnsentFiles } from "./files/jobs";
import { DISCARD_JOB } from "./files/mutations";
import { forgetInvites } from "./invites/mutations";

export const tradesJobs: JobDefinition[] = [
  { name: "trades.invites", cron: "52 3 * * *", run: forgetInvites },
  { name: "trades.unsent", cron: "34 3 * * *", run: dropUnsentFiles },
  { name: DISCARD_JOB, cron: "*/10 * * * *", run: dropDiscarded },
  // It is woken when somebody asks for a plan; the clock takes up what a process that ended left behind.
  { name: PLAN_JOB, cron: "*/5 * * * *", run: (services) => workOutPlans(services) },
];
