import { LEAVING_JOB, RENAMED_JOB } from "@/features/account/events";
import type { Services } from "@/server/api/context";
import { runParts } from "@/server/jobs/parts";
import type { JobDefinition } from "@/server/jobs/queue";
import { introduceChanged } from "./customer/mutations";
import { EVENTS_JOB, handleEvents } from "./sync/mutations";
import { carryOnForRestored, endForLeaving, forgetDeparted, forgetEvents, reconcile, remindOfEnds } from "./upkeep/mutations";

/** What falls due on a demo's clock, which goes on with the real one. */
async function runDemo({ payments }: Services): Promise<void> {
  await payments.demo?.run();
  await payments.deliver();
}

const nightly = (services: Services): Promise<void> =>
  runParts(services.log, { "what Stripe has": () => reconcile(services), "old events": () => forgetEvents(services) });

async function hourly(services: Services): Promise<void> {
  await forgetDeparted(services);
  await endForLeaving(services);
  await carryOnForRestored(services);
}

export const subscriptionJobs: JobDefinition[] = [
  { name: EVENTS_JOB, cron: "* * * * *", run: handleEvents },
  { name: "subscription.demo", cron: "* * * * *", run: runDemo },
  { name: "subscription.nightly", cron: "37 2 * * *", hours: 6, run: nightly },
  { name: "subscription.remind", cron: "17 * * * *", run: remindOfEnds },
  { name: LEAVING_JOB, cron: "47 * * * *", run: hourly },
  { name: RENAMED_JOB, cron: "27 * * * *", run: introduceChanged },
];
