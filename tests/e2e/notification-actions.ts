import { randomUUID } from "node:crypto";
import type { RunningApp } from "./app";
import { databaseOf } from "./database";
import type { Account } from "./fixtures";

/** Answers from support, as the server's features tell of them: a row, and word of it to every page. */
export async function tell(app: RunningApp, { email }: Account, ...subjects: string[]): Promise<void> {
  const sql = await databaseOf(app);
  const [user] = await sql`select id from users where email = ${email}`;
  for (const subject of subjects)
    await sql.begin(async (tx) => {
      await tx`insert into notifications (id, user_id, event, kind, "values", href) values
        (${randomUUID()}, ${user?.id}, 'support', 'support_reply', ${tx.json({ subject })}, '/dashboard/answers')`;
      await tx`select pg_notify('parley', ${`user:${user?.id} notifications`})`;
    });
  await sql.end();
}

/** Something of each kind that an account sees in its life. */
export async function tellOfALife(app: RunningApp, account: Account): Promise<void> {
  const sql = await databaseOf(app);
  const [user] = await sql`select id from users where email = ${account.email}`;
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const kinds = [
    ["security", "password_changed", {}, true],
    ["export_ready", "export_ready", { linkEndsAt: at }, true],
    ["billing", "receipt", { number: "DEMO-0001", paidAmount: "1200 usd" }, true],
    ["new_device", "new_device", { device: "Firefox 128, Linux", signedInAt: at }, false],
    ["recording_played", "recording_played", { question: "Why do you want to work here?", device: "Chrome" }, false],
  ] as const;
  for (const [event, kind, values, read] of kinds)
    await sql`insert into notifications (id, user_id, event, kind, "values", href, count, read_at) values
      (${randomUUID()}, ${user?.id}, ${event}, ${kind}, ${sql.json(values)}, '/dashboard', 3, ${read ? new Date() : null})`;
  await sql.end();
  await tell(app, account, "The microphone stays silent");
}
