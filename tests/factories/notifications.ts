import type postgres from "postgres";
import type { Harness } from "#tests/config/harness";
import { notify } from "@/features/account/notifications/mutations";

type Notice = Parameters<typeof notify>[1];

/** An answer from support, unless the test is about something else. */
export const tell = ({ app }: Harness, userId: string, notice: Partial<Notice> = {}): Promise<void> =>
  app.services.db.transaction((tx) =>
    notify(tx, {
      userId,
      event: "support",
      kind: "support_reply",
      values: { subject: "No sound" },
      href: "/dashboard/support?conversation=1",
      ...notice,
    }),
  );

/** As if it had happened so long ago. */
export const age = (sql: postgres.Sql, userId: string, minutes: number) =>
  sql`update notifications set created_at = created_at - make_interval(mins => ${minutes}),
    updated_at = updated_at - make_interval(mins => ${minutes}), mail_due_at = mail_due_at - make_interval(mins => ${minutes}),
    mailed_at = mailed_at - make_interval(mins => ${minutes}) where user_id = ${userId}`;
