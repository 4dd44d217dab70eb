import type { JobDefinition } from "@/server/jobs/queue";
import { eraseDue } from "./deletion/mutations";
import { mailUnread } from "./digests/mutations";
import { EXPIRE_JOB, EXPORT_JOB, expireExports, makeExports } from "./export/mutations";
import { resealTotp } from "./factors/mutations";
import { forgetNotifications } from "./notifications/mutations";
import { PROVIDER_JOB, syncPlayers } from "./provider/mutations";
import { PUSH_JOB, sendDuePushes } from "./push/mutations";
import { tidyViewings } from "./viewings/mutations";

export const accountJobs: JobDefinition[] = [
  { name: EXPORT_JOB, cron: "*/5 * * * *", hours: 6, run: makeExports },
  { name: EXPIRE_JOB, cron: "*/10 * * * *", run: expireExports },
  { name: "notifications.mail", cron: "* * * * *", run: (services) => mailUnread(services) },
  { name: "notifications.forget", cron: "53 3 * * *", run: forgetNotifications },
  { name: PUSH_JOB, cron: "* * * * *", run: sendDuePushes },
  { name: PROVIDER_JOB, cron: "* * * * *", run: syncPlayers },
  { name: "account.erase", cron: "11 * * * *", run: eraseDue },
  { name: "account.reseal", atStart: true, run: resealTotp },
  { name: "account.viewings", cron: "41 * * * *", run: tidyViewings },
];
