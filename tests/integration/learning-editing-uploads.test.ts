import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aQuestion, PRACTICE, recordingOf } from "#tests/factories/answers";
import { aStranger } from "#tests/factories/forum";
import { D, editing, R, V, VIDEO, VTT } from "#tests/factories/learning";
import { inFrenchToo } from "#tests/factories/texts";
import { eraseCopies } from "@/features/peer-review/recordings/mutations";
import { eraseDeleted } from "@/features/practice/mutations";

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
const { get, made, post, sendCaptions, sendPdf, sendVideo, upload } = editing(harness, () => ({ admin, boss }));

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
    const document = (await post(`${D}/save`, boss, { university: null, title: inFrenchToo("Logged") })).body.data.uid;
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
    const uid = (await post(`${D}/save`, boss, { university: null, title: inFrenchToo("Paper") })).body.data.uid;
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
        const { uid } = (await post(`${D}/save`, boss, { university: null, title: inFrenchToo("Stays") })).body.data;
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
