import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aQuestion, PRACTICE, recordingOf } from "#tests/factories/answers";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { until } from "#tests/factories/faults";
import { refusing } from "#tests/factories/refusing";
import { sendFile } from "#tests/factories/uploads";
import { eraseCopies } from "@/features/peer-review/recordings/mutations";
import { eraseDeleted } from "@/features/practice/mutations";

const harness = useHarness();
const R = "/api/user/personalization/learning/resources";
const V = "/api/admin/learning/video";
const U = "/api/super/admin/learning/university";
const D = "/api/super/admin/learning/document";
const VIDEO = readFileSync("public/learning/tell-me-about-yourself.mp4");
const VTT = "WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nHello\n";

let sql: postgres.Sql;
let admin: string;
let boss: string;
let reader: string;

async function withRole(role: string): Promise<string> {
  const { token, user } = await registerUser(harness());
  await sql`update users set role = ${role} where id = ${user.uid}`;
  return token;
}

beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  admin = await withRole("admin");
  boss = await withRole("super_admin");
  reader = (await registerUser(harness())).token;
});
afterAll(() => sql.end());

const get = (path: string, token: string) => harness().call("GET", path, { token });
const post = (path: string, token: string, body: unknown) => harness().call("POST", path, { token, body });

const inAll = (en: string) => ({ en, cn: "", fr: en && `${en} (fr)`, ar: "", vi: "" });
const draft = (en = "A new video") => ({
  kind: "tutorial",
  title: inAll(en),
  description: inAll("What it is about"),
  date: "2026-11-01",
  chapters: [
    { at: 30, title: inAll("Second") },
    { at: 0, title: inAll("First") },
  ],
  scales: ["clarity"],
  categories: [],
  question: null,
});

async function made(body: object = draft()): Promise<string> {
  const answer = await post(`${V}/save`, admin, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.uid;
}

/** Asks for an address and sends a file as the browser client does. */
const upload = (slug: string, token: string | undefined, input: object, bytes: Uint8Array, type: string) =>
  sendFile(harness(), token, slug, bytes, { name: `file-${randomUUID()}`, type }, input);
const sendVideo = (uid: string, bytes: Uint8Array = VIDEO) => upload("learningVideo", admin, { uid }, bytes, "video/mp4");
const sendCaptions = (uid: string, language: string, vtt: string) =>
  upload("learningCaptions", admin, { uid, language }, Buffer.from(vtt), "text/vtt");
const sendPdf = (uid: string, language: string, text: string) =>
  upload("document", boss, { uid, language }, Buffer.from(text), "application/pdf");

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
    const uid = await made(draft(title));
    const listed = async () => (await get(`${V}/get?search=quartzite`, admin)).body.data[0].editedAt as string;
    const remove = (editedAt: string | null) => post(`${V}/delete`, admin, { uid, editedAt });
    const shown = async (): Promise<{ version: string }[]> => (await post(`${V}/view`, admin, { uid })).body.data.captions;
    const written = [
      () => sendVideo(uid),
      () => sendCaptions(uid, "en", VTT),
      () => post(`${V}/save`, admin, { ...draft(title), uid, date: "2026-11-02" }),
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
    expectIssues(await post(`${V}/save`, admin, { ...draft(), title: { ...inAll("x"), en: " " } }), ["title.en"]);
    expectIssues(await post(`${V}/save`, admin, { ...draft(), published: true }), ["published"]);
    expectIssues(await post(`${V}/save`, admin, { ...draft(), date: "2026-02-30", scales: ["charm"] }), ["date", "scales.0"]);
    expectError(await post(`${V}/save`, admin, { ...draft(), categories: [randomUUID()] }), 404, "notFound");
    expectError(await post(`${V}/save`, admin, { ...draft(), question: randomUUID() }), 404, "notFound");
    expectError(await post(`${V}/save`, admin, { ...draft(), uid: randomUUID() }), 404, "notFound");
  });
});

describe("uploads", () => {
  it.each(["learningVideo", "learningCaptions"])("to %s are an admin's alone", async (slug) => {
    const uid = await made();
    const input = slug === "learningCaptions" ? { uid, language: "en" } : { uid };
    const type = slug === "learningCaptions" ? "text/vtt" : "video/mp4";
    expect((await upload(slug, undefined, input, VIDEO, type)).status).toBe(401);
    expect((await upload(slug, reader, input, VIDEO, type)).body.code).toBe("forbidden");
    expect((await upload(slug, admin, { ...input, uid: randomUUID() }, VIDEO, type)).body.code).toBe("notFound");
  });

  it("stand in the log with whoever sent them; what was not taken does not", async () => {
    const uid = await made();
    const document = (await post(`${D}/save`, boss, { university: null, title: inAll("Logged") })).body.data.uid;
    await sendVideo(uid);
    await sendVideo(uid, Buffer.from("no video at all"));
    await sendCaptions(uid, "fr", VTT);
    await sendCaptions(uid, "ar", "none");
    await sendPdf(document, "vi", "%PDF-1.7\n%%EOF");
    await sendPdf(document, "en", "<html>");
    const entries = await sql`
      select actor_id, target, detail from audit_events
      where action = 'learning.attach' and target in (${`video:${uid}`}, ${`document:${document}`}) order by at, id`;
    const idOf = async (token: string) => (await get("/api/account/my-account", token)).body.user.uid;
    expect([...entries]).toEqual([
      { actor_id: await idOf(admin), target: `video:${uid}`, detail: { file: "video" } },
      { actor_id: await idOf(admin), target: `video:${uid}`, detail: { file: "captions", language: "fr" } },
      { actor_id: await idOf(boss), target: `document:${document}`, detail: { file: "document", language: "vi" } },
    ]);
    await post(`${D}/delete`, boss, { uid: document });
  });

  it("of documents are a super admin's alone, and only PDFs", async () => {
    const uid = (await post(`${D}/save`, boss, { university: null, title: inAll("Paper") })).body.data.uid;
    const bytes = Buffer.from("%PDF-1.7\n%%EOF");
    expect((await upload("document", admin, { uid, language: "en" }, bytes, "application/pdf")).body.code).toBe("forbidden");
    expect((await upload("document", boss, { uid, language: "en" }, bytes, "text/html")).status).toBe(400);
    expect((await sendPdf(uid, "en", "<html>")).body.serverData).toEqual({ taken: false, problem: "notPdf" });
    await post(`${D}/delete`, boss, { uid });
  });
});

describe("a published file", () => {
  it.each([
    [
      "a video",
      async () => {
        const uid = await made();
        await sendVideo(uid);
        return { uid, link: (await post(`${V}/view`, admin, { uid })).body.data.video as string };
      },
    ],
    [
      "a document",
      async () => {
        const { uid } = (await post(`${D}/save`, boss, { university: null, title: inAll("Stays") })).body.data;
        await sendPdf(uid, "en", "%PDF-1.7");
        await post(`${D}/publish`, boss, { uid, published: true });
        const [university] = (await get(`${R}/university/get`, reader)).body.data;
        const { body } = await post(`${R}/university/document/view`, reader, { university: university.uid, uid });
        return { uid, link: body.data.link as string };
      },
    ],
  ])("of %s stays, where somebody deletes an answer or ends a review that they gave the same id", async (_, sent) => {
    const { uid, link } = await sent();
    const { token, user } = await registerUser(harness());
    const answer = { uid, question_id: await aQuestion(harness(), token), recording: recordingOf(5000).recording };
    expect((await post(`${PRACTICE}/answer/save`, token, answer)).status).toBe(200);
    await sql`
      insert into review_requests (id, answer_id, author_id, state, language, wanted, paid)
      values (${uid}, ${uid}, ${user.uid}, 'withdrawn', 'en', 1, true)`;
    expect((await post(`${PRACTICE}/answer/delete`, token, { uid })).status).toBe(200);
    await eraseDeleted(harness().app.services);
    await eraseCopies(harness().app.services);
    expect(await sql`select 1 from stored_files where metadata ->> 'uid' = ${uid}`).toHaveLength(1);
    expect((await fetch(link)).status).toBe(200);
  });
});

describe("a document", () => {
  it("needs a file to be published, is read in the best language there is, and goes with its files", async () => {
    const [university] = (await get(`${R}/university/get`, reader)).body.data;
    const { uid } = (await post(`${D}/save`, boss, { university: university.uid, title: inAll("Admission guide") })).body.data;
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
    const { uid } = (await post(`${D}/save`, boss, { university: null, title: inAll("Held by the storage") })).body.data;
    for (const language of ["en", "fr"]) await sendPdf(uid, language, `%PDF-1.7 ${language}`);
    await refusing(sql, "delete", "stored_files", async () => {
      expect((await post(`${D}/file/delete`, boss, { uid, language: "fr" })).status).toBe(200);
      expect((await post(`${D}/delete`, boss, { uid })).status).toBe(200);
    });
    expectError(await post(`${D}/delete`, boss, { uid }), 404, "notFound");
  });

  it("that is published already is not published once more", async () => {
    const { uid } = (await post(`${D}/save`, boss, { university: null, title: inAll("Published once") })).body.data;
    await sendPdf(uid, "en", "%PDF-1.7");
    for (const published of [true, true, false, false]) expect((await post(`${D}/publish`, boss, { uid, published })).status).toBe(200);
    const acts = await sql`select action from audit_events
      where target = ${`document:${uid}`} and action in ('learning.publish', 'learning.withdraw') order by at, id`;
    expect(acts.map(({ action }) => action)).toEqual(["learning.publish", "learning.withdraw"]);
    await post(`${D}/delete`, boss, { uid });
  });

  it("is not deleted, nor a file of it, with what somebody has named or sent since it was looked at", async () => {
    const { uid } = (await post(`${D}/save`, boss, { university: null, title: inAll("Looked at before") })).body.data;
    const looked = async () => {
      const { data } = (await post(`${D}/get`, boss, { university: null })).body;
      const { wholeVersion, files } = data.find((paper: { uid: string }) => paper.uid === uid);
      return { wholeVersion, file: files[0]?.version as string | undefined };
    };
    const remove = (wholeVersion: string) => post(`${D}/delete`, boss, { uid, wholeVersion });
    const detach = (version: string | undefined) => post(`${D}/file/delete`, boss, { uid, language: "en", version });
    for (const write of [
      () => sendPdf(uid, "en", "%PDF-1.7"),
      () => post(`${D}/save`, boss, { uid, university: null, title: inAll("Named anew") }),
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
    const { uid } = (await post(`${D}/save`, boss, { university: null, title: inAll("For all") })).body.data;
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
      async () => (await post(`${D}/save`, boss, { university: null, title: inAll("In a row") })).body.data.uid as string,
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
      ["about", "programmes", "admission", "interview", "deadlines"].map((section) => [section, inAll(section === "about" ? "Old" : "")]),
    );
    const empty = { ...sections, deadlines: { en: "", cn: "", fr: "", ar: "", vi: "" } };
    const whole = {
      name: inAll("Delta College"),
      city: inAll("Delta"),
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
