import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { answerDetail } from "#tests/factories/answers";
import { givePlan } from "#tests/factories/billing";
import { announcedTake, expectFull, expectStored } from "#tests/factories/full-disk";
import { picture } from "#tests/factories/pictures";
import { attach } from "#tests/factories/support";
import { putFile, putPieces, requestUpload, resumeAt, sendFile } from "#tests/factories/uploads";
import { Disk } from "@/server/vendors/uploadthing/disk";

/** What `faults-disk.test.ts` shows on a small disk of its own, for machines that may mount none: by what Linux has for everybody. */
const harness = useHarness();
let token: string;
let folder: string;
let disk: Disk;
beforeAll(async () => {
  const person = await registerUser(harness());
  token = person.token;
  await givePlan(harness(), person.user.uid);
  folder = path.join(harness().env.dataDir, "files");
  mkdirSync(folder, { recursive: true });
  disk = new Disk(folder);
});

/** A file system that says of itself that it has no room, in place of the one where files lie. */
const fill = () => {
  renameSync(folder, `${folder}-kept`);
  symlinkSync("/proc", folder);
};
const makeRoom = () => {
  if (!lstatSync(folder).isSymbolicLink()) return;
  rmSync(folder);
  renameSync(`${folder}-kept`, folder);
};
/** The largest file, in bytes, that this process may write, the app's own in it. */
const mayWrite = (bytes: number | "unlimited") => execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${bytes}:`]);
afterEach(makeRoom);

const SIZE = 3 * 1024 ** 2;
const announced = () => announcedTake(harness(), token, SIZE);
const stateOf = async (uid: string) => (await answerDetail(harness(), token, uid)).state;
const keyOf = (address: string) => new URL(address).pathname.split("/").at(-1) ?? "";
const names = () => readdirSync(folder, { recursive: true });

describe("the files' disk has no room", { retry: 0 }, () => {
  it("a recording, a picture of oneself and one with a message are refused before they write anything, and the same ones are taken when there is room again", async () => {
    const { uid, bytes, recording, file, address } = await announced();
    const png = await picture("png");
    const face = () => sendFile(harness(), token, "avatar", png, { name: "me.png", type: "image/png" }, { x: 0, y: 0, size: 64 });
    const attached = () => attach(harness(), token, png, { name: "a.png", type: "image/png" });
    const before = names();
    fill();
    expectFull(await requestUpload(harness(), token, uid, file));
    expectFull(await putFile(address, bytes, recording.type));
    expectFull(
      await putPieces(
        address,
        (async function* () {
          yield bytes;
        })(),
      ),
    );
    expectFull(await face());
    expectFull(await attached());
    // The database lies elsewhere: whoever reads or saves is not concerned.
    expect((await harness().call("GET", "/api/health/ready")).status).toBe(200);
    expect(await stateOf(uid)).toBe("uploading");
    makeRoom();
    expect(names()).toEqual(before);
    expect((await putFile(address, bytes, recording.type)).status).toBe(200);
    await expectStored(harness(), token, uid, recording.md5);
    expect((await face()).status).toBe(200);
    expect((await attached()).body.serverData).toMatchObject({ taken: true });
  });
});

describe("a write to the files' disk fails", { retry: 0 }, () => {
  it.each(["raw", "multipart"])("for want of room: what began %s is taken back, and the same upload finishes afterwards", async (kind) => {
    const { uid, bytes, recording, address } = await announced();
    const file = disk.path(keyOf(address));
    mkdirSync(path.dirname(file), { recursive: true });
    symlinkSync("/dev/full", file);
    const send = () =>
      kind === "raw"
        ? putPieces(
            address,
            (async function* () {
              yield bytes;
            })(),
          )
        : putFile(address, bytes, recording.type);
    expectFull(await send());
    expect([names().filter((name) => String(name).includes(keyOf(address))), await stateOf(uid)]).toEqual([[], "uploading"]);
    expect((await send()).status).toBe(200);
    await expectStored(harness(), token, uid, recording.md5);
  });

  it("in its midst: what was there before stays, what came with it is taken back, and the rest follows", async () => {
    const { uid, bytes, recording, address } = await announced();
    const third = SIZE / 3;
    expect((await putFile(address, bytes.subarray(0, third), recording.type)).status).toBe(400);
    mayWrite(2 * third);
    try {
      const { status, body } = await putFile(address, bytes, recording.type, third);
      // No want of room, but a disk that fails.
      expect([status, body.code]).toEqual([500, "internal"]);
    } finally {
      mayWrite("unlimited");
    }
    expect([await resumeAt(address), await stateOf(uid)]).toEqual([third, "uploading"]);
    expect((await putFile(address, bytes, recording.type, third)).status).toBe(200);
    await expectStored(harness(), token, uid, recording.md5);
  });
});
