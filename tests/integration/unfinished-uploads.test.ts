import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Harness, registerUser, startHarness, useHarness } from "#tests/config/harness";
import { answerDetail, aQuestion, capturedAnswer, PRACTICE } from "#tests/factories/answers";
import { givePlan } from "#tests/factories/billing";
import { CATALOGUES } from "#tests/factories/catalogues";
import { askToSend, finish, putFile, requestUpload, resumeAt } from "#tests/factories/uploads";
import { eraseDeleted } from "@/features/practice/mutations";
import { answers, storedFiles } from "@/server/db/schema";
import { sign } from "@/server/vendors/uploadthing/signature";

const harness = useHarness();
const TYPE = "video/webm";
const BOUND = 4 * 1024 ** 3;
/** Four of these fit, and five do not. */
const LARGE = 950_000_000;
const REFUSED = { message: CATALOGUES.en.errors.uploadsUnfinished, code: "uploadsUnfinished" };

/** A take of this size that nobody has sent a byte of, begun more than a day ago as far as the plan is concerned. */
async function begun(at: Harness, token: string, size: number) {
  const uid = randomUUID();
  const recording = { kind: "video", type: TYPE, size, duration_ms: 1000, md5: uid.replaceAll("-", "") };
  const body = { uid, question_id: await aQuestion(at, token), recording };
  expect((await at.call("POST", `${PRACTICE}/answer/save`, { token, body })).status).toBe(200);
  const ask = (name = `${uid}.webm`) => requestUpload(at, token, uid, { name, size, type: TYPE });
  const asked = await ask();
  await at.app.services.db.update(answers).set({ sendingSince: sql`now() - interval '25 hours'` }).where(eq(answers.id, uid));
  return { uid, asked, ask };
}

const keyOf = (address: string) => new URL(address).pathname.split("/").at(-1) ?? "";
const unfinishedOf = ({ app }: Harness, userId: string) =>
  app.services.db
    .select({ key: storedFiles.key, bytes: storedFiles.sizeBytes })
    .from(storedFiles)
    .where(and(eq(storedFiles.state, "uploading"), sql`${storedFiles.metadata} ->> 'userId' = ${userId}`));
const bytesOf = async (at: Harness, userId: string) => (await unfinishedOf(at, userId)).reduce((sum, { bytes }) => sum + bytes, 0);
const fileOf = (address: string) => path.join(harness().env.dataDir, "files", keyOf(address).slice(-2), keyOf(address));

/** One file of each kind that anybody may send. */
const KINDS: [slug: string, type: string, input: () => unknown][] = [
  ["avatar", "image/png", () => ({ x: 0, y: 0, size: 64 })],
  ["forumImage", "image/png", () => ({ uid: randomUUID() })],
  ["supportAttachment", "image/png", () => ({ uid: randomUUID() })],
];

describe("one record under many names", () => {
  it("has one unfinished file: the bytes under the name of before go as the next one begins", async () => {
    const { token, user } = await registerUser(harness());
    const { uid, bytes, recording, name } = await capturedAnswer(harness(), token, 9000);
    const file = { size: recording.size, type: recording.type };
    const addresses: string[] = [];
    for (const one of [name, ...Array.from({ length: 20 }, (_, n) => `${uid}-${n + 1}.webm`)]) {
      const asked = await requestUpload(harness(), token, uid, { name: one, ...file });
      expect([one, asked.status]).toEqual([one, 200]);
      addresses.push(asked.body[0].url);
      expect((await putFile(asked.body[0].url, bytes.subarray(0, 8999), file.type)).status).toBe(400);
    }
    expect(addresses.filter((address) => existsSync(fileOf(address)))).toEqual(addresses.slice(-1));
    expect(await unfinishedOf(harness(), user.uid)).toHaveLength(1);
    // What has gone is nobody's address any more, and the one that is left goes on.
    expect((await fetch(addresses[0] ?? "", { method: "HEAD" })).status).toBe(409);
    expect((await finish(addresses.at(-1) ?? "", bytes, file.type)).put.body).toMatchObject({ serverData: { stored: true, uid } });
  });

  it("keeps what is being written, and what is asked for again goes on at its byte", async () => {
    const { token } = await registerUser(harness());
    const { uid, bytes, recording, name } = await capturedAnswer(harness(), token, 9000);
    const file = { size: recording.size, type: recording.type };
    const ask = async (one: string): Promise<string> => (await requestUpload(harness(), token, uid, { name: one, ...file })).body[0].url;
    const first = await ask(name);
    const request = http.request(first, { method: "PUT", headers: { "content-type": file.type, "content-length": bytes.length } });
    const answered = new Promise<number>((resolve) => request.once("response", (answer) => resolve(answer.statusCode ?? 0)));
    request.write(bytes.subarray(0, 4000));
    await expect.poll(() => resumeAt(first)).toBe(4000);
    const second = await ask(`${uid}-1.webm`);
    expect((await putFile(second, bytes.subarray(0, 2000), file.type)).status).toBe(400);
    expect(await resumeAt(await ask(`${uid}-1.webm`))).toBe(2000);
    request.end(bytes.subarray(4000));
    expect(await answered).toBe(200);
    expect((await answerDetail(harness(), token, uid)).state).toBe("stored");
  });

  it("is the same record however its id is written, and leaves nothing when it is deleted", async () => {
    const { token, user } = await registerUser(harness());
    const { uid, ask } = await begun(harness(), token, 1000);
    const file = { name: `${uid}-1.webm`, size: 1000, type: TYPE };
    expect((await requestUpload(harness(), token, uid.toUpperCase(), file)).status).toBe(200);
    expect(await unfinishedOf(harness(), user.uid)).toHaveLength(1);
    const attachment = { name: "a.png", size: 1000, type: "image/png" };
    const sent = randomUUID();
    for (const one of [sent, sent.toUpperCase()])
      expect((await askToSend(harness(), token, "supportAttachment", attachment, { uid: one })).status).toBe(200);
    expect(await unfinishedOf(harness(), user.uid)).toHaveLength(2);
    expect((await ask()).status).toBe(200);
    expect((await requestUpload(harness(), token, uid.toUpperCase(), file)).status).toBe(200);
    await harness().call("POST", `${PRACTICE}/answer/delete`, { token, body: { uid } });
    await harness().app.services.db.update(answers).set({ deletedAt: sql`now() - interval '1 second'` }).where(eq(answers.id, uid));
    await eraseDeleted(harness().app.services);
    expect(await unfinishedOf(harness(), user.uid)).toHaveLength(1);
  });

  it("leaves what the same person began of other records", async () => {
    const { token, user } = await registerUser(harness());
    for (const [slug, type, input] of [...KINDS, ...KINDS]) {
      // The same square of another picture is the same picture's place.
      const asked = await askToSend(harness(), token, slug, { name: "a.png", size: 1000, type }, input());
      expect([slug, asked.status]).toEqual([slug, 200]);
    }
    expect(await unfinishedOf(harness(), user.uid)).toHaveLength(5);
  });
});

describe("what an account has begun and not finished", () => {
  it("is bounded, all kinds together: then nothing else begins, what began goes on, and with room there is room again", async () => {
    const { token, user } = await registerUser(harness());
    const takes = [];
    for (let n = 0; n < 4; n++) takes.push(await begun(harness(), token, LARGE));
    expect(takes.map(({ asked }) => asked.status)).toEqual([200, 200, 200, 200]);
    const fifth = await begun(harness(), token, LARGE);
    expect([fifth.asked.status, fifth.asked.body]).toEqual([409, REFUSED]);
    const rest = await begun(harness(), token, BOUND - 4 * LARGE - 1_000_000);
    expect(rest.asked.status).toBe(200);
    const send = ([slug, type, input]: (typeof KINDS)[number], size: number, headers = {}) =>
      harness().call("POST", `/api/uploadthing?actionType=upload&slug=${slug}`, {
        token,
        headers: { "x-uploadthing-package": "uploadthing", "x-uploadthing-version": "7.7.4", ...headers },
        body: { files: [{ name: "a.png", size, type, lastModified: 1 }], input: input() },
      });
    for (const kind of KINDS) {
      const { status, body } = await send(kind, 2_000_000);
      expect({ kind: kind[0], status, body }).toEqual({ kind: kind[0], status: 409, body: REFUSED });
    }
    for (const [language, locale] of [
      ["fr", "fr"],
      ["vi", "vi"],
      ["zh-CN", "cn"],
      ["ar", "ar"],
    ] as const) {
      const [kind] = KINDS;
      const { body } = kind ? await send(kind, 2_000_000, { "accept-language": language }) : { body: {} };
      expect(body.message).toBe(CATALOGUES[locale].errors.uploadsUnfinished);
    }
    // What was let in goes on, under its name or the next.
    const [first] = takes;
    expect((await first?.ask())?.status).toBe(200);
    expect((await first?.ask(`${first.uid}-1.webm`))?.status).toBe(200);
    expect(await bytesOf(harness(), user.uid)).toBe(BOUND - 1_000_000);
    // Nobody else is concerned.
    const other = await registerUser(harness());
    expect((await begun(harness(), other.token, LARGE)).asked.status).toBe(200);

    await harness().call("POST", `${PRACTICE}/answer/delete`, { token, body: { uid: first?.uid } });
    await eraseDeleted(harness().app.services);
    expect((await fifth.ask()).status).toBe(200);
  });

  it("is no more than that however many are asked for at once", async () => {
    const { token, user } = await registerUser(harness());
    for (const size of [LARGE, LARGE, LARGE, LARGE, BOUND - 4 * LARGE - 5_000_000]) await begun(harness(), token, size);
    const file = { name: "a.png", size: 4_000_000, type: "image/png" };
    const asked = await Promise.all(
      Array.from({ length: 12 }, () => askToSend(harness(), token, "forumImage", file, { uid: randomUUID() })),
    );
    const open = [];
    for (const { status, body } of asked) {
      if (status !== 200) expect(body).toEqual(REFUSED);
      else if ((await fetch(body[0].url, { method: "HEAD" })).status === 200) open.push(body[0].url);
    }
    expect(open).toHaveLength(1);
    expect(await bytesOf(harness(), user.uid)).toBe(BOUND - 1_000_000);
  });

  it("lets the takes of a week without a network begin, as many as a plan keeps", async () => {
    const { token, user } = await registerUser(harness());
    await givePlan(harness(), user.uid, "plus");
    for (let n = 0; n < 21; n++) expect((await begun(harness(), token, LARGE)).asked.status).toBe(200);
    expect((await begun(harness(), token, LARGE)).asked.body).toEqual(REFUSED);
  });
});

describe("with the hosted UploadThing", () => {
  const KEY = "sk_live_unfinished";
  let service: http.Server;
  let hosted: Harness;
  const told: string[] = [];
  beforeAll(async () => {
    service = http.createServer((req, res) => {
      told.push(req.url ?? "");
      req
        .resume()
        .once("end", () =>
          res.setHeader("content-type", "application/json").end(JSON.stringify({ ok: true, success: true, deletedCount: 1 })),
        );
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    vi.stubEnv("UPLOADTHING_API_URL", url);
    vi.stubEnv("UPLOADTHING_INGEST_URL", url);
    const token = Buffer.from(JSON.stringify({ apiKey: KEY, appId: "parley", regions: ["fra1"] })).toString("base64");
    hosted = await startHarness({ UPLOADTHING_TOKEN: token });
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await hosted?.close();
    service?.close();
  });
  afterEach(() => void told.splice(0));

  it("the same is asked for no more, and what has arrived does not count", async () => {
    const { token, user } = await registerUser(hosted);
    const takes = [];
    for (let n = 0; n < 4; n++) takes.push(await begun(hosted, token, LARGE));
    expect(takes.map(({ asked }) => asked.status)).toEqual([200, 200, 200, 200]);
    expect(told.filter((target) => target.endsWith("/route-metadata"))).toHaveLength(4);
    const fifth = await begun(hosted, token, LARGE);
    expect([fifth.asked.status, fifth.asked.body]).toEqual([409, REFUSED]);

    const [first] = takes;
    const place = first?.asked.body[0];
    const file = { key: place.key, name: place.name, size: LARGE, type: TYPE, customId: null, fileHash: "0".repeat(32) };
    const addresses = { url: place.url, appUrl: place.url, ufsUrl: place.url };
    const metadata = { userId: user.uid, uid: first?.uid, announced: LARGE };
    const body = JSON.stringify({ status: "uploaded", metadata, origin: "http://127.0.0.1:1", file: { ...file, ...addresses } });
    // Of the service's own calls the document says nothing.
    const answer = await fetch(`${hosted.url}/api/uploadthing?slug=recording`, {
      method: "POST",
      headers: { "content-type": "application/json", "uploadthing-hook": "callback", "x-uploadthing-signature": sign(body, KEY) },
      body,
    });
    expect(answer.status).toBe(200);
    expect((await unfinishedOf(hosted, user.uid)).map(({ key }) => key)).not.toContain(place.key);
    expect((await fifth.ask()).status).toBe(200);
    await hosted.app.services.files.removeAllOf(user.uid);
    expect(await unfinishedOf(hosted, user.uid)).toEqual([]);
  });
});
