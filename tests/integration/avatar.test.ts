import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, registerUser, useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { openLive } from "#tests/factories/live";
import { bomb, giant, phonePicture, picture, TILE, TILES } from "#tests/factories/pictures";
import { askToSend, putFile } from "#tests/factories/uploads";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const WHOLE = { x: 0, y: 0, size: TILE * 2 };
const ask = (token: string | undefined, file: { name: string; size: number; type: string }, crop: unknown = WHOLE): Promise<Answer> =>
  askToSend(harness(), token, "avatar", file, crop);

/** Sends a picture as the browser's client does, and answers with what the app made of it. */
async function send(token: string, bytes: Buffer, crop: unknown = WHOLE, name = "me.jpg", type = "image/jpeg"): Promise<Answer> {
  const asked = await ask(token, { name, size: bytes.length, type }, crop);
  if (asked.status !== 200) throw new Error(`no upload address: ${asked.status} ${JSON.stringify(asked.body)}`);
  return putFile(asked.body[0].url, bytes, type);
}

const me = async (token: string) => (await harness().call("GET", "/api/account/my-account", { token })).body.user;
const fetchBytes = async (address: string) => {
  const answer = await fetch(harness().url + address);
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};
async function served(token: string) {
  const { avatar } = await me(token);
  return fetchBytes(avatar);
}
const storedFiles = async () => {
  const rows = await sql`select 1 from stored_files`;
  const root = path.join(harness().env.dataDir, "files");
  const files = existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()) : [];
  return { rows: rows.length, files: files.length };
};
const NOTHING = { rows: 0, files: 0 };

/** The colour around a point of the picture that is kept, from 0 to 1. */
async function colourAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [...data.subarray(at, at + 3)];
}
function expectColour(actual: number[], expected: number[] | undefined) {
  for (const [at, value] of actual.entries()) expect(Math.abs(value - (expected?.[at] ?? -255))).toBeLessThan(40);
}

describe("a profile picture", () => {
  it("of a phone becomes an upright square WebP without place, camera or name in it", async () => {
    const { token } = await registerUser(harness());
    const original = await phonePicture();
    const before = await sharp(original).metadata();
    expect(before).toMatchObject({ orientation: 6, width: TILE * 2, height: TILE * 3 });
    expect(original.includes("Camera maker")).toBe(true);

    const put = await send(token, original);
    expect(put.status).toBe(200);
    expect(put.body.serverData).toEqual({ avatar: expect.stringMatching(/^\/api\/user\/avatar\/[0-9a-f-]{36}$/) });
    const { bytes } = await served(token);
    const after = await sharp(bytes).metadata();
    expect(after).toMatchObject({ format: "webp", width: 512, height: 512 });
    for (const kind of ["exif", "icc", "iptc", "xmp", "orientation"] as const)
      expect({ kind, value: after[kind] }).toEqual({ kind, value: undefined });
    for (const word of ["Camera maker", "Ada Test", "GPS", "Exif"]) expect(bytes.includes(word)).toBe(false);
    // Two by two tiles from the upper left corner, as they are seen.
    expectColour(await colourAt(bytes, 0.25, 0.25), TILES[0]?.[0]);
    expectColour(await colourAt(bytes, 0.75, 0.25), TILES[0]?.[1]);
    expectColour(await colourAt(bytes, 0.25, 0.75), TILES[1]?.[0]);
    expectColour(await colourAt(bytes, 0.75, 0.75), TILES[1]?.[1]);
    // What was sent is not kept.
    expect(await storedFiles()).toEqual(NOTHING);
  });

  it.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [0, 1],
    [1, 1],
    [2, 1],
  ])("is cut as asked, in pixels of the upright picture: tile %i, %i", async (column, row) => {
    const { token } = await registerUser(harness());
    for (const bytes of [await phonePicture(), await picture("jpeg")]) {
      await send(token, bytes, { x: column * TILE, y: row * TILE, size: TILE });
      const kept = (await served(token)).bytes;
      for (const [x, y] of [
        [0.1, 0.1],
        [0.9, 0.9],
      ] as const)
        expectColour(await colourAt(kept, x, y), TILES[row]?.[column]);
    }
  });

  it.each([
    ["reaches beyond the picture", { x: TILE * 2, y: TILE, size: TILE * 5 }],
    ["lies beyond the picture", { x: 5000, y: 5000, size: 300 }],
    ["is far too large", { x: 0, y: 0, size: 20_000 }],
  ])("is still a square when the cut %s", async (_kind, crop) => {
    const { token } = await registerUser(harness());
    expect((await send(token, await phonePicture(), crop)).body.serverData.avatar).toEqual(expect.any(String));
    expect(await sharp((await served(token)).bytes).metadata()).toMatchObject({ format: "webp", width: 512, height: 512 });
  });

  it.each(["png", "webp", "gif"] as const)("may be a %s", async (format) => {
    const { token } = await registerUser(harness());
    const put = await send(token, await picture(format), WHOLE, `me.${format}`, `image/${format}`);
    expect(put.body.serverData.avatar).toEqual(expect.any(String));
    expectColour(await colourAt((await served(token)).bytes, 0.25, 0.25), TILES[0]?.[0]);
  });

  it("is told live to one's other devices", async () => {
    const { token } = await registerUser(harness());
    const live = await openLive(harness().url, token);
    try {
      await send(token, await picture("jpeg"));
      expect(await live.within(10_000, () => live.events.some(({ data }) => data?.json === "account"))).toBe(true);
    } finally {
      live.close();
    }
  });
});

describe("what is no picture", () => {
  const SVG =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><script>alert(1)</script><rect width="400" height="400"/></svg>';
  it.each([
    ["an SVG", "me.svg", "image/svg+xml", async () => Buffer.from(SVG)],
    ["an SVG named .png", "me.png", "image/png", async () => Buffer.from(SVG)],
    ["a text named .png", "me.png", "image/png", async () => Buffer.from("just a text")],
    ["a page named .jpg", "me.jpg", "image/jpeg", async () => Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["half a picture", "me.jpg", "image/jpeg", async () => (await phonePicture()).subarray(0, 1500)],
    [
      "a picture with its bytes shuffled",
      "me.png",
      "image/png",
      async () => Buffer.concat([(await picture("png")).subarray(0, 60), Buffer.alloc(900, 7)]),
    ],
    ["a decompression bomb", "me.png", "image/png", bomb],
    ["a picture that says it is a giant", "me.png", "image/png", giant],
    ["a PDF", "me.png", "image/png", async () => Buffer.from("%PDF-1.4\n%%EOF")],
  ])("%s is answered with null, and nothing of it is kept", async (_kind, name, type, make) => {
    const { token } = await registerUser(harness());
    const put = await send(token, await make(), WHOLE, name, type);
    expect(put.status).toBe(200);
    expect(put.body.serverData).toEqual({ avatar: null });
    expect((await me(token)).avatar).toBeNull();
    expect(await storedFiles()).toEqual(NOTHING);
  });

  it("leaves the picture that was there", async () => {
    const { token } = await registerUser(harness());
    await send(token, await picture("jpeg"));
    const { avatar } = await me(token);
    await send(token, Buffer.from("just a text"), WHOLE, "me.png", "image/png");
    expect((await me(token)).avatar).toBe(avatar);
    expect((await served(token)).status).toBe(200);
  });
});

describe("what is refused before it is sent", () => {
  const file = { name: "me.jpg", size: 1000, type: "image/jpeg" };

  it("a stranger's, with the contract's error", async () => {
    for (const [token, code] of [
      [undefined, "unauthorized"],
      ["garbage", "unauthorized"],
    ] as const) {
      const answer = await ask(token, file);
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 401, code });
    }
  });

  it.each([
    ["a video", { ...file, name: "me.mp4", type: "video/mp4" }],
    ["a document", { ...file, name: "me.pdf", type: "application/pdf" }],
    ["more than 8 MB", { ...file, size: 8 * 1024 * 1024 + 1 }],
  ])("%s", async (_kind, wrong) => {
    const { token } = await registerUser(harness());
    const answer = await ask(token, wrong);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  it.each([
    null,
    {},
    { x: -1, y: 0, size: 100 },
    { x: 0, y: 0, size: 15 },
    { x: 0.5, y: 0, size: 100 },
    { x: 0, y: 0, size: 20_001 },
    { x: "0", y: 0, size: 100 },
    { ...WHOLE, userId: "x" },
  ])("a cut of %j", async (crop) => {
    const { token } = await registerUser(harness());
    expect((await ask(token, file, crop)).status).toBe(400);
  });
});

describe("the address of a picture", () => {
  it("is served to image elements, for good, and to nobody who does not know it", async () => {
    const { token } = await registerUser(harness());
    await send(token, await picture("jpeg"));
    const { avatar } = await me(token);
    const answer = await fetchBytes(avatar);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(answer.headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    const head = await harness().call("HEAD", avatar);
    expect({ status: head.status, length: head.headers.get("content-length"), body: head.body }).toEqual({
      status: 200,
      length: String(answer.bytes.length),
      body: "",
    });
    expectError(await harness().call("POST", avatar, { body: {} }), 405, "methodNotAllowed");
    for (const id of [crypto.randomUUID(), "x", "", "../account", "%00", `${avatar.split("/").at(-1)}.webp`])
      expectError(await harness().call("GET", `/api/user/avatar/${id}`), 404, id === "../account" ? "unknownPath" : "notFound");
  });

  it("changes with the picture: the old one is gone", async () => {
    const { token } = await registerUser(harness());
    await send(token, await picture("jpeg"));
    const first = (await me(token)).avatar;
    await send(token, await picture("png"), WHOLE, "me.png", "image/png");
    const second = (await me(token)).avatar;
    expect(second).not.toBe(first);
    expect((await fetchBytes(first)).status).toBe(404);
    expect((await fetchBytes(second)).status).toBe(200);
    expect(
      await sql`select 1 from avatars a join users u on u.id = a.user_id where u.avatar_id = ${second.split("/").at(-1)}`,
    ).toHaveLength(1);
  });

  it("opens nothing once the picture was removed; removing none is no error", async () => {
    const { token } = await registerUser(harness());
    await send(token, await picture("jpeg"));
    const { avatar } = await me(token);
    for (let times = 0; times < 2; times++) {
      const answer = await harness().call("POST", "/api/user/personalization/account/avatar/remove", { token });
      expect(answer.body).toEqual({ data: { avatar: null } });
    }
    expect((await me(token)).avatar).toBeNull();
    expect((await fetchBytes(avatar)).status).toBe(404);
  });
});
