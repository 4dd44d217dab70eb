import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { answerDetail } from "#tests/factories/answers";
import { addImage } from "#tests/factories/forum";
import { aShop, type Shop } from "#tests/factories/isolation/shop";
import { picture } from "#tests/factories/pictures";
import { refusing } from "#tests/factories/refusing";
import { PEER, storedTake } from "#tests/factories/reviews";
import { statementsOf } from "#tests/factories/statements";
import { attach } from "#tests/factories/support";
import { askToSend, putFile, storedAnswer } from "#tests/factories/uploads";
import { sendToWorkspace } from "#tests/factories/workspace-files";
import { makeExports } from "@/features/account/export/mutations";
import { prepareRequests } from "@/features/peer-review/recordings/mutations";
import * as schema from "@/server/db/schema";
import { dropOrphans, MADE } from "@/server/jobs/orphans";
import { Disk } from "@/server/vendors/uploadthing/disk";
import { removeStray } from "@/server/vendors/uploadthing/stray";

const harness = useHarness();
let sql: postgres.Sql;
let token: string;
let shop: Shop;
beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  token = (await registerUser(harness())).token;
  shop = await aShop(harness());
});
afterAll(() => sql.end());

const folder = () => path.join(harness().env.dataDir, "files");
const onDisk = (key: string) => path.join(folder(), key.slice(-2), key);
const sweep = () => dropOrphans(harness().app.services);
const keys = async () => (await sql`select key from stored_files`).map(({ key }) => String(key)).toSorted();
const allFiles = () =>
  readdirSync(folder(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();

const DAY_MS = 86_400_000;
/** Three days go by. */
async function later(): Promise<void> {
  await sql`update stored_files set created_at = created_at - interval '3 days', uploaded_at = uploaded_at - interval '3 days'`;
  await sql`update settings set value = (select jsonb_agg(one::float8 - ${3 * DAY_MS}::float8) from jsonb_array_elements_text(value) as one)
    where key = 'sweeps'`;
  for (const name of allFiles()) {
    const then = new Date(statSync(onDisk(name)).mtimeMs - 3 * DAY_MS);
    utimesSync(onDisk(name), then, then);
  }
}

describe("files that a process left when it ended in the middle", () => {
  it("go after two days; whatever somebody has stays", async () => {
    const png = await picture("png");
    const { files } = harness().app.services;
    const take = await storedAnswer(harness(), token);
    expect((await attach(harness(), token, png, { name: "a.png", type: "image/png" })).body.serverData).toMatchObject({ taken: true });
    const customer = await shop.ask("customers.save", { name: "A customer", notes: "", contacts: [], sites: [] });
    const about = { customerUid: customer.uid };
    expect(
      (await sendToWorkspace(harness(), shop.owner.token, shop.workspaceId, png, { name: "b.png", type: "image/png", about })).status,
    ).toBe(200);
    // What another try left, if there was one, goes before this one begins.
    await later();
    await sweep();
    const kept = await keys();
    expect(allFiles()).toEqual(kept);

    // The server made it, and ended before a row knew of it.
    const made = await files.save({ name: "preview.webp", type: "image/webp", bytes: new Blob(["made"]) });
    // It arrived, and the server ended before it was looked at.
    const raw = await files.save({ name: "c.png", type: "image/png", bytes: new Blob(["raw"]) });
    await sql`update stored_files set slug = 'supportAttachment' where key = ${raw}`;
    // It had been on its way for days, and has just come.
    const late = await files.save({ name: "d.png", type: "image/png", bytes: new Blob(["late"]) });
    await sql`update stored_files set slug = 'supportAttachment', created_at = created_at - interval '3 days' where key = ${late}`;
    // Its row was removed, and it was written once more.
    const stray = "straystraystray";
    mkdirSync(path.dirname(onDisk(stray)), { recursive: true });
    writeFileSync(onDisk(stray), "stray");

    await sweep();
    // Somebody may still be at it.
    const fresh = [...kept, made, raw, late];
    expect([await keys(), allFiles()]).toEqual([fresh.toSorted(), [...fresh, stray].toSorted()]);
    await later();
    await sweep();
    expect([await keys(), allFiles()]).toEqual([kept, kept]);
    const { media } = await answerDetail(harness(), token, take.uid);
    expect((await fetch(media.link)).status).toBe(200);
  });

  it("stay where the files are another database's, as all of them would look like nobody's", async () => {
    const stray = "straystrayother";
    mkdirSync(path.dirname(onDisk(stray)), { recursive: true });
    writeFileSync(onDisk(stray), "stray");
    await sweep();
    const mark = path.join(harness().env.dataDir, "files-of");
    const own = readFileSync(mark, "utf8");
    await later();
    // The same folder before a new database, and before one that has files of its own.
    await sql`delete from settings where key = 'filesOf'`;
    await sweep();
    expect(existsSync(onDisk(stray))).toBe(true);
    await sql`insert into settings (key, value, version) values ('filesOf', '"another"', 1)`;
    await sweep();
    expect(existsSync(onDisk(stray))).toBe(true);
    expect(readFileSync(mark, "utf8")).toBe(own);
    // Files that come from a backup have no name yet: they are the database's that came with them.
    rmSync(mark);
    await sweep();
    expect(existsSync(onDisk(stray))).toBe(false);
    expect(readFileSync(mark, "utf8")).toBe("another\n");
    expect(readdirSync(harness().env.dataDir).filter((name) => name.startsWith("files-of"))).toEqual(["files-of"]);
  });

  it("stay for two days where the database was set back to before they came, however old they are: it may be set forward again", async () => {
    const key = await harness().app.services.files.save({ name: "f.txt", type: "text/plain", bytes: new Blob(["came after"]) });
    await sweep();
    await later();
    // As if it had come half a day after that sweep, which was the last before the moment to which the database was set back.
    const then = new Date(Date.now() - 2.5 * DAY_MS);
    utimesSync(onDisk(key), then, then);
    await sql`delete from stored_files where key = ${key}`;
    await sweep();
    expect(existsSync(onDisk(key))).toBe(true);
    await later();
    await sweep();
    expect(existsSync(onDisk(key))).toBe(false);
  });

  it("that cannot be removed keep nothing else of the night from being swept, which has failed", async () => {
    const key = await harness().app.services.files.save({ name: "e.png", type: "image/png", bytes: new Blob(["raw"]) });
    await sql`update stored_files set slug = 'supportAttachment' where key = ${key}`;
    const stray = "straystraynight";
    const tmp = path.join(harness().env.dataDir, "tmp");
    mkdirSync(path.dirname(onDisk(stray)), { recursive: true });
    mkdirSync(tmp, { recursive: true });
    for (const file of [onDisk(stray), path.join(tmp, "left.zip")]) writeFileSync(file, "left");
    await sweep();
    await later();
    const then = new Date(Date.now() - 25 * 3_600_000);
    utimesSync(path.join(tmp, "left.zip"), then, then);
    await refusing(sql, "delete", "stored_files", () => expect(sweep()).rejects.toThrow());
    expect([existsSync(onDisk(stray)), readdirSync(tmp)]).toEqual([false, []]);
    await sweep();
    expect(await keys()).not.toContain(key);
  });

  it("a file that is gone though its row says that it is whole can be sent once more", async () => {
    const { uid, bytes, recording, address } = await storedAnswer(harness(), token);
    const [{ key } = { key: "" }] = await sql`select file_key as key from answers where id = ${uid}`;
    const { files } = harness().app.services;
    expect(existsSync(onDisk(key))).toBe(true);
    // As a removal that was interrupted leaves it.
    const row = await sql`select * from stored_files where key = ${key}`;
    await files.remove([key]);
    await sql`insert into stored_files ${sql(row)}`;
    expect((await putFile(address, bytes, recording.type)).status).toBe(200);
    const { media } = await answerDetail(harness(), token, uid);
    const played = Buffer.from(await (await fetch(media.link)).arrayBuffer());
    expect(createHash("md5").update(played).digest("hex")).toBe(recording.md5);
  });

  const VIDEO = readFileSync("public/learning/tell-me-about-yourself.mp4");
  const FILE = { name: "a.png", type: "image/png" };
  /** Where to send a video's file. */
  const videoAddress = async (): Promise<string> => {
    const { token: admin, user } = await registerUser(harness());
    await sql`update users set role = 'admin' where id = ${user.uid}`;
    const [row] = await sql`select id from videos order by id limit 1`;
    const file = { name: "a.mp4", type: "video/mp4", size: VIDEO.length };
    return (await askToSend(harness(), admin, "learningVideo", file, { uid: row?.id })).body[0].url;
  };
  const sendVideo = (address: string) => putFile(address, VIDEO, "video/mp4");
  const videoKey = () => sql`select source ->> 'key' as key from videos order by id limit 1`;

  it.each([
    {
      what: "a file of a message",
      send: async () => attach(harness(), token, await picture("png"), FILE),
      keyed: () => sql`select file_key as key from support_attachments order by created_at desc limit 1`,
      // The file and its preview.
      more: 2,
    },
    {
      what: "a picture of the forum",
      send: async () => addImage(harness(), token, await picture("png")),
      keyed: () => sql`select file_key as key from forum_images order by created_at desc limit 1`,
      more: 1,
    },
    { what: "a video in another one's place", send: async () => sendVideo(await videoAddress()), keyed: videoKey, more: 0 },
  ])(
    "$what stands where the storage does not remove what is not needed any more: that goes after two days",
    async ({ send, keyed, more }) => {
      const sent = await send();
      expect(sent.body.serverData).toMatchObject({ taken: true });
      const before = await keys();
      const again = await refusing(sql, "delete", "stored_files", send);
      expect(again.body.serverData).toMatchObject({ taken: true });
      const [row] = await keyed();
      expect(existsSync(onDisk(row?.key))).toBe(true);
      await later();
      await sweep();
      expect(existsSync(onDisk(row?.key))).toBe(true);
      // As many as after one more that went well.
      expect([(await keys()).length - before.length, allFiles()]).toEqual([more, await keys()]);
    },
  );

  it("a video stays where its file comes once more, because the answer was lost, and cannot be taken this time", async () => {
    const address = await videoAddress();
    expect((await sendVideo(address)).body.serverData).toEqual({ taken: true });
    const [row] = await videoKey();
    expect((await refusing(sql, "update", "videos", () => sendVideo(address))).status).toBe(500);
    expect(existsSync(onDisk(row?.key))).toBe(true);
  });

  it("many are asked after together: as many questions for a thousand as for one", async () => {
    const own = path.join(harness().env.dataDir, "many");
    const disk = new Disk(own);
    const then = new Date(Date.now() - 3 * 86_400_000);
    const keysOf = (what: string, count: number) => Array.from({ length: count }, (_, at) => `${what}${String(at).padStart(6, "0")}`);
    const [strays, known] = [keysOf("strays", 1001), keysOf("knownn", 3)];
    for (const key of [...strays, ...known]) {
      mkdirSync(path.dirname(disk.path(key)), { recursive: true });
      writeFileSync(disk.path(key), "x");
      utimesSync(disk.path(key), then, then);
    }
    const { files } = harness().app.services;
    const like = await files.save({ name: "a.txt", type: "text/plain", bytes: new Blob(["x"]) });
    const [row] = await sql`select * from stored_files where key = ${like}`;
    await sql`insert into stored_files ${sql(known.map((key) => ({ ...row, key })))}`;
    try {
      const statements = await statementsOf(harness(), async (asked) =>
        expect(await removeStray(disk, asked, new Date(Date.now() - 86_400_000))).toBe(1001),
      );
      expect(strays.filter((key) => existsSync(disk.path(key)))).toEqual([]);
      expect(known.every((key) => existsSync(disk.path(key)))).toBe(true);
      expect(statements.filter((text) => text.includes("stored_files"))).toHaveLength(2);
    } finally {
      await sql`delete from stored_files where key in ${sql(known)}`;
      await files.remove([like]);
    }
  });

  it("an archive or a copy that was being made goes after a day, and nobody else could read it", async () => {
    const { dataDir } = harness().env;
    const tmp = path.join(dataDir, "tmp");
    mkdirSync(tmp, { recursive: true });
    chmodSync(tmp, 0o755);
    const { services } = harness().app;
    // Where it is handed over the job stops as a process that is ended does: what lies there then is looked at.
    const modes: number[][] = [];
    const save = async () => {
      modes.push([tmp, ...readdirSync(tmp).map((name) => path.join(tmp, name))].map((place) => statSync(place).mode & 0o777));
      throw new Error("ended");
    };
    const interrupted = { ...services, files: { ...services.files, save } };
    const { token: owner } = await registerUser(harness());
    await harness().call("POST", "/api/user/personalization/account/export/request", { token: owner });
    await makeExports(interrupted);
    const body = { answer_id: await storedTake(harness(), owner) };
    expect((await harness().call("POST", `${PEER}/request/save`, { token: owner, body })).status).toBe(200);
    await prepareRequests(interrupted);
    expect(modes).toEqual([
      [0o700, 0o600],
      [0o700, 0o600],
    ]);
    const [left, fresh] = [path.join(tmp, "left.zip"), path.join(tmp, "fresh.zip")];
    for (const file of [left, fresh]) writeFileSync(file, "of somebody");
    const then = new Date(Date.now() - 25 * 3_600_000);
    utimesSync(left, then, then);
    await sweep();
    expect(readdirSync(tmp)).toEqual(["fresh.zip"]);
  });

  it("every place where a file of the server's own can stand is looked at", () => {
    const places = Object.values(schema)
      .filter((one) => is(one, PgTable))
      .flatMap((table) => Object.values(getTableColumns(table)))
      .filter(({ name }) => /(file|preview|copy|voice|image|upload)_key$/.test(name))
      .map((column) => `${getTableName(column.table)}.${column.name}`);
    const looked = MADE.map((column) => `${getTableName(column.table)}.${column.name}`);
    // Recordings and voices as they came are uploads of their own; a workspace's files are asked for from within it.
    const others = ["answers.file_key", "review_requests.voice_upload_key", "workspace_files.file_key", "workspace_files.preview_key"];
    expect(places.toSorted()).toEqual([...looked, ...others].toSorted());
  });
});
