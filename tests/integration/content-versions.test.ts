import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { INBOX, registerAgent } from "#tests/factories/support";
import { inAll } from "#tests/factories/texts";
import { UNIVERSITY_SECTIONS } from "@/lib/enums/learning";
import { seedContent } from "@/server/db/seed";

const harness = useHarness();
const V = "/api/admin/learning/video";
const U = "/api/super/admin/learning/university";
const D = "/api/super/admin/learning/document";
const F = "/api/admin/faq";
const P = `${INBOX}/canned`;

let boss: string;
let category: string;
let sql: postgres.Sql;
/** The tables of what comes with the app and can be deleted, each with where that is noted. */
const REMOVALS = {
  faq_entries: "faq_removals",
  support_canned_replies: "support_canned_removals",
  videos: "learning_removals",
  documents: "learning_removals",
};
type Table = keyof typeof REMOVALS;
/** One of each that came with the app. */
const seeded = new Map<Table, string>();
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  for (const table of Object.keys(REMOVALS) as Table[])
    seeded.set(table, (await sql`select id from ${sql(table)} order by id limit 1`)[0]?.id);
  boss = (await registerAgent(harness(), "Sol", "super_admin")).token;
  const { body } = await harness().call("GET", `${F}/category/get`, { token: boss });
  category = body.data[0].uid;
});
afterAll(() => sql.end());

const post = (path: string, body: unknown) => harness().call("POST", path, { token: boss, body });
const versionIn = async (path: string, uid: string): Promise<string> => (await post(path, { uid })).body.data.version;

const facts = { country: "SD", website: "https://uni.example", founded: 1902, mark: { letters: "U", shape: "shield", hue: 10 } };
const sections = Object.fromEntries(UNIVERSITY_SECTIONS.map((name) => [name, inAll("")]));

interface Kind {
  save: string;
  /** Where releases look for what was not written here. */
  followed?: string;
  /** One that says this. */
  saying: (text: string) => object;
  seen: (uid: string) => Promise<string>;
}

const KINDS: Record<string, Kind> = {
  "a video": {
    save: `${V}/save`,
    followed: "videos",
    saying: (text) => ({
      ...{ kind: "tutorial", title: inAll(text), description: inAll("About"), date: "2026-11-01" },
      ...{ chapters: [{ at: 3, title: inAll("Then") }], scales: ["clarity"], categories: [], question: null },
    }),
    seen: (uid) => versionIn(`${V}/view`, uid),
  },
  "a university": {
    save: `${U}/save`,
    saying: (text) => ({ ...facts, name: inAll(text), city: inAll("Omdurman"), sections }),
    seen: (uid) => versionIn(`${U}/view`, uid),
  },
  "a document": {
    save: `${D}/save`,
    saying: (text) => ({ university: null, title: inAll(text) }),
    seen: async (uid) => {
      const { body } = await post(`${D}/get`, { university: null });
      return body.data.find((one: { uid: string }) => one.uid === uid).version;
    },
  },
  "an entry of the FAQ": {
    save: `${F}/save`,
    followed: "faq_entries",
    saying: (text) => ({ category, question: inAll(text), answer: inAll("Yes.") }),
    seen: (uid) => versionIn(`${F}/view`, uid),
  },
  "a ready answer": {
    save: `${P}/save`,
    followed: "support_canned_replies",
    saying: (text) => ({ title: inAll(text), text: inAll("Hello {name}") }),
    seen: (uid) => versionIn(`${P}/view`, uid),
  },
};

describe.each(Object.entries(KINDS))("%s", (_, { save, followed, saying, seen }) => {
  it("is not written over by who has not seen what somebody else wrote", async () => {
    const made = (await post(save, saying("First"))).body.data;
    expect(await seen(made.uid)).toBe(made.version);
    const mine = { ...saying("Mine"), uid: made.uid, version: made.version };
    const theirs = await post(save, { ...saying("Theirs"), uid: made.uid, version: made.version });
    expect(theirs.body.data.version).not.toBe(made.version);
    expectError(await post(save, mine), 409, "conflict");
    expect(await seen(made.uid)).toBe(theirs.body.data.version);
    // Whoever has seen it may.
    const over = await post(save, { ...mine, version: theirs.body.data.version });
    expect(over.status).toBe(200);
    expect(await seen(made.uid)).toBe(over.body.data.version);
    // What says what stands there already takes nothing from anybody.
    expect((await post(save, mine)).status).toBe(200);
  });

  it("that is saved as it stands is not written, nor noted, and goes on following releases", async () => {
    const made = (await post(save, saying("As it stands"))).body.data;
    if (followed) await sql`update ${sql(followed)} set edited_at = null where id = ${made.uid}`;
    expect((await post(save, { ...saying("As it stands"), ...made })).body.data).toEqual(made);
    expect(await sql`select 1 from audit_events where target like ${`%:${made.uid}`}`).toHaveLength(1);
    if (followed) expect((await sql`select edited_at from ${sql(followed)} where id = ${made.uid}`)[0]?.edited_at).toBeNull();
  });

  it("is as it was seen after a release, and can be written by who names no version", async () => {
    const made = (await post(save, saying("Second"))).body.data;
    await seedContent(harness().app.services.db);
    expect(await seen(made.uid)).toBe(made.version);
    expect((await post(save, { ...saying("Third"), uid: made.uid })).status).toBe(200);
  });
});

describe("a release that starts while somebody is not done yet", () => {
  /** What a release does that waits for what `act` does. */
  async function releaseMeanwhile(act: (tx: postgres.TransactionSql) => Promise<unknown>): Promise<void> {
    let release: Promise<void> | undefined;
    await sql.begin(async (tx) => {
      await act(tx);
      const [own] = await tx`select pg_backend_pid() as pid`;
      release = seedContent(harness().app.services.db);
      await expect.poll(() => sql`select 1 from pg_stat_activity where ${own?.pid}::int = any(pg_blocking_pids(pid))`).toHaveLength(1);
    });
    await release;
  }

  it.each(Object.keys(REMOVALS) as Table[])("brings nothing back that is being deleted: %s", async (table) => {
    const id = seeded.get(table) ?? "";
    if (table === "faq_entries") await sql`update faq_entries set answer = '{"en":"An older release said so."}' where id = ${id}`;
    await releaseMeanwhile(async (tx) => {
      await tx`delete from ${tx(table)} where id = ${id}`;
      await tx`insert into ${tx(REMOVALS[table])} values (${id})`;
    });
    expect(await sql`select 1 from ${sql(table)} where id = ${id}`).toEqual([]);
  });

  it("writes over no answer that is being edited, which goes on being found by its own words", async () => {
    const [row] = await sql`select id from faq_entries where edited_at is null order by id desc limit 1`;
    const indexed = () => sql`select locale, stems from faq_texts where entry_id = ${row?.id} order by locale`;
    await sql`update faq_entries set answer = jsonb_set(answer, '{en}', '"An older release said so."') where id = ${row?.id}`;
    await sql`update faq_texts set stems = 'zebra' where entry_id = ${row?.id}`;
    const before = await indexed();
    await releaseMeanwhile(
      (tx) => tx`update faq_entries set answer = jsonb_set(answer, '{en}', '"A zebra."'), edited_at = now() where id = ${row?.id}`,
    );
    expect(await sql`select answer ->> 'en' as answer from faq_entries where id = ${row?.id}`).toEqual([{ answer: "A zebra." }]);
    expect(await indexed()).toEqual(before);
  });
});
