import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startApp } from "./app";
import { expect, newAccount, test } from "./fixtures";

/** Runs one of the commands of the terminal to its end. */
const runToEnd = (name: "backup" | "restore", folder: string, settings: Record<string, string>) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = spawn(process.execPath, [`src/bin/${name}.mjs`, folder], { env: { ...process.env, ...settings } });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (data) => {
        said += String(data);
      });
    child.once("exit", (code) => resolve({ code, said }));
  });

test("what a running app was backed up as starts elsewhere, when its machine is lost", async () => {
  // Two databases are made and two apps started.
  test.setTimeout(600_000);
  const root = mkdtempSync(path.join(os.tmpdir(), "parley-lost-"));
  chmodSync(root, 0o755);
  const backups = path.join(root, "backups");
  const DATA_DIR = path.join(root, "data");
  const lost = await startApp();
  const account = await newAccount(lost.url);
  const made = await runToEnd("backup", backups, { DATA_DIR: lost.dataDir });
  expect(made.said).toContain("rows of");
  expect(made.code).toBe(0);
  await lost.stop();
  const [name = ""] = readdirSync(backups);
  const restored = await runToEnd("restore", path.join(backups, name), { DATA_DIR });
  expect(restored.said).toContain("Restored");
  expect(restored.code).toBe(0);
  const again = await runToEnd("restore", path.join(backups, name), { DATA_DIR });
  expect(again.said).toContain("holds something already");
  expect(again.code).toBe(1);
  const app = await startApp({ DATA_DIR });
  try {
    const login = await fetch(`${app.url}/api/account/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: account.email, password: account.password }),
    });
    expect(login.status).toBe(200);
  } finally {
    await app.stop();
    rmSync(root, { recursive: true, force: true });
  }
});
