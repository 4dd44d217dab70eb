import type postgres from "postgres";
import type { World } from "./busy-world";
import { ofFiles } from "./invariants-files";
import type { Accepted } from "./promises";

/** How often each is among them. */
const counted = (items: string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
};
const doubled = (what: string, items: string[]): string[] =>
  [...counted(items)].filter(([, count]) => count > 1).map(([item, count]) => `${what} ${item} is there ${count} times`);

/**
 * What is wrong in the database and on the disk, given what the app has said yes to; none where all is well. While it is looked at,
 * nobody may write.
 * @param settled nothing is on its way any more: what follows from what was accepted has happened, too
 */
export async function violations(sql: postgres.Sql, world: World, accepted: Accepted, settled = false): Promise<string[]> {
  return [
    ...(await ofSaves(sql, accepted)),
    ...(await ofFiles(sql, world, accepted)),
    ...(await ofMessages(sql, world, accepted)),
    ...(await ofEvents(sql, world, accepted, settled)),
    ...(await ofQuotes(sql, world, accepted, settled)),
  ];
}

async function ofSaves(sql: postgres.Sql, { saves }: Accepted): Promise<string[]> {
  const rows = await sql<{ id: string; comments: string }[]>`select id, comments from answers where comments like 'save:%'`;
  const there = new Map(rows.map(({ id, comments }) => [comments, id]));
  const lost = [...saves].filter(([key, { uid }]) => there.get(key) !== uid).map(([key]) => `${key} is lost`);
  return [
    ...lost,
    ...doubled(
      "an answer",
      rows.map(({ comments }) => comments),
    ),
  ];
}

async function ofMessages(sql: postgres.Sql, { conversationId }: World, { messages }: Accepted): Promise<string[]> {
  const rows = await sql<{ id: string; text: string; seq: number }[]>`
    select id, text, seq from support_messages where conversation_id = ${conversationId} order by seq`;
  const texts = new Map(rows.map(({ id, text }) => [id, text]));
  const lost = [...messages].filter(([uid, { text }]) => texts.get(uid) !== text).map(([uid]) => `the message ${uid} is lost`);
  const gaps = rows.filter(({ seq }, at) => seq !== at + 1).map(({ seq }) => `the message of number ${seq} does not follow its one before`);
  return [
    ...lost,
    ...gaps,
    ...doubled(
      "a message",
      rows.map(({ text }) => text),
    ),
  ];
}

async function ofEvents(sql: postgres.Sql, { payers }: World, { events }: Accepted, settled: boolean): Promise<string[]> {
  const wrong: string[] = [];
  const rows = await sql<{ id: string; handled: boolean }[]>`select id, handled_at is not null as handled from stripe_events`;
  const handled = new Map(rows.map((row) => [row.id, row.handled]));
  const receipts = counted(
    (await sql<{ user: string }[]>`select user_id as user from notifications where kind = 'receipt'`).map(({ user }) => user),
  );
  const bills = counted((await sql<{ user: string }[]>`select user_id as user from invoices`).map(({ user }) => user));
  for (const { userId } of payers) if ((receipts.get(userId) ?? 0) > 1) wrong.push(`${userId} has a receipt twice`);
  for (const [id, { payer }] of events) {
    const done = handled.get(id);
    if (done === undefined) wrong.push(`the event ${id} is lost`);
    if (settled && !done) wrong.push(`the event ${id} was not handled`);
    if (payer && done && (receipts.get(payer) !== 1 || bills.get(payer) !== 1)) wrong.push(`the event ${id} had no effect`);
  }
  return wrong;
}

async function ofQuotes(sql: postgres.Sql, { shop }: World, { quotes }: Accepted, settled: boolean): Promise<string[]> {
  const wrong: string[] = [];
  const rows = await sql<{ title: string; number: number; state: string }[]>`
    select title, number, state from quotes where workspace_id = ${shop.workspaceId} order by number`;
  const there = new Map(rows.map((row) => [row.title, row]));
  const jobs = counted(
    (await sql<{ title: string }[]>`select title from jobs where workspace_id = ${shop.workspaceId}`).map(({ title }) => title),
  );
  for (const [title, { number, sent, taken }] of quotes) {
    const row = there.get(title);
    if (row?.number !== number) wrong.push(`${title} is lost`);
    if (sent && row?.state === "draft") wrong.push(`${title} was not sent`);
    if (taken && (row?.state !== "converted" || jobs.get(title) !== 1)) wrong.push(`${title} was not taken`);
  }
  rows.forEach(({ number }, at) => {
    if (number !== at + 1) wrong.push(`a quote has the number ${number} in the place of ${at + 1}`);
  });
  for (const [title, count] of jobs) if (count > 1) wrong.push(`${title} has ${count} jobs`);
  const [{ mails } = { mails: 0 }] = await sql`select count(*)::int as mails from outbox_mails where template = 'quote_sent'`;
  const out = rows.filter(({ state }) => state !== "draft").length;
  if (mails > out || (settled && mails !== out)) wrong.push(`${mails} mails bring ${out} quotes`);
  return [
    ...wrong,
    ...doubled(
      "a quote",
      rows.map(({ title }) => title),
    ),
  ];
}
