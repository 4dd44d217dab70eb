import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answered, expectAway, expectEachOnce, refuseCrashes, saveAnswer, startSaver, startSaving, until } from "#tests/factories/faults";
import { keepFigures } from "#tests/factories/figures";
import { startOwnDatabase, type startProcess } from "#tests/factories/processes";

/** A disk in memory that has the whole database, and a copy of its programs where others could not reach them. */
const DISK = "400m";
const disk = mkdtempSync(path.join(os.tmpdir(), "parley-full-"));
const mounted = (() => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK},mode=755`, "parley-test", disk], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();
const filler = path.join(disk, "filler");
const fill = () => {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(filler, Buffer.alloc(bavail * bsize));
  chmodSync(filler, 0o600);
};
const makeRoom = () => rmSync(filler, { force: true });

// A machine that may not mount shows nothing here: the run says so by its name.
describe.skipIf(!mounted)(
  `the database's disk is full${mounted ? "" : " (skipped: this machine may not mount a small disk)"}`,
  { retry: 0 },
  () => {
    let database: Awaited<ReturnType<typeof startOwnDatabase>>;
    let app: Awaited<ReturnType<typeof startProcess>>;
    let sql: postgres.Sql;
    let person: { token: string; email: string };
    let questionId: string;
    refuseCrashes();
    beforeAll(async () => {
      database = await startOwnDatabase({ max_wal_size: "48MB" }, disk);
      ({ app, sql, person, questionId } = await startSaver(database));
    }, 120_000);
    afterAll(async () => {
      makeRoom();
      await Promise.all([app?.close(), sql?.end()]);
      await database?.close();
      execFileSync("umount", [disk]);
      rmSync(disk, { recursive: true, force: true });
    });

    const me = () => app.call("GET", "/api/account/my-account", person);
    const save = () => saveAnswer(app, person, questionId, randomUUID(), "x");

    it("who saves is told to come back while others read, and all is well by itself once there is room", async () => {
      const writing = startSaving(app, person, questionId);
      let back = 0;
      try {
        await until("people save", () => writing.saved.length > 30);
        // The log of what is done has room, so that it is the tables that have none.
        await sql`select pg_switch_wal()`;
        await sql`checkpoint`;
        fill();
        await until("saves are refused", async () => {
          expect((await me()).status).toBe(200);
          const told = await save();
          if (told.status === 200) return false;
          expectAway("a save", told);
          return writing.refusals.size > 0;
        });
        expect((await app.call("GET", "/api/health/live")).status).toBe(200);
        makeRoom();
        back = await until("saves again", async () => (await save()).status === 200);
      } finally {
        makeRoom();
        await answered("what was not taken", writing.end());
      }
      expect([...writing.refusals.keys()]).toEqual(["503 unavailable"]);
      expect(writing.saved.some(({ tries }) => tries > 1)).toBe(true);
      await expectEachOnce(sql, writing.saved);
      keepFigures("the database's disk full", { "saved again once there is room, after ms": back, saved: writing.saved.length });
    });

    it("where its log has no room either it goes down, loses nothing, and is there again once there is room", async () => {
      const writing = startSaving(app, person, questionId);
      let back = 0;
      try {
        await until("people save", () => writing.saved.length > 30);
        fill();
        const loud = postgres(database.url, { max: 1, onnotice: () => {} });
        const write = () => loud`select pg_logical_emit_message(false, 'test', repeat('x', 1000000))`.then(() => false);
        await until("the log is full", () => write().catch(() => true));
        await until("reads are refused", async () => {
          const told = await me();
          if (told.status === 200) return false;
          expectAway("a read", told);
          return true;
        });
        await loud.end({ timeout: 1 });
        makeRoom();
        // Whoever looks after the server starts it where it has ended, as the app does with its own.
        back = await until("all is there again", async () => {
          if ((await me()).status !== 200) await database.resume().catch(() => undefined);
          return (await save()).status === 200;
        });
      } finally {
        makeRoom();
        await answered("what was not taken", writing.end());
      }
      for (const why of writing.refusals.keys()) expect(why).toBe("503 unavailable");
      await expectEachOnce(sql, writing.saved);
      keepFigures("the log of the database has no room", { "back once there is room, after ms": back, saved: writing.saved.length });
    });
  },
);
