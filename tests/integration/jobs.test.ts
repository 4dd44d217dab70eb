import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { capturedAnswer } from "#tests/factories/answers";
import { storedAnswer, uploadAddress } from "#tests/factories/uploads";
import { answers, idempotencyKeys, sessions, storedFiles } from "@/server/db/schema";

const P = "/api/user/personalization/practice";

describe("the job queue", () => {
  const harness = useHarness();

  it("erases a deleted answer's file soon after, in the process that works", async () => {
    const { app, call } = harness();
    await app.work();
    const { token } = await registerUser(harness());
    const { uid } = await storedAnswer(harness(), token);
    const [row] = await app.services.db.select().from(answers).where(eq(answers.id, uid));
    expect(row?.fileKey).toBeTruthy();
    expect((await call("POST", `${P}/answer/delete`, { token, body: { uid } })).status).toBe(200);
    const read = async () => (await app.services.db.select().from(answers).where(eq(answers.id, uid)))[0];
    await vi.waitFor(async () => expect((await read())?.erasedAt).toBeInstanceOf(Date), { timeout: 15_000, interval: 200 });
    expect(await read()).toMatchObject({ state: "deleted", fileKey: null, comments: "" });
    expect(
      await app.services.db
        .select()
        .from(storedFiles)
        .where(eq(storedFiles.key, row?.fileKey ?? "")),
    ).toEqual([]);
  });

  it("erases what a half-sent upload left, too", async () => {
    const { app, call } = harness();
    const { token } = await registerUser(harness());
    const { uid, name, recording } = await capturedAnswer(harness(), token);
    await uploadAddress(harness(), token, uid, { name, size: recording.size, type: recording.type });
    const left = () => app.services.db.select().from(storedFiles);
    expect(await left()).toHaveLength(1);
    await call("POST", `${P}/answer/delete`, { token, body: { uid } });
    await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 15_000, interval: 200 });
  });
});

describe("what runs on the clock", () => {
  const harness = useHarness();

  it("forgets old idempotency keys and long-ended sessions, and leaves the rest", async () => {
    const { app } = harness();
    const { db } = app.services;
    const { user, token } = await registerUser(harness());
    const old = new Date(Date.now() - 40 * 86_400_000);
    await db.insert(sessions).values({ id: crypto.randomUUID(), userId: user.uid, createdAt: old, expiresAt: old });
    await db.insert(idempotencyKeys).values([
      { userId: user.uid, key: "old", requestHash: "x", createdAt: new Date(Date.now() - 25 * 3_600_000) },
      { userId: user.uid, key: "new", requestHash: "x" },
    ]);
    const { platformJobs } = await import("@/server/jobs/platform");
    for (const job of platformJobs) await job.run(app.services);
    expect((await db.select().from(idempotencyKeys)).map(({ key }) => key)).toEqual(["new"]);
    expect(await db.select().from(sessions)).toHaveLength(1);
    expect((await harness().call("GET", "/api/account/my-account", { token })).status).toBe(200);
  });
});
