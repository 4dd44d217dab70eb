import { createHash, createHmac, randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, registerUser, useHarness } from "#tests/config/harness";
import { answerDetail, capturedAnswer, recordingOf } from "#tests/factories/answers";
import { givePlan } from "#tests/factories/billing";
import { startProcess } from "#tests/factories/processes";
import { finish, putFile, resumeAt, storedAnswer, uploadAddress } from "#tests/factories/uploads";
import { createApp } from "@/server/app";
import { storedFiles } from "@/server/db/schema";
import { createLog } from "@/server/log";

const harness = useHarness();
let token: string;
beforeAll(async () => {
  const person = await registerUser(harness());
  token = person.token;
  // More recordings than the free plan takes in within a week.
  await givePlan(harness(), person.user.uid);
});

const SIZE = 400_000;
const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

async function begun(size = SIZE) {
  const answer = await capturedAnswer(harness(), token, size);
  const address = await uploadAddress(harness(), token, answer.uid, { name: answer.name, size, type: answer.recording.type });
  return { ...answer, address };
}

/** Sends a part of a request's body, waits until the server has written some of it, and cuts the connection. */
async function interrupted(address: string, headers: Record<string, string>, part: Buffer, from = 0): Promise<number> {
  const request = http.request(address, { method: "PUT", headers });
  request.on("error", () => {});
  request.write(part);
  let arrived = from;
  await expect
    .poll(async () => {
      arrived = await resumeAt(address);
      return arrived;
    })
    .toBeGreaterThan(from + part.length / 2);
  request.destroy();
  return arrived;
}

async function expectStored(uid: string, expected: string) {
  const answer = await answerDetail(harness(), token, uid);
  expect(answer.state).toBe("stored");
  const played = await fetch(answer.media.link);
  expect(md5(Buffer.from(await played.arrayBuffer()))).toBe(expected);
}

describe("a broken upload", () => {
  it("of a raw body goes on at its byte and ends with an equal md5", async () => {
    const { uid, bytes, recording, address } = await begun();
    const half = bytes.subarray(0, SIZE / 2);
    await interrupted(address, { "content-length": String(SIZE), range: "bytes=0-" }, half);
    expect((await answerDetail(harness(), token, uid)).state).toBe("uploading");
    const { from, put } = await finish(address, bytes, recording.type);
    expect(from).toBe(half.length);
    expect(put.body).toMatchObject({ fileHash: recording.md5, serverData: { stored: true, uid } });
    await expectStored(uid, recording.md5);
  });

  it("of a multipart body goes on at its byte, broken twice", async () => {
    const { uid, bytes, recording, address } = await begun();
    const head = `--frame\r\ncontent-disposition: form-data; name="file"; filename="blob"\r\ncontent-type: ${recording.type}\r\n\r\n`;
    const headers = (from: number) => ({
      "content-type": "multipart/form-data; boundary=frame",
      "content-length": String(head.length + SIZE - from + 50),
      range: `bytes=${from}-`,
    });
    await interrupted(address, headers(0), Buffer.concat([Buffer.from(head), bytes.subarray(0, 100_000)]));
    // The server may still be closing the first request, and refuses until it has: a probe that writes nothing asks.
    const probe = async () => (await fetch(address, { method: "PUT", headers: { range: `bytes=${await resumeAt(address)}-` } })).status;
    await expect.poll(probe).toBe(400);
    const from = await resumeAt(address);
    await interrupted(address, headers(from), Buffer.concat([Buffer.from(head), bytes.subarray(from, 250_000)]), from);
    const resumed = await finish(address, bytes, recording.type);
    expect(resumed.from).toBeGreaterThan(from);
    expect(resumed.from).toBeLessThanOrEqual(250_000);
    expect(resumed.put.body).toMatchObject({ fileHash: recording.md5, serverData: { stored: true, uid } });
    await expectStored(uid, recording.md5);
  });

  it("goes on after a restart of the server, and by a new address", async () => {
    const { uid, name, bytes, recording, address } = await begun();
    await interrupted(address, { "content-length": String(SIZE) }, bytes.subarray(0, 150_000));
    // Another process of the app over the same data: it remembers nothing of the first request.
    const app = createApp(harness().env, harness().databaseUrl, createLog("silent"));
    const server = http.createServer((req, res) => void app.handle(req, res));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const restarted = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const fresh = await uploadAddress(harness(), token, uid, { name, size: SIZE, type: recording.type });
      const { from, put } = await finish(fresh.replace(harness().url, restarted), bytes, recording.type);
      expect(from).toBe(150_000);
      expect(put.body).toMatchObject({ fileHash: recording.md5, serverData: { stored: true, uid } });
      await expectStored(uid, recording.md5);
    } finally {
      server.closeAllConnections();
      server.close();
      await app.close();
    }
  });

  it("that ends early without breaking tells so, keeps its bytes and goes on", async () => {
    const { uid, bytes, recording, address } = await begun(10_000);
    const short = await fetch(address, { method: "PUT", body: new Uint8Array(bytes.subarray(0, 4000)) });
    expect(short.status).toBe(400);
    expect(await resumeAt(address)).toBe(4000);
    expect((await answerDetail(harness(), token, uid)).state).toBe("uploading");
    expect((await putFile(address, bytes, recording.type, 4000)).status).toBe(200);
    await expectStored(uid, recording.md5);
  });
});

describe("a multipart body that makes no sense", () => {
  const open = '--frame\r\ncontent-disposition: form-data; name="file"; filename="blob"\r\ncontent-type: video/webm\r\n\r\n';
  it.each([
    ["without a file", '--frame\r\ncontent-disposition: form-data; name="text"\r\n\r\nx\r\n--frame--\r\n'],
    ["without any part", "--frame--\r\n"],
    ["that is none", "rubbish"],
    ["that is empty", ""],
  ])("%s is a 400, and the upload goes on", async (_kind, body) => {
    const { uid, bytes, recording, address } = await begun(1000);
    const answer = await fetch(address, { method: "PUT", body, headers: { "content-type": "multipart/form-data; boundary=frame" } });
    expect(answer.status).toBe(400);
    expect(await resumeAt(address)).toBe(0);
    expect((await finish(address, bytes, recording.type)).put.status).toBe(200);
    await expectStored(uid, recording.md5);
  });

  it("without its end is a 400, and the upload goes on from what was kept of it", async () => {
    const { uid, bytes, recording, address } = await begun(1000);
    const body = Buffer.concat([Buffer.from(open), bytes.subarray(0, 500)]);
    const answer = await fetch(address, { method: "PUT", body, headers: { "content-type": "multipart/form-data; boundary=frame" } });
    expect(answer.status).toBe(400);
    const { from, put } = await finish(address, bytes, recording.type);
    expect(from).toBeLessThanOrEqual(500);
    expect(put.status).toBe(200);
    await expectStored(uid, recording.md5);
  });

  it("without a boundary is a 400", async () => {
    const { address } = await begun(1000);
    const answer = await fetch(address, { method: "PUT", body: "x", headers: { "content-type": "multipart/form-data" } });
    expect(answer.status).toBe(400);
  });
});

describe("bytes of something else", () => {
  it("are found out once the file is whole, and the upload begins anew", async () => {
    const { uid, bytes, recording, address, name } = await begun(1000);
    expect((await fetch(address, { method: "PUT", body: "x".repeat(500) })).status).toBe(400);
    const { from, put } = await finish(address, bytes, recording.type);
    expect([from, put.status, put.body.serverData]).toEqual([500, 200, { stored: false }]);
    expect((await answerDetail(harness(), token, uid)).state).toBe("uploading");
    const fresh = await uploadAddress(harness(), token, uid, { name, size: 1000, type: recording.type });
    const again = await finish(fresh, bytes, recording.type);
    expect([again.from, again.put.body.serverData]).toEqual([0, { stored: true, uid }]);
    await expectStored(uid, recording.md5);
  });
});

describe("bytes at the wrong place", () => {
  it("are refused and spoil nothing", async () => {
    const { uid, bytes, recording, address } = await begun(10_000);
    await fetch(address, { method: "PUT", body: new Uint8Array(bytes.subarray(0, 4000)) });
    for (const range of ["bytes=0-", "bytes=3999-", "bytes=4001-", "bytes=x-", "bytes=-1", "items=4000-"]) {
      const answer = await fetch(address, { method: "PUT", body: new Uint8Array(10), headers: { range } });
      expect({ range, status: answer.status }).toEqual({ range, status: 416 });
    }
    expect(await resumeAt(address)).toBe(4000);
    expect((await putFile(address, bytes, recording.type, 4000)).status).toBe(200);
    await expectStored(uid, recording.md5);
  });

  it("from two senders at once make one whole file", async () => {
    const { uid, bytes, recording, address } = await begun();
    const puts = await Promise.all(Array.from({ length: 4 }, () => putFile(address, bytes, recording.type)));
    const statuses = puts.map((put) => put.status);
    expect(statuses).toContain(200);
    expect(statuses.every((status) => [200, 416, 423].includes(status))).toBe(true);
    await expectStored(uid, recording.md5);
  });
});

describe("two processes on one data folder", () => {
  let other: Harness;
  beforeAll(async () => {
    other = await startProcess(harness().env, harness().databaseUrl);
  });
  afterAll(() => other.close());
  const there = (address: string) => address.replace(harness().url, other.url);
  const keyOf = (address: string) => new URL(address).pathname.split("/").at(-1) ?? "";
  const writerOf = async (address: string) => {
    const { db } = harness().app.services;
    const [row] = await db
      .select()
      .from(storedFiles)
      .where(eq(storedFiles.key, keyOf(address)));
    return row?.writer ?? null;
  };

  it("one at a time writes a file: the other is told to wait, spoils nothing, and goes on where the first let go", async () => {
    const { uid, bytes, recording, address } = await begun();
    const request = http.request(address, { method: "PUT", headers: { "content-length": String(SIZE), range: "bytes=0-" } });
    request.on("error", () => {});
    // It has begun, and nothing has arrived: byte 0 is where anybody may begin.
    request.flushHeaders();
    await expect.poll(() => writerOf(address)).not.toBeNull();
    expect((await putFile(there(address), bytes, recording.type)).status).toBe(423);
    request.write(bytes.subarray(0, 150_000));
    await expect.poll(() => resumeAt(address)).toBe(150_000);
    expect((await putFile(there(address), bytes, recording.type, 150_000)).status).toBe(423);
    expect(await resumeAt(there(address))).toBe(150_000);
    request.destroy();
    const { from, put } = await finish(there(address), bytes, recording.type);
    expect(from).toBe(150_000);
    expect(put.body).toMatchObject({ serverData: { stored: true, uid } });
    await expectStored(uid, recording.md5);
  });

  it("one that died keeps nobody for long", async () => {
    const { uid, bytes, recording, address } = await begun();
    expect((await putFile(address, bytes.subarray(0, 1000), recording.type)).status).toBe(400);
    const { db } = harness().app.services;
    const row = eq(storedFiles.key, keyOf(address));
    // As it was left in the middle of writing.
    await db.update(storedFiles).set({ writer: randomUUID(), writingUntil: sql`now() + interval '5 seconds'` }).where(row);
    expect((await putFile(there(address), bytes, recording.type, 1000)).status).toBe(423);
    await db.update(storedFiles).set({ writingUntil: sql`now() - interval '1 millisecond'` }).where(row);
    expect((await putFile(there(address), bytes, recording.type, 1000)).body).toMatchObject({ serverData: { stored: true, uid } });
    expect(await writerOf(address)).toBeNull();
  });

  it("one that was taken for dead stops writing", async () => {
    const { address } = await begun();
    const request = http.request(address, { method: "PUT", headers: { "content-length": String(SIZE), range: "bytes=0-" } });
    const cut = new Promise<void>((resolve) => request.once("error", () => resolve()));
    request.flushHeaders();
    await expect.poll(() => writerOf(address)).not.toBeNull();
    const { db } = harness().app.services;
    await db
      .update(storedFiles)
      .set({ writer: randomUUID() })
      .where(eq(storedFiles.key, keyOf(address)));
    await cut;
  });
});

describe("more bytes than announced", () => {
  it.each(["multipart", "raw"] as const)("by %s are a 413, and the right ones can follow", async (kind) => {
    const { uid, bytes, recording, address } = await begun(50_000);
    const more = Buffer.concat([bytes, recordingOf(1).bytes]);
    const send = async () =>
      kind === "raw" ? fetch(address, { method: "PUT", body: new Uint8Array(more) }) : putFile(address, more, recording.type);
    expect((await send()).status).toBe(413);
    expect((await answerDetail(harness(), token, uid)).state).toBe("uploading");
    const { from, put } = await finish(address, bytes, recording.type);
    expect(from).toBe(0);
    expect(put.status).toBe(200);
    await expectStored(uid, recording.md5);
  });

  it("in the rest of a resumed upload too", async () => {
    const { uid, bytes, recording, address } = await begun(10_000);
    await fetch(address, { method: "PUT", body: new Uint8Array(bytes.subarray(0, 4000)) });
    const more = Buffer.concat([bytes, recordingOf(5).bytes]);
    expect((await putFile(address, more, recording.type, 4000)).status).toBe(413);
    expect((await finish(address, bytes, recording.type)).put.status).toBe(200);
    await expectStored(uid, recording.md5);
  });
});

describe("the signed address", () => {
  /** The signature as UploadThing documents it, worked out here on its own: HMAC-SHA-256 over what stands before it. */
  const signed = (url: string) =>
    `${url}&signature=${encodeURIComponent(`hmac-sha256=${createHmac("sha256", harness().env.kept.storageKey).update(url).digest("hex")}`)}`;
  const unsigned = (url: string) => url.slice(0, url.lastIndexOf("&signature="));

  it("opens the storage only as it was signed and while it lasts", async () => {
    const { uid, bytes, address } = await begun(1000);
    const other = await begun(1000);
    const bare = unsigned(address);
    const signature = address.slice(bare.length);
    const expires = Number(new URL(address).searchParams.get("expires"));
    const key = new URL(address).pathname.split("/").at(-1) ?? "";
    const otherKey = new URL(other.address).pathname.split("/").at(-1) ?? "";
    expect(signed(bare.replace("x-ut-file-size=1000", "x-ut-file-size=1000"))).toBe(address);
    const wrong: [string, string][] = [
      ["no signature", bare],
      ["an empty signature", `${bare}&signature=`],
      ["another signature", `${bare}&signature=hmac-sha256%3D${"0".repeat(64)}`],
      ["a signature that is no valid encoding", `${bare}&signature=%E0%A4%A`],
      ["a changed size", bare.replace("x-ut-file-size=1000", "x-ut-file-size=9000") + signature],
      ["a changed key", bare.replace(key, otherKey) + signature],
      ["a later end", bare.replace(`expires=${expires}`, `expires=${expires + 1}`) + signature],
      ["something added", `${bare}&x=1${signature}`],
      ["something added behind", `${address}&x=1`],
      ["its end in the past, rightly signed", signed(bare.replace(`expires=${expires}`, `expires=${Date.now() - 1000}`))],
      ["no end, rightly signed", signed(bare.replace(`expires=${expires}&`, "").replace(`expires=${expires}`, "x=1"))],
    ];
    for (const [kind, url] of wrong) {
      for (const method of ["HEAD", "PUT"]) {
        const answer = await fetch(url, { method, ...(method === "PUT" ? { body: new Uint8Array(bytes) } : {}) });
        expect({ kind, method, status: answer.status }).toEqual({ kind, method, status: 403 });
      }
    }
    expect(await resumeAt(address)).toBe(0);
    expect((await answerDetail(harness(), token, uid)).state).toBe("uploading");
  });

  it("lasts an hour", async () => {
    const { address } = await begun(1000);
    const left = Number(new URL(address).searchParams.get("expires")) - Date.now();
    expect(left).toBeGreaterThan(55 * 60_000);
    expect(left).toBeLessThanOrEqual(60 * 60_000);
  });

  it("takes HEAD and PUT only, and answers a browser's preflight", async () => {
    const { address } = await begun(1000);
    for (const method of ["GET", "POST", "DELETE", "PATCH"]) expect((await fetch(address, { method })).status).toBe(405);
    const preflight = await fetch(address, { method: "OPTIONS" });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-methods")).toBe("HEAD, PUT");
  });
});

describe("the address that plays a file", () => {
  it("plays only as it was signed", async () => {
    const [mine, other] = [await storedAnswer(harness(), token), await storedAnswer(harness(), token)];
    const { link } = (await answerDetail(harness(), token, mine.uid)).media;
    const otherLink = (await answerDetail(harness(), token, other.uid)).media.link as string;
    expect((await fetch(link)).status).toBe(200);
    const [bare = ""] = link.split("&signature=");
    const key = new URL(link).pathname.split("/").at(-1) ?? "";
    const otherKey = new URL(otherLink).pathname.split("/").at(-1) ?? "";
    const expires = new URL(link).searchParams.get("expires") ?? "";
    const wrong: [string, string][] = [
      ["no signature", bare],
      ["no query", bare.split("?")[0] ?? ""],
      ["another file", link.replace(key, otherKey)],
      ["another file's signature", `${bare}&signature=${otherLink.split("&signature=")[1]}`],
      ["a later end", link.replace(expires, String(Number(expires) + 1))],
      ["a signature that is no valid encoding", `${bare}&signature=%E0%A4%A`],
      ["a way up", link.replace(key, `..%2f..%2fsecrets.json`)],
    ];
    for (const [kind, url] of wrong) {
      const answer = await fetch(url);
      expect({ kind, status: answer.status }).toEqual({ kind, status: 403 });
      expect(await answer.text()).not.toContain("secret");
    }
  });

  it("plays for as long as it was signed for", async () => {
    const { files } = harness().app.services;
    const key = await files.save({ name: "take.webm", type: "video/webm", bytes: new Blob(["webm"]) });
    const link = await files.link(key, 1);
    expect((await fetch(link)).status).toBe(200);
    await expect.poll(async () => (await fetch(link)).status).toBe(403);
  });

  it.each([
    "text/html",
    "image/svg+xml",
    "application/xhtml+xml",
    "text/xml",
    "text/plain",
    "application/pdf",
    "image/x-icon",

    "",
  ])("gives %s as a file to keep, and never as a page of ours", async (type) => {
    const { files } = harness().app.services;
    const markup = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    const key = await files.save({ name: "page.svg", type, bytes: new Blob([markup]) });
    const { status, headers } = await fetch(await files.link(key, 60));
    expect({ status, type: headers.get("content-type"), sniff: headers.get("x-content-type-options") }).toEqual({
      status: 200,
      type: "application/octet-stream",
      sniff: "nosniff",
    });
    expect(headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''page.svg");
    expect(headers.get("content-security-policy")).toMatch(/script-src (?!.*unsafe-inline.*; style)/);
  });

  it("never plays a file that has not arrived", async () => {
    const { uid } = await begun(1000);
    expect((await answerDetail(harness(), token, uid)).media).toBeNull();
  });
});
