import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { answerDetail, aQuestion, capturedAnswer, PRACTICE, RATINGS, recordingOf } from "#tests/factories/answers";
import { givePlan } from "#tests/factories/billing";
import { CATALOGUES } from "#tests/factories/catalogues";
import { failReadsFrom, refuseCrashes } from "#tests/factories/faults";
import { putFile, requestUpload, resumeAt, storedAnswer, uploadAddress } from "#tests/factories/uploads";
import { eraseDeleted } from "@/features/practice/mutations";

refuseCrashes();
const harness = useHarness();
let sql: postgres.Sql;
let token: string;
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  const person = await registerUser(harness());
  token = person.token;
  // More recordings than the free plan takes in within a week.
  await givePlan(harness(), person.user.uid);
});
afterAll(() => sql.end());

const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");
const play = async (link: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(link, { headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const save = (body: unknown) => harness().call("POST", `${PRACTICE}/answer/save`, { token, body });
const filesOnDisk = () => {
  const root = path.join(harness().env.dataDir, "files");
  return existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length : 0;
};

describe("a recording's way to the server", () => {
  it.each([
    ["video/webm", "webm", 300_000],
    ["audio/mp4", "m4a", 12],
  ])("%s: announced, sent, stored, played", async (type, extension, size) => {
    const { uid, bytes, recording } = await capturedAnswer(harness(), token, size, type);
    const file = { name: `${uid}.${extension}`, size, type };
    const asked = await requestUpload(harness(), token, uid, file);
    expect(asked.status).toBe(200);
    expect(asked.body).toEqual([{ url: expect.any(String), key: expect.stringMatching(/^\w{10,80}$/), name: file.name, customId: null }]);
    expect((await answerDetail(harness(), token, uid)).state).toBe("uploading");

    const [{ url }] = asked.body;
    expect(url).toContain(`${harness().url}/api/storage/ingest/`);
    expect(await resumeAt(url)).toBe(0);
    const put = await putFile(url, bytes, type);
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({ fileHash: recording.md5, serverData: { stored: true, uid } });
    expect(await resumeAt(url)).toBe(size);

    const answer = await answerDetail(harness(), token, uid);
    expect(answer).toMatchObject({ state: "stored", recording, media: { name: file.name, link: expect.any(String) } });
    const played = await play(answer.media.link);
    expect(played.status).toBe(200);
    expect(played.headers.get("content-type")).toBe(type);
    expect(played.headers.get("accept-ranges")).toBe("bytes");
    expect(Number(played.headers.get("content-length"))).toBe(size);
    expect(md5(played.bytes)).toBe(recording.md5);
  });

  it("takes a raw body as well as multipart", async () => {
    const { uid, bytes, recording, name } = await capturedAnswer(harness(), token, 70_000);
    const url = await uploadAddress(harness(), token, uid, { name, size: 70_000, type: recording.type });
    const put = await fetch(url, { method: "PUT", body: new Uint8Array(bytes) });
    expect(put.status).toBe(200);
    expect(await put.json()).toMatchObject({ fileHash: recording.md5, serverData: { stored: true, uid } });
  });

  it("plays parts: Range is answered with 206, what lies outside with 416", async () => {
    const { uid, bytes } = await storedAnswer(harness(), token, 10_000);
    const { link } = (await answerDetail(harness(), token, uid)).media;
    const cases: [string, number, number][] = [
      ["bytes=0-0", 0, 0],
      ["bytes=100-199", 100, 199],
      ["bytes=9999-", 9999, 9999],
      ["bytes=-500", 9500, 9999],
      ["bytes=9000-20000", 9000, 9999],
    ];
    for (const [range, from, to] of cases) {
      const part = await play(link, { range });
      expect({ range, status: part.status, told: part.headers.get("content-range") }).toEqual({
        range,
        status: 206,
        told: `bytes ${from}-${to}/10000`,
      });
      expect(part.bytes.equals(bytes.subarray(from, to + 1))).toBe(true);
    }
    const outside = await play(link, { range: "bytes=10000-" });
    expect(outside.status).toBe(416);
    expect(outside.headers.get("content-range")).toBe("bytes */10000");
  });

  it("breaks off where the disk fails in the middle, so that a player asks for the rest", async () => {
    const { uid } = await storedAnswer(harness(), token, 300_000);
    const { link } = (await answerDetail(harness(), token, uid)).media;
    failReadsFrom(65_536);
    await expect(play(link)).rejects.toThrow("terminated");
  });

  it("sent again after it was stored gives the same result", async () => {
    const { uid, bytes, recording, address, put } = await storedAnswer(harness(), token);
    const before = await answerDetail(harness(), token, uid);
    const again = await putFile(address, bytes, recording.type);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(put.body);
    // Other bytes under the old address change nothing either.
    const other = await putFile(address, recordingOf(bytes.length).bytes, recording.type);
    expect(other.body).toEqual(put.body);
    const after = await answerDetail(harness(), token, uid);
    expect({ ...after, media: { ...after.media, link: "" } }).toEqual({ ...before, media: { ...before.media, link: "" } });
    expect(md5((await play(after.media.link)).bytes)).toBe(recording.md5);
  });

  it("is not asked for again once it is stored: the record tells that it is there", async () => {
    const { uid, name, recording } = await storedAnswer(harness(), token);
    const asking = uploadAddress(harness(), token, uid, { name, size: recording.size, type: recording.type });
    await expect(asking).rejects.toThrow("wrongState");
    const again = await save({ uid, recording });
    expect(again.body.data).toMatchObject({ state: "stored", media: { name }, recording: { md5: recording.md5 } });
  });

  it("has to be announced by the call that makes its record: one that was saved without gets none later", async () => {
    const { recording } = recordingOf(5000);
    const { uid } = (await save({ question_id: await aQuestion(harness(), token) })).body.data;
    const late = await save({ uid, recording });
    expect([late.status, late.body.code]).toEqual([409, "wrongState"]);
    expect(await answerDetail(harness(), token, uid)).toMatchObject({ state: "stored", recording: null, media: null });
  });

  it("sent under two keys at once is the same recording, and one file remains", async () => {
    const { uid, bytes, recording } = await capturedAnswer(harness(), token);
    const file = { size: recording.size, type: recording.type };
    const first = await uploadAddress(harness(), token, uid, { name: `${uid}.webm`, ...file });
    const request = http.request(first, { method: "PUT", headers: { "content-type": file.type, "content-length": file.size } });
    const answered = once(request, "response") as Promise<[http.IncomingMessage]>;
    request.write(bytes.subarray(0, 2000));
    await expect.poll(() => resumeAt(first)).toBe(2000);
    const second = await uploadAddress(harness(), token, uid, { name: `${uid}-1.webm`, ...file });
    expect((await putFile(second, bytes, recording.type)).body.serverData).toEqual({ stored: true, uid });
    const before = filesOnDisk();
    request.end(bytes.subarray(2000));
    const [answer] = await answered;
    expect(JSON.parse(await text(answer)).serverData).toEqual({ stored: true, uid });
    expect(filesOnDisk()).toBe(before - 1);
    expect((await answerDetail(harness(), token, uid)).state).toBe("stored");
  });

  it("has no name but its own", async () => {
    const { uid, recording } = await capturedAnswer(harness(), token);
    for (const name of [`${uid}-x.webm`, `${uid}x.webm`, `${uid}.webm.html`, `${uid}-01.webm`, "other.webm"]) {
      await expect(uploadAddress(harness(), token, uid, { name, size: recording.size, type: recording.type }), name).rejects.toThrow(
        "badRequest",
      );
    }
  });

  it("rated before it has arrived, it ends as self_rated", async () => {
    const { uid, name, bytes, recording } = await capturedAnswer(harness(), token);
    const url = await uploadAddress(harness(), token, uid, { name, size: recording.size, type: recording.type });
    expect((await save({ uid, rate_your_self: RATINGS })).body.data.state).toBe("uploading");
    expect((await putFile(url, bytes, recording.type)).body.serverData).toEqual({ stored: true, uid });
    expect(await answerDetail(harness(), token, uid)).toMatchObject({ state: "self_rated", rate_your_self: RATINGS });
  });
});

describe("a file that is not the one announced", () => {
  it.each([
    ["size", { size: 5001 }],
    ["type", { type: "audio/webm" }],
  ])("by its %s gets no address", async (_kind, wrong) => {
    const { uid, name, recording } = await capturedAnswer(harness(), token);
    const answer = await requestUpload(harness(), token, uid, { name, size: recording.size, type: recording.type, ...wrong });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({ message: CATALOGUES.en.errors.recordingMismatch, code: "recordingMismatch" });
    expect((await answerDetail(harness(), token, uid)).state).toBe("captured");
  });

  it("by its content is not stored, its bytes are removed, and the right one can follow", async () => {
    const { uid, name, bytes, recording } = await capturedAnswer(harness(), token);
    const file = { name, size: recording.size, type: recording.type };
    const url = await uploadAddress(harness(), token, uid, file);
    const before = filesOnDisk();
    const put = await putFile(url, recordingOf(recording.size).bytes, recording.type);
    expect(put.body.serverData).toEqual({ stored: false });
    expect(await answerDetail(harness(), token, uid)).toMatchObject({ state: "uploading", media: null });
    expect(filesOnDisk()).toBe(before);
    const again = await uploadAddress(harness(), token, uid, file);
    expect((await putFile(again, bytes, recording.type)).body.serverData).toEqual({ stored: true, uid });
  });
});

describe("who may send", () => {
  it("only the answer's maker: somebody else's is like none at all", async () => {
    const stranger = await registerUser(harness());
    const { uid, name, recording } = await capturedAnswer(harness(), token);
    const file = { size: recording.size, type: recording.type };
    const theirs = await requestUpload(harness(), stranger.token, uid, { ...file, name });
    const none = randomUUID();
    const nobodys = await requestUpload(harness(), stranger.token, none, { ...file, name: `${none}.webm` });
    expect(theirs.status).toBe(404);
    expect(theirs.body).toEqual({ message: CATALOGUES.en.errors.notFound, code: "notFound" });
    expect(nobodys.status).toBe(404);
    expect(nobodys.body).toEqual(theirs.body);
    expect((await answerDetail(harness(), token, uid)).state).toBe("captured");
  });

  it.each([
    ["no token", undefined, "unauthorized"],
    ["garbage", "garbage", "unauthorized"],
  ] as const)("nobody with %s", async (_kind, bearer, code) => {
    const { uid, name, recording } = await capturedAnswer(harness(), token);
    const answer = await requestUpload(harness(), bearer, uid, { name, size: recording.size, type: recording.type });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ message: CATALOGUES.en.errors[code], code });
  });

  it("nobody for a deleted answer", async () => {
    const { uid, name, recording } = await capturedAnswer(harness(), token);
    await harness().call("POST", `${PRACTICE}/answer/delete`, { token, body: { uid } });
    const answer = await requestUpload(harness(), token, uid, { name, size: recording.size, type: recording.type });
    expect(answer.status).toBe(404);
  });

  it("refuses requests that make no sense, and never with a 5xx", async () => {
    const { uid, name, recording } = await capturedAnswer(harness(), token);
    const file = { name, size: recording.size, type: recording.type, lastModified: 1 };
    const route = "/api/uploadthing?actionType=upload&slug=recording";
    const cases: [string, string, unknown][] = [
      ["a uid that is none", route, { files: [file], input: { uid: "x" } }],
      ["no input", route, { files: [file] }],
      ["an unknown field", route, { files: [file], input: { uid, userId: randomUUID() } }],
      ["no files", route, { files: [], input: { uid } }],
      ["two files", route, { files: [file, file], input: { uid } }],
      ["another answer's name", route, { files: [{ ...file, name: `${randomUUID()}.webm` }], input: { uid } }],
      ["a page", route, { files: [{ ...file, name: `${uid}.html`, type: "text/html" }], input: { uid } }],
      ["a list", route, []],
      ["an unknown slug", "/api/uploadthing?actionType=upload&slug=nothing", { files: [file], input: { uid } }],
      ["no slug", "/api/uploadthing?actionType=upload", { files: [file], input: { uid } }],
      ["an unknown action", "/api/uploadthing?actionType=delete&slug=recording", { files: [file], input: { uid } }],
    ];
    for (const [kind, target, body] of cases) {
      const { status } = await harness().call("POST", target, { token, body, headers: { "x-uploadthing-version": "7.7.4" } });
      expect({ kind, refused: status >= 400 && status < 500 }).toEqual({ kind, refused: true });
    }
    const malformed = await harness().call("POST", route, { token, raw: "{", headers: { "x-uploadthing-version": "7.7.4" } });
    expect(malformed.status).toBeLessThan(500);
    expect((await answerDetail(harness(), token, uid)).state).toBe("captured");
  });

  it("a callback that the storage did not sign stores nothing", async () => {
    const { uid, name, recording } = await capturedAnswer(harness(), token);
    const address = await uploadAddress(harness(), token, uid, { name, size: recording.size, type: recording.type });
    const key = new URL(address).pathname.split("/").at(-1);
    const [row] = await sql`select user_id from answers where id = ${uid}`;
    const body = {
      status: "uploaded",
      metadata: { userId: row?.user_id, uid },
      origin: harness().url,
      file: {
        key,
        name,
        size: recording.size,
        type: recording.type,
        customId: null,
        url: "x",
        appUrl: "x",
        ufsUrl: "x",
        fileHash: recording.md5,
      },
    };
    for (const signature of [undefined, "hmac-sha256=00", `hmac-sha256=${"0".repeat(64)}`]) {
      const answer = await harness().call("POST", "/api/uploadthing?slug=recording", {
        token,
        body,
        headers: { "uploadthing-hook": "callback", ...(signature ? { "x-uploadthing-signature": signature } : {}) },
      });
      expect({ signature, refused: answer.status >= 400 && answer.status < 500 }).toEqual({ signature, refused: true });
    }
    expect(await answerDetail(harness(), token, uid)).toMatchObject({ state: "uploading", media: null });
  });
});

describe("deletion", () => {
  it("removes the file from the disk, its row and its link, once the job has run", async () => {
    const { uid } = await storedAnswer(harness(), token, 2000);
    const { link } = (await answerDetail(harness(), token, uid)).media;
    const [row] = await sql<{ file_key: string }[]>`select file_key from answers where id = ${uid}`;
    const key = row?.file_key ?? "";
    const before = filesOnDisk();
    await harness().call("POST", `${PRACTICE}/answer/delete`, { token, body: { uid } });
    await eraseDeleted(harness().app.services);

    expect(filesOnDisk()).toBe(before - 1);
    expect(await sql`select 1 from stored_files where key = ${key}`).toHaveLength(0);
    expect((await play(link)).status).toBe(404);
    const [left] = await sql`select state, file_key, size_bytes, mime_type, md5, comments from answers where id = ${uid}`;
    expect(left).toEqual({ state: "deleted", file_key: null, size_bytes: null, mime_type: null, md5: null, comments: "" });
    // A second run finds nothing to do.
    await eraseDeleted(harness().app.services);
    expect(filesOnDisk()).toBe(before - 1);
  });

  it("leaves every other file alone", async () => {
    const [gone, kept] = [await storedAnswer(harness(), token), await storedAnswer(harness(), token)];
    await harness().call("POST", `${PRACTICE}/answer/delete`, { token, body: { uid: gone.uid } });
    await eraseDeleted(harness().app.services);
    const { link } = (await answerDetail(harness(), token, kept.uid)).media;
    expect(md5((await play(link)).bytes)).toBe(kept.recording.md5);
  });

  it("while the file is on its way: what arrives afterwards is not kept", async () => {
    const { uid, name, bytes, recording } = await capturedAnswer(harness(), token);
    const url = await uploadAddress(harness(), token, uid, { name, size: recording.size, type: recording.type });
    await harness().call("POST", `${PRACTICE}/answer/delete`, { token, body: { uid } });
    const before = filesOnDisk();
    expect((await putFile(url, bytes, recording.type)).body.serverData).toEqual({ stored: false });
    expect(filesOnDisk()).toBe(before);
  });
});
