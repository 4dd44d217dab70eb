import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import en from "#messages/en.json" with { type: "json" };
import type { RunningApp } from "./app";
import { databaseOf } from "./database";

export const CONSOLE = "/dashboard/admin";
export const OPERATIONS = `${CONSOLE}/operations`;

/** What they say: nothing else of the app's sends it here. */
export const STUCK = "account_restored";

/** Mails that no server took, which nothing tries again by itself. */
export async function stuckMails(app: RunningApp, howMany: number, errors: string[] = ["ECONNREFUSED"]): Promise<void> {
  const sql = await databaseOf(app);
  for (let n = 0; n < howMany; n++)
    await sql`
      insert into outbox_mails (id, recipient, locale, template, values, attempts, last_error, due_at)
      values (${randomUUID()}, ${`stuck${n}@mail${n}.example`}, 'en', ${STUCK}, '{"name":"Ada"}', ${n + 1}, ${errors[n % errors.length] ?? ""}, 'infinity')`;
  await sql.end();
}

export async function forgetStuckMails(app: RunningApp): Promise<void> {
  const sql = await databaseOf(app);
  await sql`delete from outbox_mails where recipient like 'stuck%'`;
  await sql.end();
}

/** Acts of this name that somebody is noted to have done, by their e-mail. */
export async function actsOf(app: RunningApp, email: string, action: string): Promise<number> {
  const sql = await databaseOf(app);
  const [row] = await sql`
    select count(*)::int as total from audit_events join users on users.id = audit_events.actor_id
    where users.email = ${email} and action = ${action}`;
  await sql.end();
  return row?.total ?? 0;
}

/** Keeps a view of the operations, "Newest", and takes it away again, in English. @returns the way back, and the view's own link */
export async function takeViewAway(page: Page): Promise<{ undo: Locator; view: Locator }> {
  const t = en.ui.table;
  await page.goto(`${OPERATIONS}?sort=-doneAt`);
  const views = page.getByRole("navigation", { name: t.views });
  const view = views.getByRole("link", { name: "Newest" });
  await views.getByRole("button", { name: t.saveView }).click();
  await page.getByLabel(t.viewName).fill("Newest");
  await page.keyboard.press("Enter");
  await views.getByRole("button", { name: t.removeView.replace("{name}", "Newest") }).click();
  await expect(view).toHaveCount(0);
  return { undo: page.getByRole("button", { name: t.undo, exact: true }), view };
}
