import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { until } from "#tests/factories/faults";
import { aStranger } from "#tests/factories/forum";
import { D, editing, R, U, V } from "#tests/factories/learning";
import { refusing } from "#tests/factories/refusing";
import { inFrenchToo } from "#tests/factories/texts";

const harness = useHarness();
let sql: postgres.Sql;
let admin: string;
let boss: string;
let reader: string;
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  admin = (await aStranger(harness(), {}, "admin")).token;
  boss = (await aStranger(harness(), {}, "super_admin")).token;
  reader = (await aStranger(harness())).token;
});
afterAll(() => sql.end());
const { get, made, post, sendPdf } = editing(harness, () => ({ admin, boss }));

describe("a document", () => {
  it("needs a file to be published, is read in the best language there is, and goes with its files", async () => {
    const [university] = (await get(`${R}/university/get`, reader)).body.data;
    const { uid } = (await post(`${D}/save`, boss, { university: university.uid, title: inFrenchToo("Admission guide") })).body.data;
    const publishIt = (published: boolean) => post(`${D}/publish`, boss, { uid, published });
    expectError(await publishIt(true), 409, "documentNeedsFile");
    expect((await sendPdf(uid, "fr", "%PDF-1.7 fr")).body.serverData).toEqual({ taken: true });
    const view = (language: string, of = university.uid) =>
      harness().call("POST", `${R}/university/document/view`, {
        token: reader,
        body: { university: of, uid },
        headers: { "accept-language": language },
      });
    expectError(await view("en"), 404, "notFound");
    expect((await publishIt(true)).status).toBe(200);
    expect((await view("ar")).body.data).toMatchObject({ uid, language: "fr", title: "Admission guide", size: 11 });
    await sendPdf(uid, "en", "%PDF-1.7 en");
    const { data } = (await view("ar")).body;
    expect(data.language).toBe("en");
    expect(await (await fetch(data.link)).text()).toBe("%PDF-1.7 en");
    const page = (await post(`${R}/university/detail/get`, reader, { uid: university.uid })).body.data;
    expect(page.documents[0]).toEqual({ uid, title: "Admission guide", language: "en", size: 11 });
    const other = (await get(`${R}/university/get`, reader)).body.data[1];
    expectError(await view("en", other.uid), 404, "notFound");

    const detach = (language: string) => post(`${D}/file/delete`, boss, { uid, language });
    expect((await detach("fr")).status).toBe(200);
    expectError(await detach("fr"), 404, "notFound");
    expectError(await detach("en"), 409, "documentNeedsFile");
    expectError(await post(`${D}/delete`, boss, { uid }), 409, "wrongState");
    await publishIt(false);
    expect((await post(`${D}/delete`, boss, { uid })).status).toBe(200);
    expect((await fetch(data.link)).status).toBe(404);
  });

  it("is deleted, and so is a file of it, though the storage does not let go of one", async () => {
    const { uid } = (await post(`${D}/save`, boss, { university: null, title: inFrenchToo("Held by the storage") })).body.data;
    for (const language of ["en", "fr"]) await sendPdf(uid, language, `%PDF-1.7 ${language}`);
    await refusing(sql, "delete", "stored_files", async () => {
      expect((await post(`${D}/file/delete`, boss, { uid, language: "fr" })).status).toBe(200);
      expect((await post(`${D}/delete`, boss, { uid })).status).toBe(200);
    });
    expectError(await post(`${D}/delete`, boss, { uid }), 404, "notFound");
  });

  it("that is published already is not published once more", async () => {
    const { uid } = (await post(`${D}/save`, boss, { university: null, title: inFrenchToo("Published once") })).body.data;
    await sendPdf(uid, "en", "%PDF-1.7");
    for (const published of [true, true, false, false]) expect((await post(`${D}/publish`, boss, { uid, published })).status).toBe(200);
    const acts = await sql`select action from audit_events
      where target = ${`document:${uid}`} and action in ('learning.publish', 'learning.withdraw') order by at, id`;
    expect(acts.map(({ action }) => action)).toEqual(["learning.publish", "learning.withdraw"]);
    await post(`${D}/delete`, boss, { uid });
  });

  it("is not deleted, nor a file of it, with what somebody has named or sent since it was looked at", async () => {
    const { uid } = (await post(`${D}/save`, boss, { university: null, title: inFrenchToo("Looked at before") })).body.data;
    const looked = async () => {
      const { data } = (await post(`${D}/get`, boss, { university: null })).body;
      const { wholeVersion, files } = data.find((paper: { uid: string }) => paper.uid === uid);
      return { wholeVersion, file: files[0]?.version as string | undefined };
    };
    const remove = (wholeVersion: string) => post(`${D}/delete`, boss, { uid, wholeVersion });
    const detach = (version: string | undefined) => post(`${D}/file/delete`, boss, { uid, language: "en", version });
    for (const write of [
      () => sendPdf(uid, "en", "%PDF-1.7"),
      () => post(`${D}/save`, boss, { uid, university: null, title: inFrenchToo("Named anew") }),
    ]) {
      const { wholeVersion } = await looked();
      await write();
      expectError(await remove(wholeVersion), 409, "conflict");
    }
    const { file } = await looked();
    await sendPdf(uid, "en", "%PDF-1.6");
    expectError(await detach(file), 409, "conflict");
    expect((await detach((await looked()).file)).status).toBe(200);
    expect((await remove((await looked()).wholeVersion)).status).toBe(200);
  });

  it("of all universities stands with each, after its own", async () => {
    const [one, two] = (await get(`${R}/university/get`, reader)).body.data;
    const { uid } = (await post(`${D}/save`, boss, { university: null, title: inFrenchToo("For all") })).body.data;
    await sendPdf(uid, "en", "%PDF-1.7");
    await post(`${D}/publish`, boss, { uid, published: true });
    for (const university of [one, two]) {
      const { documents } = (await post(`${R}/university/detail/get`, reader, { uid: university.uid })).body.data;
      expect(documents.map((paper: { uid: string }) => paper.uid)).toContain(uid);
    }
    await post(`${D}/move`, boss, { uid, to: "first" });
    expect((await post(`${D}/get`, boss, { university: null })).body.data[0].uid).toBe(uid);
    await post(`${D}/publish`, boss, { uid, published: false });
    await post(`${D}/delete`, boss, { uid });
  });
});

describe("a move that waits for another one", () => {
  it.each([
    ["videos", async () => made(), (uid: string) => post(`${V}/move`, admin, { uid, to: "first" })],
    [
      "documents",
      async () => (await post(`${D}/save`, boss, { university: null, title: inFrenchToo("In a row") })).body.data.uid as string,
      (uid: string) => post(`${D}/move`, boss, { uid, to: "first" }),
    ],
  ])("holds none of the %s that the other one numbers anew", async (table, making, move) => {
    const uid = await making();
    const moved = await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended(${`order ${table}`}, 0))`;
      const called = move(uid);
      await until("the move waits", async () => (await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`).length > 0);
      await tx`select id from ${sql(table)} where id = ${uid} for update nowait`;
      return { called };
    });
    expect((await moved.called).status).toBe(200);
  });
});

describe("a university", () => {
  it("is made unseen, published, ordered, and taken back", async () => {
    const sections = Object.fromEntries(
      ["about", "programmes", "admission", "interview", "deadlines"].map((section) => [
        section,
        inFrenchToo(section === "about" ? "Old" : ""),
      ]),
    );
    const empty = { ...sections, deadlines: { en: "", cn: "", fr: "", ar: "", vi: "" } };
    const whole = {
      name: inFrenchToo("Delta College"),
      city: inFrenchToo("Delta"),
      country: "NL",
      website: "https://delta.example",
      founded: null,
      mark: { letters: "D", shape: "wave", hue: 200 },
      sections: empty,
    };
    expectError(await post(`${U}/save`, admin, whole), 403, "forbidden");
    expectIssues(await post(`${U}/save`, boss, { ...whole, website: "javascript:alert(1)", country: "nl" }), ["website", "country"]);
    const { uid } = (await post(`${U}/save`, boss, whole)).body.data;
    const find = async () => (await get(`${R}/university/get?search=delta`, reader)).body.meta.total;
    expect(await find()).toBe(0);
    await post(`${U}/publish`, boss, { uids: [uid], published: true });
    expect(await find()).toBe(1);
    await post(`${U}/move`, boss, { uid, to: "first" });
    expect((await get(`${R}/university/get`, reader)).body.data[0].uid).toBe(uid);
    expect((await post(`${U}/view`, boss, { uid })).body.data).toMatchObject({ ...whole, published: true });
    await post(`${U}/publish`, boss, { uids: [uid], published: false });
    expectError(await post(`${R}/university/detail/get`, reader, { uid }), 404, "notFound");
  });
});
