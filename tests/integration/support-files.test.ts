import { randomUUID } from "node:crypto";
import postgres from "postgres";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, registerUser, useHarness } from "#tests/config/harness";
import { expectError, expectIssues, sentence } from "#tests/factories/catalogues";
import { plainPdf } from "#tests/factories/pdf";
import { bomb, giant, phonePicture, picture } from "#tests/factories/pictures";
import { answerTo, attach, begin, begun, CONTACT, historyOf, INBOX, mine, registerAgent, team, write } from "#tests/factories/support";
import { readZip } from "#tests/factories/zip";
import { eraseDue } from "@/features/account/deletion/mutations";
import { makeExports } from "@/features/account/export/mutations";
import { dropUnsent } from "@/features/support/chat/jobs";

const harness = useHarness();
let sql: postgres.Sql;
let user: string;
let stranger: string;
let agent: string;
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  user = (await registerUser(harness())).token;
  stranger = (await registerUser(harness())).token;
  agent = (await registerAgent(harness())).token;
});
afterAll(() => sql.end());

const stored = async () => (await sql`select key from stored_files`).map(({ key }) => key as string).sort();
const linkOf = async (token: string, uid: string) => (await mine(harness(), token, "file/view", { uid })).body.data;
const bytesOf = async (address: string) => Buffer.from(await (await fetch(address)).arrayBuffer());
const png = { name: "a.png", type: "image/png" };
const pdf = { name: "a.pdf", type: "application/pdf" };

/** A file that was taken. @returns its id */
async function taken(token: string, bytes: Uint8Array, file = png, on: Harness = harness()): Promise<string> {
  const put = await attach(on, token, bytes, file);
  expect(put.body.serverData).toEqual({ taken: true, uid: put.uid });
  return put.uid;
}

describe("what is refused before a byte is sent", () => {
  it.each([
    ["an SVG", { name: "a.svg", type: "image/svg+xml", size: 100 }],
    ["an SVG that calls itself a PNG's name", { name: "a.png", type: "image/svg+xml", size: 100 }],
    ["HTML", { name: "a.html", type: "text/html", size: 100 }],
    ["HTML under a PDF's type", { name: "a.html", type: "application/pdf", size: 100 }],
    ["a program", { name: "a.exe", type: "application/x-msdownload", size: 100 }],
    ["a PNG named as a PDF", { name: "a.pdf", type: "image/png", size: 100 }],
    ["a video", { name: "a.webm", type: "video/webm", size: 100 }],
    ["no type", { name: "a.png", type: "", size: 100 }],
    ["10 MB and a byte", { ...png, size: 10 * 1024 ** 2 + 1 }],
    ["a PDF of 10 MB and a byte", { ...pdf, size: 10 * 1024 ** 2 + 1 }],
    ["a gigabyte", { ...png, size: 1024 ** 3 }],
    ["nothing", { ...png, size: 0 }],
    ["a name with half a character", { ...png, name: "\ud800.png", size: 100 }],
  ])("%s: with a sentence", async (_name, file) => {
    const before = await stored();
    const answer = await attach(harness(), user, Buffer.alloc(0), file);
    expect(answer.status).toBe(415);
    expect(answer.body).toEqual({ message: sentence("en", "errors.attachmentRefused"), code: "attachmentRefused" });
    expect(await stored()).toEqual(before);
  });

  it("a file of nobody", async () => {
    for (const token of [undefined, "rubbish"]) {
      const answer = await attach(harness(), token, await picture("png"), png);
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 401, code: "unauthorized" });
    }
  });
});

describe("what is refused once it is looked at", () => {
  const cases: [string, () => Promise<Uint8Array> | Uint8Array, typeof png, string][] = [
    ["HTML as a PNG", () => Buffer.from("<!DOCTYPE html><script>alert(1)</script>"), png, "lying"],
    ["an SVG as a PNG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), png, "lying"],
    ["a JPEG as a PNG", () => picture("jpeg"), png, "lying"],
    ["a PNG as a PDF", () => picture("png"), pdf, "lying"],
    ["a PDF as a PNG", () => plainPdf(1), png, "lying"],
    [
      "a PNG's head and rubbish",
      async () => Buffer.concat([(await picture("png")).subarray(0, 60), Buffer.alloc(500, 7)]),
      png,
      "unreadable",
    ],
    ["half a PNG", async () => (await picture("png")).subarray(0, 600), png, "unreadable"],
    ["a picture that unpacks to 100 million pixels", bomb, png, "unreadable"],
    ["a picture larger than any memory", giant, png, "unreadable"],
  ];
  it.each(cases)(
    "%s",
    async (_name, make, file, problem) => {
      const before = await stored();
      const { status, body } = await attach(harness(), user, await make(), file);
      expect({ status, data: body.serverData }).toEqual({ status: 200, data: { taken: false, problem } });
      expect(await stored()).toEqual(before);
    },
    60_000,
  );
});

describe("what is too much of one account", () => {
  /** A file of this size that was sent so many days ago. */
  async function sentBefore(token: string, bytes: number, days: number): Promise<void> {
    const id = await begun(harness(), token);
    await sql`insert into support_attachments (id, uploader_id, message_id, file_key, name, type, size_bytes, created_at)
      select gen_random_uuid(), author_id, id, gen_random_uuid(), 'a.pdf', 'application/pdf', ${bytes}, now() - make_interval(days => ${days})
      from support_messages where conversation_id = ${id}`;
  }
  const MB = 1_000_000;

  it.each([
    ["within a day", 500 * MB, 0],
    ["at all", 2000 * MB, 30],
  ])("%s is told before it is sent", async (_name, most, days) => {
    const { token } = await registerUser(harness());
    const bytes = plainPdf(1);
    await sentBefore(token, most - bytes.length, days);
    await taken(token, bytes, pdf);
    const before = await stored();
    const answer = await attach(harness(), token, bytes, pdf);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 409,
      body: { message: sentence("en", "errors.attachmentsFull"), code: "attachmentsFull" },
    });
    expect(await stored()).toEqual(before);
    // Words are always heard.
    expect((await begin(harness(), token)).status).toBe(200);
  });

  it("by the day is let in on the next", async () => {
    const { token } = await registerUser(harness());
    await sentBefore(token, 500 * MB, 1);
    await taken(token, plainPdf(1), pdf);
  });

  it("is not taken where many come at once", async () => {
    const { token, user: person } = await registerUser(harness());
    const bytes = plainPdf(1);
    await sentBefore(token, 500 * MB - 2 * bytes.length, 0);
    await Promise.all(Array.from({ length: 6 }, () => attach(harness(), token, bytes, pdf)));
    expect(await sql`select 1 from support_attachments where uploader_id = ${person.uid} and message_id is null`).toHaveLength(2);
  });

  it("is nothing that holds up the team", async () => {
    const { token } = await registerAgent(harness());
    await sentBefore(token, 5000 * MB, 0);
    await taken(token, plainPdf(1), pdf);
  });
});

describe("what is taken", () => {
  it.each([
    ["png", "image/png"],
    ["jpeg", "image/jpeg"],
    ["webp", "image/webp"],
    ["gif", "image/gif"],
  ] as const)("a %s, as one, with a preview", async (format, type) => {
    const uid = await taken(user, await picture(format), { name: `a.${format}`, type });
    const { url, preview, name } = await linkOf(user, uid);
    expect(name).toBe(`a.${format}`);
    const answer = await fetch(url);
    expect({ status: answer.status, type: answer.headers.get("content-type") }).toEqual({ status: 200, type });
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ format, width: 600, height: 400 });
    expect(await sharp(await bytesOf(preview)).metadata()).toMatchObject({ format: "webp", width: 480, height: 320 });
  });

  it("a PDF, byte for byte, as a download and nothing that a browser shows by itself", async () => {
    const bytes = plainPdf(2);
    const uid = await taken(user, bytes, { name: "شهادة خبرة.pdf", type: "application/pdf" });
    const { url, preview } = await linkOf(user, uid);
    expect(preview).toBeNull();
    const answer = await fetch(url);
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename*=UTF-8''${encodeURIComponent("شهادة خبرة.pdf")}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it("a PNG with a page behind it, without the page", async () => {
    const uid = await taken(user, Buffer.concat([await picture("png"), Buffer.from("<html><script>alert('SECRET')</script></html>")]));
    const bytes = await bytesOf((await linkOf(user, uid)).url);
    expect(bytes.includes("SECRET")).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 600 });
  });

  it("a phone's photo upright, without the place, the owner and the camera", async () => {
    const uid = await taken(user, await phonePicture(), { name: "photo.jpg", type: "image/jpeg" });
    const { url, preview } = await linkOf(user, uid);
    for (const bytes of [await bytesOf(url), await bytesOf(preview)]) {
      const { exif, orientation, xmp, iptc } = await sharp(bytes).metadata();
      expect({ exif, xmp, iptc, upright: (orientation ?? 1) === 1 }).toEqual({
        exif: undefined,
        xmp: undefined,
        iptc: undefined,
        upright: true,
      });
      expect(bytes.includes("Ada Test")).toBe(false);
      expect(bytes.includes("Camera maker")).toBe(false);
    }
    expect(await sharp(await bytesOf(url)).metadata()).toMatchObject({ width: 600, height: 400 });
  });

  it("a GIF that moves, moving", async () => {
    const frames = await Promise.all(
      ["#f00", "#0f0", "#00f"].map((background) =>
        sharp({ create: { width: 40, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 200, 300], loop: 0 })
      .toBuffer();
    expect((await sharp(gif, { animated: true }).metadata()).pages).toBe(3);
    const uid = await taken(user, gif, { name: "a.gif", type: "image/gif" });
    const { url, preview } = await linkOf(user, uid);
    expect(await sharp(await bytesOf(url), { animated: true }).metadata()).toMatchObject({
      format: "gif",
      pages: 3,
      pageHeight: 30,
      delay: [100, 200, 300],
    });
    expect((await sharp(await bytesOf(preview), { animated: true }).metadata()).pages ?? 1).toBe(1);
    const id = await begun(harness(), user, { attachments: [uid] });
    const { messages } = await historyOf(harness(), user, id);
    expect(messages[0].attachments).toMatchObject([{ width: 40, height: 30 }]);
  });

  it.each([["../../etc/passwd.pdf"], ["a\r\nX-Evil: 1.pdf"], ["\u202efdp.exe.pdf"], [`${"ا".repeat(300)}.pdf`], [".pdf"]])(
    "under a name that harms nobody: %j",
    async (name) => {
      const put = await attach(harness(), user, plainPdf(1), { name, type: "application/pdf" });
      expect({ status: put.status, data: put.body.serverData }).toEqual({ status: 200, data: { taken: true, uid: put.uid } });
      const link = await linkOf(user, put.uid);
      expect(link.name).toMatch(/^[^\p{Cc}\p{Cs}/\\\u202a-\u202e\u2066-\u2069]{1,120}$/u);
      expect(link.name).toMatch(/\.pdf$/);
      const answer = await fetch(link.url);
      expect({ status: answer.status, evil: answer.headers.get("x-evil") }).toEqual({ status: 200, evil: null });
    },
  );
});

describe("a file and its message", () => {
  it("goes with one message, once, and with its uploader's only", async () => {
    const uid = await taken(user, await picture("png"));
    const theirs = await taken(stranger, await picture("png"));
    const id = await begun(harness(), user);
    expectError(await write(harness(), user, id, "", { attachments: [theirs] }), 409, "attachmentGone");
    expectError(await write(harness(), user, id, "", { attachments: [uid, theirs] }), 409, "attachmentGone");
    expectError(await answerTo(harness(), agent, id, "", { attachments: [uid] }), 409, "attachmentGone");
    const [one, two] = await Promise.all([1, 2].map(() => write(harness(), user, id, "", { attachments: [uid] })));
    expect([one?.status, two?.status].sort()).toEqual([200, 409]);
    expectError(await write(harness(), user, id, "x", { attachments: [uid] }), 409, "attachmentGone");
    expect((await historyOf(harness(), user, id)).messages).toHaveLength(2);
  });

  it("five of them, in their order; six are refused", async () => {
    const uids: string[] = [];
    for (let n = 0; n < 6; n++) uids.push(await taken(user, await picture("png"), { name: `${n}.png`, type: "image/png" }));
    expectIssues(await begin(harness(), user, { attachments: uids }), ["attachments"]);
    const order = [4, 0, 3, 1, 2].map((n) => uids[n] ?? "");
    const id = await begun(harness(), user, { attachments: order });
    const { messages } = await historyOf(harness(), user, id);
    expect(messages[0].attachments.map(({ uid }: { uid: string }) => uid)).toEqual(order);
    expect(Object.keys(messages[0].attachments[0]).sort()).toEqual(["height", "name", "size", "type", "uid", "width"]);
  });

  it("is opened by both sides once it is sent, by its uploader alone before, and by a stranger never", async () => {
    const uid = await taken(user, await picture("png"));
    expect((await mine(harness(), user, "file/view", { uid })).status).toBe(200);
    for (const token of [stranger, agent]) expectError(await mine(harness(), token, "file/view", { uid }), 404, "notFound");
    expectError(await team(harness(), agent, "file/view", { uid }), 404, "notFound");
    const id = await begun(harness(), user, { attachments: [uid] });
    expect((await team(harness(), agent, "file/view", { uid })).status).toBe(200);
    expectError(await mine(harness(), stranger, "file/view", { uid }), 404, "notFound");
    const sent = await taken(agent, plainPdf(1), pdf);
    await answerTo(harness(), agent, id, "Here", { attachments: [sent] });
    expect((await mine(harness(), user, "file/view", { uid: sent })).status).toBe(200);
  });

  it("is downloaded with a live signed address only", async () => {
    const uid = await taken(user, await picture("png"));
    const { url } = await linkOf(user, uid);
    const { url: others } = await linkOf(stranger, await taken(stranger, await picture("png")));
    const [plain] = url.split("?");
    const swapped = `${plain}?${others.split("?")[1]}`;
    const later = url.replace(/expires=(\d+)/, (_: string, at: string) => `expires=${Number(at) + 1000}`);
    expect(later).not.toBe(url);
    for (const address of [plain, swapped, later, url.slice(0, -2)]) expect((await fetch(address)).status).toBe(403);
    const [row] = await sql`select file_key as key from support_attachments where id = ${uid}`;
    const short = await harness().app.services.files.link(row?.key, 5);
    expect((await fetch(short)).status).toBe(200);
    const left = Number(new URL(short).searchParams.get("expires")) - Date.now();
    await new Promise((resolve) => setTimeout(resolve, left + 100));
    expect((await fetch(short)).status).toBe(403);
  });
});

describe("the same file sent again", () => {
  it("under its id is the one that is there, and stays whole", async () => {
    const bytes = plainPdf(3);
    const uid = randomUUID();
    const first = await attach(harness(), user, bytes, { ...pdf, uid });
    const again = await attach(harness(), user, bytes, { ...pdf, uid });
    expect([first.body.serverData, again.body.serverData]).toEqual([
      { taken: true, uid },
      { taken: true, uid },
    ]);
    expect((await bytesOf((await linkOf(user, uid)).url)).equals(bytes)).toBe(true);
    const theirs = await attach(harness(), stranger, bytes, { ...pdf, uid });
    expect(theirs.status).toBeGreaterThanOrEqual(400);
    expect((await bytesOf((await linkOf(user, uid)).url)).equals(bytes)).toBe(true);
  });

  it("by another, or for another message, is a file of its own", async () => {
    const bytes = plainPdf(4);
    const other = Buffer.from(bytes);
    other[other.length - 3] = 0x20;
    const uids = [await taken(user, bytes, pdf), await taken(user, bytes, pdf), await taken(stranger, other, pdf)];
    const keys = (await sql`select file_key from support_attachments where id = any(${uids})`).map(({ file_key }) => file_key);
    expect(new Set(keys).size).toBe(3);
    expect((await bytesOf((await linkOf(stranger, uids[2] ?? "")).url)).equals(other)).toBe(true);
    await begun(harness(), user, { attachments: [uids[0] ?? ""] });
    await sql`update support_attachments set created_at = now() - interval '9 days' where id = ${uids[1] ?? ""}`;
    await dropUnsent(harness().app.services);
    expect((await bytesOf((await linkOf(user, uids[0] ?? "")).url)).equals(bytes)).toBe(true);
  });
});

describe("files that nobody sent", () => {
  it("go after eight days; what was sent stays", async () => {
    const own = (await registerUser(harness())).token;
    const [sent, fresh, old] = [
      await taken(own, await picture("png")),
      await taken(own, plainPdf(1), pdf),
      await taken(own, await picture("png")),
    ];
    await begun(harness(), own, { attachments: [sent] });
    await sql`update support_attachments set created_at = now() - interval '7 days 23 hours' where id = ${fresh}`;
    await sql`update support_attachments set created_at = now() - interval '8 days 1 minute' where id in (${old}, ${sent})`;
    const [row] = await sql`select file_key, preview_key from support_attachments where id = ${old}`;
    await Promise.all([dropUnsent(harness().app.services), dropUnsent(harness().app.services)]);
    expectError(await mine(harness(), own, "file/view", { uid: old }), 404, "notFound");
    for (const key of [row?.file_key, row?.preview_key]) await expect(harness().app.services.files.open(key)).rejects.toThrow();
    for (const uid of [sent, fresh]) expect((await fetch((await linkOf(own, uid)).url)).status).toBe(200);
  });

  it("go all at once, however many", async () => {
    await sql`insert into support_attachments (id, file_key, name, type, size_bytes, created_at)
      select gen_random_uuid(), 'unsent-' || n, 'a.pdf', 'application/pdf', 1, now() - interval '9 days' from generate_series(1, 1001) n`;
    await dropUnsent(harness().app.services);
    expect(await sql`select 1 from support_attachments where file_key like 'unsent-%'`).toHaveLength(0);
  });

  it("are twenty at most: the oldest make room", async () => {
    const own = await registerUser(harness());
    const first = await taken(own.token, plainPdf(1), pdf);
    await sql`
      insert into support_attachments (id, uploader_id, file_key, name, type, size_bytes, created_at)
      select gen_random_uuid(), ${own.user.uid}, 'k' || n, 'a.pdf', 'application/pdf', 1, now() from generate_series(1, 18) n`;
    const last = await taken(own.token, plainPdf(1), pdf);
    expect((await mine(harness(), own.token, "file/view", { uid: first })).status).toBe(200);
    const [{ file_key: key } = { file_key: "" }] = await sql`select file_key from support_attachments where id = ${first}`;
    await taken(own.token, plainPdf(1), pdf);
    expectError(await mine(harness(), own.token, "file/view", { uid: first }), 404, "notFound");
    await expect(harness().app.services.files.open(key)).rejects.toThrow();
    expect((await mine(harness(), own.token, "file/view", { uid: last })).status).toBe(200);
    expect(await sql`select 1 from support_attachments where uploader_id = ${own.user.uid}`).toHaveLength(20);
  });
});

describe("the end of an account", () => {
  const A = "/api/user/personalization/account";
  async function end({ token, user: { uid } }: { token: string; user: { uid: string } }) {
    const asked = await harness().call("POST", `${A}/deletion/request`, { token, body: {} });
    expect(asked.status).toBe(200);
    await sql`update users set deletion_requested_at = now() - interval '14 days 1 minute' where id = ${uid}`;
    await eraseDue(harness().app.services);
    expect((await sql`select erased_at is not null as erased from users where id = ${uid}`)[0]?.erased).toBe(true);
  }

  it("takes conversations, answers, notes and files with it", async () => {
    const person = await registerUser(harness());
    const files = [
      await taken(person.token, await picture("png")),
      await taken(person.token, plainPdf(1), pdf),
      await taken(agent, plainPdf(1), pdf),
    ];
    const id = await begun(harness(), person.token, { attachments: [files[0] ?? ""] });
    await answerTo(harness(), agent, id, "x", { attachments: [files[2] ?? ""] });
    await team(harness(), agent, "conversation/note", { conversationId: id, text: "x" });
    const held = (await harness().call("GET", `${A}/deletion/holdings/get`, { token: person.token })).body.data;
    expect(held).toMatchObject({ conversations: 1 });
    const keys = (await sql`select unnest(array[file_key, preview_key]) as key from support_attachments where id = any(${files})`).flatMap(
      ({ key }) => key ?? [],
    );
    expect(keys).toHaveLength(4);
    await end(person);
    for (const table of ["support_messages", "support_notes", "support_waits"])
      expect({ table, left: (await sql`select 1 from ${sql(table)} where conversation_id = ${id}`).length }).toEqual({ table, left: 0 });
    expect(await sql`select 1 from support_conversations where id = ${id}`).toHaveLength(0);
    expect(await sql`select 1 from support_attachments where id = any(${files})`).toHaveLength(0);
    for (const key of keys) await expect(harness().app.services.files.open(key)).rejects.toThrow();
  });

  it("of somebody of the team leaves what they answered, without their name, and what they had to everybody", async () => {
    const member = await registerAgent(harness(), "Leaving");
    const bytes = plainPdf(2);
    const uid = await taken(member.token, bytes, pdf);
    const id = await begun(harness(), user);
    await answerTo(harness(), member.token, id, "Read this", { attachments: [uid] });
    await team(harness(), member.token, "conversation/note", { conversationId: id, text: "A note" });
    await end(member);
    const { messages } = await historyOf(harness(), user, id);
    expect(messages[1]).toMatchObject({ text: "Read this", author: null });
    expect((await bytesOf((await linkOf(user, uid)).url)).equals(bytes)).toBe(true);
    const view = (await team(harness(), agent, "conversation/view", { conversationId: id })).body.data;
    expect(view).toMatchObject({ assignee: null, notes: [{ text: "A note", author: null }] });
  });
});

describe("the archive", () => {
  it("holds messages and files", async () => {
    const { token } = await registerUser(harness());
    const bytes = plainPdf(2);
    const uid = await taken(token, bytes, { name: "My CV.pdf", type: "application/pdf" });
    const id = await begun(harness(), token, { subject: "About my CV", message: "Here it is", attachments: [uid] });
    await answerTo(harness(), agent, id, "Thank you");
    await team(harness(), agent, "conversation/note", { conversationId: id, text: "SECRET" });
    const P = "/api/user/personalization/account/export";
    await harness().call("POST", `${P}/request`, { token });
    await makeExports(harness().app.services);
    const latest = (await harness().call("GET", `${P}/get`, { token })).body.data;
    const link = await harness().call("POST", `${P}/link`, { token, body: { uid: latest.uid } });
    const entries = readZip(await bytesOf(link.body.data.link));
    const data = JSON.parse(entries.find(({ name }) => name.endsWith("data/support.json"))?.bytes.toString() ?? "null");
    expect(JSON.stringify(data)).not.toContain("SECRET");
    expect(data.conversations).toMatchObject([
      {
        subject: "About my CV",
        messages: [
          { side: "user", text: "Here it is" },
          { side: "support", text: "Thank you", files: [] },
        ],
      },
    ]);
    const [path] = data.conversations[0].messages[0].files;
    expect(entries.find(({ name }) => name.endsWith(path))?.bytes.equals(bytes)).toBe(true);
    expect((await harness().call("GET", `${INBOX}/queue/get`, { token })).status).toBe(403);
    expect((await harness().call("GET", `${CONTACT}/get`, { token })).body.meta.total).toBe(1);
  });
});
