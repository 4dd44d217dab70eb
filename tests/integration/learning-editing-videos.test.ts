import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { aStranger } from "#tests/factories/forum";
import { aVideo, D, editing, R, V, VIDEO, VTT } from "#tests/factories/learning";
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
const { get, made, post, sendCaptions, sendVideo } = editing(harness, () => ({ admin, boss }));

const storedKeys = async () =>
  (await sql`select key from stored_files where slug in ('learningVideo', 'learningCaptions', 'document')`).length;
const publish = (uid: string, published = true) => post(`${V}/publish`, admin, { uids: [uid], published });
const shown = async () => (await get(`${R}/interview/tutorial/get`, reader)).body.data.map((row: { uid: string }) => row.uid);

describe("a video", () => {
  it("is a draft that nobody sees, then gets its file and captions, and is published first of its kind", async () => {
    const uid = await made();
    expectError(await post(`${R}/interview/tutorial/view`, reader, { uid }), 404, "notFound");
    expectError(await publish(uid), 409, "videoNeedsFile");
    expect((await sendVideo(uid)).body.serverData).toEqual({ taken: true });
    expectError(await publish(uid), 409, "videoNeedsCaptions");
    expect((await sendCaptions(uid, "en", VTT)).body.serverData).toEqual({ taken: true });
    expect((await publish(uid)).status).toBe(200);
    expect((await shown())[0]).toBe(uid);
    const { data } = (await post(`${R}/interview/tutorial/view`, reader, { uid })).body;
    expect(data).toMatchObject({ name: "A new video", captions: [{ locale: "en", vtt: VTT }], scales: ["clarity"] });
    expect(data.duration).toBeGreaterThan(60);
    expect(data.chapters.map(({ title }: { title: string }) => title)).toEqual(["First", "Second"]);
    const part = await fetch(data.video, { headers: { range: "bytes=0-99" } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(VIDEO.subarray(0, 100));
    await publish(uid, false);
    expect(await shown()).not.toContain(uid);
  });

  it("is published with others only where none of them lacks anything", async () => {
    const [whole, bare] = [await made(), await made()];
    await sendVideo(whole);
    await sendCaptions(whole, "en", VTT);
    const both = (published: boolean) => post(`${V}/publish`, admin, { uids: [whole, bare], published });
    expectError(await both(true), 409, "videoNeedsFile");
    expect(await shown()).not.toContain(whole);
    await publish(whole);
    expect((await both(false)).body.data).toEqual([{ uid: whole }]);
    const lacking = async (language: string) =>
      (await get(`${V}/get?state=draft&missing=${language}`, admin)).body.data.map((row: { uid: string }) => row.uid);
    expect(await lacking("ar")).toEqual(expect.arrayContaining([whole, bare]));
    expect(await lacking("fr")).not.toContain(whole);
  });

  it("is read in English where nobody has translated it", async () => {
    const uid = await made();
    await sendVideo(uid);
    await sendCaptions(uid, "en", VTT);
    await publish(uid);
    const nameIn = async (language: string) =>
      (
        await harness().call("POST", `${R}/interview/tutorial/view`, {
          token: reader,
          body: { uid },
          headers: { "accept-language": language },
        })
      ).body.data.name;
    expect(await nameIn("fr")).toBe("A new video (fr)");
    expect(await nameIn("ar")).toBe("A new video");
    await publish(uid, false);
  });

  it("shows its editor everything in all languages, and keeps what they change through a release", async () => {
    const [own] = (await get(`${V}/get?kind=mentorship`, admin)).body.data;
    const { data } = (await post(`${V}/view`, admin, { uid: own.uid })).body;
    expect(Object.keys(data.title).sort()).toEqual(["ar", "cn", "en", "fr", "vi"]);
    expect(data.captions).toHaveLength(5);
    const { uid, kind, title, description, date, chapters, scales, categories, question } = data;
    const changed = { uid, kind, title: { ...title, en: "Changed here" }, description, date, chapters, scales, categories, question };
    expect((await post(`${V}/save`, admin, changed)).body.data.uid).toBe(uid);
    const { seedContent } = await import("@/server/db/seed");
    await seedContent(harness().app.services.db);
    expect((await post(`${V}/view`, admin, { uid })).body.data.title.en).toBe("Changed here");
    expect((await get(`${V}/get?search=${encodeURIComponent("changed here")}`, admin)).body.data[0].uid).toBe(uid);
  });

  it("stays away through a release once it was deleted, as a document does", async () => {
    const { body } = await get(`${V}/get?kind=tutorial`, admin);
    const uid = body.data.at(-1).uid as string;
    await publish(uid, false);
    expect((await post(`${V}/delete`, admin, { uid })).status).toBe(200);
    const papers = async () => (await post(`${D}/get`, boss, { university: null })).body.data as { uid: string }[];
    const [paper] = await papers();
    await post(`${D}/publish`, boss, { uid: paper?.uid, published: false });
    expect((await post(`${D}/delete`, boss, { uid: paper?.uid })).status).toBe(200);
    const { seedContent } = await import("@/server/db/seed");
    await seedContent(harness().app.services.db);
    expectError(await post(`${V}/view`, admin, { uid }), 404, "notFound");
    expect((await papers()).map((one) => one.uid)).not.toContain(paper?.uid);
  });

  it("keeps the name that a release gives to one of its own", async () => {
    const slug = "the-day-itself";
    const [seeded] = await sql`delete from videos where slug = ${slug} returning id`;
    const uid = await made();
    await sql`update videos set slug = ${slug} where id = ${uid}`;
    const { seedContent } = await import("@/server/db/seed");
    await seedContent(harness().app.services.db);
    const named = await sql`select id, slug from videos where id in (${uid}, ${seeded?.id}) order by slug`;
    expect([...named]).toEqual(
      expect.arrayContaining([
        { id: uid, slug },
        { id: seeded?.id, slug: seeded?.id },
      ]),
    );
    const texts = await sql`select vtt from captions where video_id = ${seeded?.id} and vtt <> ''`;
    expect(texts).toHaveLength(5);
  });

  it("moves among those of its kind, by one or to an end", async () => {
    const list = async () => (await get(`${V}/get?kind=mentorship`, admin)).body.data.map((row: { uid: string }) => row.uid) as string[];
    const [first = "", second = "", third = ""] = await list();
    const move = (uid: string, to: string) => post(`${V}/move`, admin, { uid, to });
    await move(second, "up");
    expect((await list()).slice(0, 3)).toEqual([second, first, third]);
    await move(second, "up");
    expect((await list())[0]).toBe(second);
    await move(second, "down");
    expect((await list()).slice(0, 3)).toEqual([first, second, third]);
    await move(third, "first");
    expect((await list()).slice(0, 3)).toEqual([third, first, second]);
    await move(third, "last");
    const total = (await get(`${V}/get?kind=mentorship`, admin)).body.meta.total;
    const lastPage = (await get(`${V}/get?kind=mentorship&page=${Math.ceil(total / 10)}`, admin)).body.data;
    expect(lastPage.at(-1).uid).toBe(third);
    expectError(await move(randomUUID(), "up"), 404, "notFound");
    expectIssues(await move(first, "sideways"), ["to"]);
  });

  it("keeps the file that it had when a new one is none, and drops the old one for a better", async () => {
    const uid = await made();
    await sendVideo(uid);
    const before = await storedKeys();
    const { video } = (await post(`${V}/view`, admin, { uid })).body.data;
    expect((await sendVideo(uid, Buffer.from("not a video at all"))).body.serverData).toEqual({ taken: false, problem: "notVideo" });
    expect((await post(`${V}/view`, admin, { uid })).body.data.duration).toBeGreaterThan(60);
    expect((await fetch(video)).status).toBe(200);
    expect((await sendVideo(uid)).body.serverData).toEqual({ taken: true });
    expect((await fetch(video)).status).toBe(404);
    expect(await storedKeys()).toBe(before);
  });

  it.each([
    ["hello", "notWebVtt"],
    ["WEBVTTnot", "notWebVtt"],
    ["WEBVTT\n\n", "noCues"],
    ["WEBVTT\n\n00:05.000 --> 00:04.000\nx\n", "noCues"],
    ["WEBVTT\n\n59:05.000 --> 59:09.000\nx\n", "beyondEnd"],
  ])("takes no captions like %j", async (vtt, problem) => {
    const uid = await made();
    await sendVideo(uid);
    expect((await sendCaptions(uid, "fr", vtt)).body.serverData).toEqual({ taken: false, problem });
    expect((await post(`${V}/view`, admin, { uid })).body.data.captions).toEqual([]);
  });

  it("keeps its last captions while it is published, and replaces those of a language", async () => {
    const uid = await made();
    await sendVideo(uid);
    await sendCaptions(uid, "en", VTT);
    await sendCaptions(uid, "ar", VTT);
    await publish(uid);
    const remove = (language: string) => post(`${V}/captions/delete`, admin, { uid, language });
    expect((await remove("ar")).status).toBe(200);
    expectError(await remove("ar"), 404, "notFound");
    expectError(await remove("en"), 409, "videoNeedsCaptions");
    const better = VTT.replace("Hello", "Good morning");
    await sendCaptions(uid, "en", better);
    expect((await post(`${V}/view`, admin, { uid })).body.data.captions).toMatchObject([{ language: "en", vtt: better }]);
    await publish(uid, false);
  });

  it("is deleted as a draft that nobody watched, with its file, and never otherwise", async () => {
    const uid = await made();
    await sendVideo(uid);
    await sendCaptions(uid, "en", VTT);
    await publish(uid);
    const remove = () => post(`${V}/delete`, admin, { uid });
    expectError(await remove(), 409, "wrongState");
    await post("/api/user/personalization/video/library/update/status", reader, { uid, ranges: [[0, 5]], position: 5 });
    await publish(uid, false);
    expectError(await remove(), 409, "wrongState");
    await sql`delete from watch_progress where video_id = ${uid}`;
    const before = await storedKeys();
    expect((await remove()).status).toBe(200);
    expect(await storedKeys()).toBe(before - 1);
    expectError(await remove(), 404, "notFound");
  });

  it("is deleted though the storage does not let go of its file", async () => {
    const uid = await made();
    await sendVideo(uid);
    const remove = () => post(`${V}/delete`, admin, { uid });
    expect((await refusing(sql, "delete", "stored_files", remove)).status).toBe(200);
    expectError(await remove(), 404, "notFound");
  });

  it("is not deleted, nor its captions, with what somebody has written or sent since it was looked at", async () => {
    const title = "About quartzite";
    const uid = await made(aVideo(title));
    const listed = async () => (await get(`${V}/get?search=quartzite`, admin)).body.data[0].editedAt as string;
    const remove = (editedAt: string | null) => post(`${V}/delete`, admin, { uid, editedAt });
    const shown = async (): Promise<{ version: string }[]> => (await post(`${V}/view`, admin, { uid })).body.data.captions;
    const written = [
      () => sendVideo(uid),
      () => sendCaptions(uid, "en", VTT),
      () => post(`${V}/save`, admin, { ...aVideo(title), uid, date: "2026-11-02" }),
    ];
    for (const write of written) {
      const seen = await listed();
      await write();
      expectError(await remove(seen), 409, "conflict");
    }
    expectError(await remove(null), 409, "conflict");
    const [old] = await shown();
    await sendCaptions(uid, "en", VTT.replace("Hello", "Good morning"));
    const [standing] = await shown();
    expectError(await post(`${V}/captions/delete`, admin, { uid, language: "en", version: old?.version }), 409, "conflict");
    expect(await shown()).toEqual([standing]);
    const { status } = await post(`${V}/captions/delete`, admin, { uid, language: "en", version: standing?.version });
    expect(status).toBe(200);
    expect((await remove(await listed())).status).toBe(200);
  });

  it("takes no text without English, no strange category, and no unknown question", async () => {
    expectIssues(await post(`${V}/save`, admin, { ...aVideo(), title: { ...inFrenchToo("x"), en: " " } }), ["title.en"]);
    expectIssues(await post(`${V}/save`, admin, { ...aVideo(), published: true }), ["published"]);
    expectIssues(await post(`${V}/save`, admin, { ...aVideo(), date: "2026-02-30", scales: ["charm"] }), ["date", "scales.0"]);
    expectError(await post(`${V}/save`, admin, { ...aVideo(), categories: [randomUUID()] }), 404, "notFound");
    expectError(await post(`${V}/save`, admin, { ...aVideo(), question: randomUUID() }), 404, "notFound");
    expectError(await post(`${V}/save`, admin, { ...aVideo(), uid: randomUUID() }), 404, "notFound");
  });
});
