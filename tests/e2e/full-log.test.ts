import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "#tests/factories/ports";
import { callApi, P } from "./actions";
import { databaseOf } from "./database";
import { anyQuestion, expect, newAccount, test } from "./fixtures";

/** A process whose standard output is a disk without room, in one folder. @returns what it said beside, too */
function startFull(mode: string[], env: NodeJS.ProcessEnv) {
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, ["src/bin/start.mjs", ...mode], { env, stdio: ["ignore", full, "pipe"] });
  closeSync(full);
  const said: string[] = [];
  child.stderr?.on("data", (text) => said.push(String(text)));
  return { child, said: () => said.join("") };
}

/** SIGTERM. @returns its exit code, null where it had to be killed */
async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  // Later than its own last resort.
  const hung = setTimeout(() => child.kill("SIGKILL"), 20_000);
  const [code] = await ended;
  clearTimeout(hung);
  return code;
}

test("a log that cannot be written keeps nobody from working, and from stopping", async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "parley-full-"));
  chmodSync(dataDir, 0o755);
  const port = String(await freePort());
  const env = { ...process.env, PORT: port, DATA_DIR: dataDir, RATE_LIMITS: "off", LOG_LEVEL: "info", JOBS: "off" };
  const url = `http://localhost:${port}`;
  const [web, worker] = [startFull([], env), startFull(["worker"], env)];
  try {
    const ready = () =>
      fetch(`${url}/api/health/ready`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(ready, { timeout: 60_000 }).toBe(200);
    // Each call is a line of the log, and so is each job that is done.
    const account = await newAccount(url);
    const sql = await databaseOf({ dataDir });
    const erased = async () => {
      const question = await anyQuestion(url, account.token);
      const { data } = await callApi(url, account.token, `${P}/answer/save`, { question_id: question.uid });
      await callApi(url, account.token, `${P}/answer/delete`, { uid: data.uid });
      const gone = async () => (await sql`select erased_at from answers where id = ${data.uid}`)[0]?.erased_at;
      await expect.poll(gone, { timeout: 60_000 }).toBeInstanceOf(Date);
    };
    try {
      await erased();
      await erased();
    } finally {
      await sql.end();
    }
    for (const { said } of [web, worker]) expect(said().match(/The log cannot be written \(ENOSPC\)/g)).toHaveLength(1);
    expect(await stop(web.child)).toBe(0);
    expect(await stop(worker.child)).toBe(0);
  } finally {
    await stop(web.child);
    await stop(worker.child);
    rmSync(dataDir, { recursive: true, force: true });
  }
});
