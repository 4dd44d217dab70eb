import { createHash, randomBytes, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { answerDetail, aQuestion, PRACTICE, takeBytes } from "#tests/factories/answers";
import { givePlan } from "#tests/factories/billing";
import { CATALOGUES } from "#tests/factories/catalogues";
import { markedRecording } from "#tests/factories/marked-media";
import { plainPdf } from "#tests/factories/pdf";
import { picture } from "#tests/factories/pictures";
import { putFile, uploadAddress } from "#tests/factories/uploads";
import { uploadName } from "@/features/practice/rules";
import { isRecording } from "@/lib/file-kinds";

const harness = useHarness();
let sql: postgres.Sql;
let token: string;
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  const person = await registerUser(harness());
  token = person.token;
  await givePlan(harness(), person.user.uid);
});
afterAll(() => sql.end());

const ascii = (text: string) => Buffer.from(text, "latin1");
const box = (name: string) => Buffer.concat([Buffer.from([0, 0, 0, 24]), ascii(name)]);
const withNoise = (...head: Uint8Array[]) => Buffer.concat([...head, randomBytes(500)]);

/** Sends a file as the recording of a new answer. */
async function sendAs(type: string, bytes: Buffer) {
  const uid = randomUUID();
  const md5 = createHash("md5").update(bytes).digest("hex");
  const recording = { kind: type.slice(0, 5), type, size: bytes.length, duration_ms: 1000, md5 };
  const body = { uid, question_id: await aQuestion(harness(), token), recording };
  expect((await harness().call("POST", `${PRACTICE}/answer/save`, { token, body })).status).toBe(200);
  const url = await uploadAddress(harness(), token, uid, { name: uploadName(uid, type), size: bytes.length, type });
  return { uid, url, put: () => putFile(url, bytes, type) };
}

/** What lies in the storage: files on the disk, and rows that know of them. */
async function kept() {
  const root = path.join(harness().env.dataDir, "files");
  const found = existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()) : [];
  return {
    files: found.map(({ name }) => name).sort(),
    rows: (await sql`select key from stored_files order by key`).map(({ key }) => key),
  };
}

/** As browsers, telephones and programs write them: whole, or the first bytes of one. */
const RECORDINGS: [string, string, () => Buffer | Promise<Buffer>][] = [
  ["WebM with an index, as our pages make it", "video/webm", async () => (await markedRecording(MARKS, { seconds: 1 })).bytes],
  ["WebM with sound alone", "audio/webm", async () => (await markedRecording(MARKS, { seconds: 1, video: false })).bytes],
  ["WebM with pictures, called sound", "audio/webm", async () => (await markedRecording(MARKS, { seconds: 1 })).bytes],
  ["MP4 with sound alone", "audio/mp4", async () => (await markedRecording(MARKS, { seconds: 1, container: "mp4" })).bytes],
  ["MP4", "video/mp4", () => readFileSync("public/learning/tell-me-about-yourself.mp4")],
  ["WAVE", "audio/wav", () => readFileSync("tests/clips/normal.wav")],
  ["WAVE for long recordings", "audio/wav", () => withNoise(ascii("RF64"), Buffer.alloc(4, 255), ascii("WAVE"))],
  ["Ogg", "audio/ogg", () => withNoise(ascii("OggS\0\x02"))],
  ["FLAC", "audio/flac", () => withNoise(ascii("fLaC\0\0\0\x22"))],
  ["MP3 with tags", "audio/mpeg", () => withNoise(ascii("ID3\x04\0\0"))],
  ["MP3", "audio/mpeg", () => withNoise(Buffer.from([0xff, 0xfb, 0x90, 0x64]))],
  ["MP3 of a low rate", "audio/mpeg", () => withNoise(Buffer.from([0xff, 0xf3, 0x84, 0xc4]))],
  ["AAC", "audio/aac", () => withNoise(Buffer.from([0xff, 0xf1, 0x50, 0x80]))],
  ["AAC of MPEG-2 with a checksum", "audio/aac", () => withNoise(Buffer.from([0xff, 0xf8, 0x4c, 0x80]))],
  ...["ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide"].map((name): (typeof RECORDINGS)[number] => [
    `MP4 or QuickTime that begins with ${name}`,
    "video/mp4",
    () => withNoise(box(name)),
  ]),
];
const MARKS = { title: "", artist: "", comment: "", track: "" };

const OTHERS: [string, () => Buffer | Promise<Buffer>][] = [
  ["a page", () => ascii("<!DOCTYPE html><script>alert(1)</script>")],
  ["a page behind a mark of its encoding", () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), ascii("<html>")])],
  ["a page in UTF-16", () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("A page <script>", "utf16le")])],
  ["a picture of letters", () => ascii("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>")],
  ["a script", () => ascii("#!/bin/sh\nrm -rf /\n")],
  ["a program", () => withNoise(ascii("\x7fELF\x02\x01\x01"))],
  ["a program of Windows", () => withNoise(ascii("MZ\x90\0\x03"))],
  ["an archive", () => withNoise(ascii("PK\x03\x04\x14\0"))],
  ["a document", () => plainPdf(1)],
  ["a picture", () => picture("png")],
  ["a picture in the container of WAVE", () => picture("webp")],
  ["words", () => ascii("My answer, word for word.")],
  ["nothing but zeros", () => Buffer.alloc(500)],
  ["noise", () => Buffer.concat([Buffer.from([0x80]), randomBytes(500)])],
  ["a recording behind a byte", () => Buffer.concat([ascii(" "), takeBytes(500)])],
  ["less than the first bytes of one", () => takeBytes(3)],
];

describe("a recording", () => {
  it.each(RECORDINGS)("is taken: %s", async (_name, type, make) => {
    const { uid, put } = await sendAs(type, await make());
    expect((await put()).body.serverData).toEqual({ stored: true, uid });
    expect(await answerDetail(harness(), token, uid)).toMatchObject({ state: "stored", recording: { type } });
  });

  it("that was stored before anybody looked stays, though it comes once more", async () => {
    const { uid, put } = await sendAs("video/webm", takeBytes(300));
    await put();
    const [row] = await sql`select file_key as key from answers where id = ${uid}`;
    const key = String(row?.key);
    writeFileSync(path.join(harness().env.dataDir, "files", key.slice(-2), key), randomBytes(300).fill(0, 0, 8));
    const before = await kept();
    expect((await put()).body.serverData).toEqual({ stored: true, uid });
    expect(await kept()).toEqual(before);
  });
});

describe("what is none", () => {
  it.each(OTHERS)("is refused, and nothing of it stays: %s", async (_name, make) => {
    const bytes = await make();
    const { uid, put } = await sendAs("video/webm", bytes);
    const before = await kept();
    const { status, body } = await put();
    expect({ status, body }).toEqual({ status: 415, body: { code: "recordingRefused", message: CATALOGUES.en.errors.recordingRefused } });
    const after = await kept();
    expect(after.files).toEqual(before.files);
    expect(after.rows).toHaveLength(before.rows.length - 1);
    expect(await answerDetail(harness(), token, uid)).toMatchObject({ state: "uploading", media: null });
  });

  it.each(["fr", "vi", "cn", "ar"] as const)("is refused in words of %s", async (locale) => {
    const { url } = await sendAs("audio/webm", ascii("<html>"));
    const put = await fetch(url, { method: "PUT", headers: { "accept-language": locale === "cn" ? "zh-CN" : locale }, body: "<html>" });
    expect((await put.json()).message).toBe(CATALOGUES[locale].errors.recordingRefused);
  });

  it("is told from a recording that arrived damaged, which may be sent once more", async () => {
    const bytes = takeBytes(500);
    const { url } = await sendAs("video/webm", bytes);
    const damaged = await putFile(url, Buffer.concat([Buffer.alloc(8), bytes.subarray(8)]), "video/webm");
    expect(damaged.body.serverData).toEqual({ stored: false });
  });
});

it("is seldom told of noise", () => {
  const taken = Array.from({ length: 20_000 }, () => randomBytes(16)).filter(isRecording);
  expect(taken.length).toBeLessThan(40);
});
