import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Harness, registerUser, startHarness } from "#tests/config/harness";
import { captureLog } from "#tests/factories/log-lines";
import { picture } from "#tests/factories/pictures";
import { askToSend, putFile } from "#tests/factories/uploads";

let harness: Harness;
let lines: string[];
beforeAll(async () => {
  harness = await startHarness({ LOG_LEVEL: "error" });
  lines = captureLog(harness.app.services.log);
});
afterAll(() => harness?.close());
const failures = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "upload failed");
const rename = (from: string, to: string) => harness.app.services.db.execute(sql.raw(`alter table ${from} rename to ${to}`));

it("an upload that fails within the SDK says in the log why, at its beginning and at its end", async () => {
  const { token } = await registerUser(harness);
  const bytes = await picture("png");
  const file = { name: `${randomUUID()}.png`, size: bytes.length, type: "image/png" };
  const ask = () => askToSend(harness, token, "avatar", file, { x: 0, y: 0, size: 64 });
  await rename("stored_files", "gone");
  const refused = await ask();
  await rename("gone", "stored_files");
  expect([refused.status, refused.body.code]).toEqual([500, "internal"]);
  expect(failures()).toMatchObject([{ level: "error", err: { cause: { cause: { code: "42P01" } } } }]);

  const [{ url }] = (await ask()).body;
  lines.splice(0);
  await rename("avatars", "gone");
  const put = await putFile(url, bytes, file.type);
  await rename("gone", "avatars");
  expect(put.status).toBe(500);
  expect(failures()).toMatchObject([{ level: "error", route: "avatar", err: { cause: { code: "42P01" } } }]);

  lines.splice(0);
  // What is wrong with what was asked is nobody's failure.
  expect((await askToSend(harness, token, "avatar", { ...file, type: "text/plain" }, { x: 0, y: 0, size: 64 })).status).toBe(400);
  expect(failures()).toEqual([]);
});
