import type postgres from "postgres";
import { type Harness, registerUser } from "#tests/config/harness";
import { mailUnread } from "@/features/account/digests/mutations";
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

/** What somebody was told and has not read: kinds in their order, each with its words' values. */
export const toldOf = async (sql: postgres.Sql, { id }: { id: string }) =>
  (await sql`select kind, values, href, event from notifications where user_id = ${id} and read_at is null order by created_at, kind`).map(
    (row) => row as unknown as { kind: string; values: Record<string, unknown>; href: string; event: string },
  );

/** The kinds of it alone. */
export const kindsOf = async (sql: postgres.Sql, person: { id: string }) => (await toldOf(sql, person)).map(({ kind }) => kind);

export const P = "/api/user/notifications";
export const A = "/api/user/personalization/account";

/** People of one app, and what they ask of their notifications. */
export const notified = (harness: () => Harness) => ({
  person: async (overrides = {}, options?: { confirmed: boolean }) => {
    const made = await registerUser(harness(), overrides, options);
    return { ...made, id: made.user.uid };
  },
  list: async (token: string, query = "") => (await harness().call("GET", `${P}/get${query}`, { token })).body,
  unread: async (token: string): Promise<number> => (await harness().call("GET", `${P}/unread/get`, { token })).body.data.unread,
  post: (path: string, token: string, body: unknown = {}) => harness().call("POST", P + path, { token, body }),
  /** The job that mails what nobody has seen, at this moment if no other is given. */
  mailNow: (now?: Date) => mailUnread(harness().app.services, now),
});
