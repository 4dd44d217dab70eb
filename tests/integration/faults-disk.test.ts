import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Harness, registerUser, startHarness } from "#tests/config/harness";
import { answerDetail } from "#tests/factories/answers";
import { givePlan } from "#tests/factories/billing";
import { until } from "#tests/factories/faults";
import { keepFigures } from "#tests/factories/figures";
import { announcedTake, expectFull, expectStored } from "#tests/factories/full-disk";
import { notebook, PDF, PNG } from "#tests/factories/notebook";
import { plainPdf } from "#tests/factories/pdf";
import { picture } from "#tests/factories/pictures";
import { attach } from "#tests/factories/support";
import { A_CUSTOMER, giveTrades, SHOP } from "#tests/factories/trades";
import { putFile, putPieces, requestUpload, resumeAt, sendFile } from "#tests/factories/uploads";
import { makeExports } from "@/features/account/export/mutations";

/** A disk of a few megabytes in memory, where files go. Making one needs root and the right to mount. */
const DISK_BYTES = 8 * 1024 ** 2;
const dataDir = mkdtempSync(path.join(os.tmpdir(), "parley-small-"));
const disk = path.join(dataDir, "files");
const mounted = (() => {
  mkdirSync(disk);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "parley-test", disk], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness({ DATA_DIR: dataDir });
  const person = await registerUser(harness);
  token = person.token;
  await givePlan(harness, person.user.uid);
});
afterAll(async () => {
  await harness?.close();
  if (mounted) execFileSync("umount", [disk]);
  rmSync(dataDir, { recursive: true, force: true });
});

const filler = path.join(disk, "filler");
const free = () => {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
};
/** Takes what is free but for so many bytes, as another program would. */
const fillBut = (left: number) => {
  makeRoom();
  writeFileSync(filler, Buffer.alloc(Math.max(0, free() - left)));
};
// Each test, and each try of one, finds the whole disk.
afterEach(() => {
  for (const name of readdirSync(disk)) rmSync(path.join(disk, name), { recursive: true });
});
const makeRoom = () => rmSync(filler, { force: true });
const files = () =>
  readdirSync(disk, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "filler")
    .map((entry) => ({ name: entry.name, size: statSync(path.join(entry.parentPath, entry.name)).size }));

const SIZE = 3 * 1024 ** 2;
const announced = () => announcedTake(harness, token, SIZE);
const keyOf = (address: string) => new URL(address).pathname.split("/").at(-1) ?? "";
const stateOf = async (uid: string) => (await answerDetail(harness, token, uid)).state;

// A machine that may not mount shows nothing here: the run says so by its name.
describe.skipIf(!mounted)(
  `the files' disk is full${mounted ? "" : " (skipped: this machine may not mount a small disk)"}`,
  { retry: 0 },
  () => {
    it("an upload is refused before it writes anything, and the same one finishes when there is room again", async () => {
      const { uid, bytes, recording, file, address } = await announced();
      fillBut(SIZE);
      let slowest = 0;
      for (const ask of [
        () => requestUpload(harness, token, uid, file),
        () => putFile(address, bytes, recording.type),
        () => putFile(address, bytes.subarray(0, SIZE), recording.type),
      ]) {
        const asked = performance.now();
        expectFull(await ask());
        slowest = Math.max(slowest, Math.round(performance.now() - asked));
      }
      expect([files(), await stateOf(uid)]).toEqual([[], "uploading"]);
      // The database lies elsewhere: whoever reads or saves is not concerned.
      expect((await harness.call("GET", "/api/health/ready")).status).toBe(200);
      expect((await harness.call("GET", "/api/account/my-account", { token })).status).toBe(200);
      makeRoom();
      const begun = performance.now();
      expect((await putFile(address, bytes, recording.type)).status).toBe(200);
      const taken = Math.round(performance.now() - begun);
      await expectStored(harness, token, uid, recording.md5);
      keepFigures("the files' disk full before an upload of 3 MB", {
        "slowest refusal, ms": slowest,
        "the same upload taken whole once there is room, in ms": taken,
      });
    });

    it("one that is nearly there goes on where only the rest of it has room, and one that is there needs none", async () => {
      const { uid, bytes, recording, file, address } = await announced();
      const other = await announced();
      const some = SIZE - 100_000;
      expect((await putFile(address, bytes.subarray(0, some), recording.type)).status).toBe(400);
      fillBut(1024 ** 2);
      expectFull(await requestUpload(harness, token, other.uid, other.file));
      const again = (await requestUpload(harness, token, uid, file)).body[0].url;
      expect(await resumeAt(again)).toBe(some);
      // Its last bytes came as its process was ended, before anything was made of them.
      appendFileSync(path.join(disk, keyOf(again).slice(-2), keyOf(again)), bytes.subarray(some));
      fillBut(0);
      const whole = (await requestUpload(harness, token, uid, file)).body[0].url;
      expect(await resumeAt(whole)).toBe(SIZE);
      expect((await putFile(whole, bytes, recording.type, SIZE)).body).toMatchObject({ serverData: { stored: true, uid } });
      await expectStored(harness, token, uid, recording.md5);
    });

    it("one that is cut short by it leaves nothing half-written, and finishes from where it began", async () => {
      const { uid, bytes, recording, address } = await announced();
      const before = files();
      // A third was there when the disk had room; it is kept, for it was there before this request.
      const third = SIZE / 3;
      expect((await fetch(address, { method: "PUT", body: new Uint8Array(bytes.subarray(0, third)) })).status).toBe(400);
      let go = () => {};
      const told = new Promise<void>((resolve) => {
        go = resolve;
      });
      async function* rest() {
        yield bytes.subarray(third, 2 * third);
        await told;
        yield bytes.subarray(2 * third);
      }
      const sending = putPieces(address, rest(), third);
      // Where the test has failed before it looks at this, that failure is the one to tell.
      sending.catch(() => {});
      try {
        await until("a part is written", async () => (await resumeAt(address)) === 2 * third);
        fillBut(1000);
      } finally {
        go();
      }
      const filled = performance.now();
      expectFull(await sending);
      const refused = Math.round(performance.now() - filled);
      expect(await resumeAt(address)).toBe(third);
      expect([files().length, await stateOf(uid)]).toEqual([before.length + 1, "uploading"]);
      makeRoom();
      const begun = performance.now();
      expect((await putFile(address, bytes, recording.type, third)).status).toBe(200);
      const taken = Math.round(performance.now() - begun);
      await expectStored(harness, token, uid, recording.md5);
      keepFigures("the files' disk full in the midst of an upload of 3 MB", {
        "refusal, ms": refused,
        "bytes kept of before, which were not sent again": third,
        "the rest taken once there is room, in ms": taken,
      });
    });

    it("one that is refused in its midst leaves no connection on which the next call would wait for ever", async () => {
      const { bytes, address } = await announced();
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      const send = (path: string | URL, options: http.RequestOptions = {}) => {
        const request = http.request(path, { agent, ...options });
        const status = new Promise<number | undefined>((resolve, reject) => {
          request.on("error", reject).on("response", (answer) => answer.resume().once("end", () => resolve(answer.statusCode)));
        });
        return { request, status };
      };
      const half = SIZE / 2;
      const { request, status } = send(address, { method: "PUT", headers: { range: "bytes=0-" } });
      request.write(bytes.subarray(0, half));
      await until("a part is written", async () => (await resumeAt(address)) === half);
      fillBut(1000);
      request.end(bytes.subarray(half));
      expect(await status).toBe(503);
      const next = send(new URL("/api/health/live", address));
      next.request.end();
      expect(await next.status).toBe(200);
      agent.destroy();
    });

    it("a profile picture and a file for the team are refused alike, and taken when there is room again", async () => {
      const bytes = await picture("png");
      fillBut(1000);
      const before = files();
      const crop = { x: 0, y: 0, size: 64 };
      const face = () => sendFile(harness, token, "avatar", bytes, { name: "me.png", type: "image/png" }, crop);
      expectFull(await face());
      expectFull(await attach(harness, token, bytes, { name: "a.png", type: "image/png" }));
      expect(files()).toEqual(before);
      makeRoom();
      expect((await face()).status).toBe(200);
      expect((await attach(harness, token, bytes, { name: "a.png", type: "image/png" })).body.serverData).toMatchObject({ taken: true });
    });

    it("a file for the team that fits, while what the server makes of it does not, is refused alike and leaves nothing", async () => {
      const bytes = await picture("png");
      const page = statfsSync(disk).bsize;
      const pages = (size: number) => Math.ceil(size / page) * page;
      const uid = crypto.randomUUID();
      const before = files();
      // The reserve and the file; the preview does not fit any more. The file is announced while there is room.
      fillBut(pages(DISK_BYTES / 20) + pages(bytes.length));
      const file = { name: "b.png", type: "image/png", uid };
      expectFull(await attach(harness, token, bytes, file));
      expect(files()).toEqual(before);
      makeRoom();
      expect((await attach(harness, token, bytes, file)).body.serverData).toEqual({ taken: true, uid });
    });

    it("a photo and a plan of a shop are refused alike, leave nothing, and are taken when there is room again", async () => {
      const boss = await registerUser(harness);
      await giveTrades(harness.app.services.db, [boss.user.uid]);
      const { given, put, linkOf, bytesOf } = notebook(() => harness);
      const { uid: workspaceId } = await given(boss, "workspace.create", SHOP);
      const { uid: customerUid } = await given(boss, "customers.save", { workspaceId, ...A_CUSTOMER });
      const kinds = [
        { bytes: await picture("png"), file: { ...PNG, uid: crypto.randomUUID() } },
        { bytes: plainPdf(2), file: { ...PDF, uid: crypto.randomUUID(), about: { customerUid } } },
      ];
      fillBut(1000);
      const before = files();
      for (const { bytes, file } of kinds) expectFull(await put(boss, { workspaceId }, bytes, file));
      expect([files(), await given(boss, "files.list", { workspaceId, customerUid })]).toEqual([before, []]);
      makeRoom();
      for (const { bytes, file } of kinds) {
        expect((await put(boss, { workspaceId }, bytes, file)).body.serverData).toEqual({ taken: true, uid: file.uid });
        const { url } = await linkOf(boss, { workspaceId }, file.uid);
        if (file.name === PDF.name) expect((await bytesOf(url)).equals(bytes)).toBe(true);
      }
    });

    it("an archive of everything waits for room, and is made by the job's next run after there is some", async () => {
      // Of somebody without recordings: the whole disk is small.
      const { token } = await registerUser(harness);
      const exportOf = async () => (await harness.call("GET", "/api/user/personalization/account/export/get", { token })).body.data;
      fillBut(1000);
      const before = files();
      expect((await harness.call("POST", "/api/user/personalization/account/export/request", { token })).status).toBe(200);
      for (let run = 0; run < 2; run++) {
        await makeExports(harness.app.services);
        expect(await exportOf()).toMatchObject({ state: "queued", progress: 0 });
        expect(files()).toEqual(before);
      }
      makeRoom();
      await makeExports(harness.app.services);
      expect(await exportOf()).toMatchObject({ state: "ready", progress: 100 });
    });
  },
);
