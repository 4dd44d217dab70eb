import { existsSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { startProcess } from "#tests/factories/processes";
import { askToSend } from "#tests/factories/uploads";
import { storedFiles } from "@/server/db/schema";
import { FileGone } from "@/server/vendors/uploadthing/file-store";

const harness = useHarness();
const real = globalThis.fetch;
const text = (said: string) => ({ name: "a.txt", type: "text/plain", bytes: new Blob([said]) });
const read = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

describe("files on the disk of an installation that moves to the hosted UploadThing", () => {
  let service: http.Server;
  let moved: Awaited<ReturnType<typeof startProcess>>;
  /** What the service was asked to do, and to delete. */
  const asked: { target: string; body: string }[] = [];
  const deleted = () => asked.filter(({ target }) => target.endsWith("/deleteFiles")).flatMap(({ body }) => JSON.parse(body).fileKeys);
  let serviceUrl: string;
  let silent = false;
  const fileOf = (key: string) => path.join(harness().env.dataDir, "files", key.slice(-2), key);
  const rowsOf = (key: string) => harness().app.services.db.select().from(storedFiles).where(eq(storedFiles.key, key));

  beforeAll(async () => {
    service = http.createServer(async (req, res) => {
      if (silent) return;
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk as Buffer);
      asked.push({ target: req.url ?? "", body: Buffer.concat(chunks).toString("latin1") });
      const url = "https://parley.ufs.sh/f/one";
      const stored = { url, appUrl: url, ufsUrl: url, fileHash: "0".repeat(32), serverData: null };
      res.setHeader("content-type", "application/json").end(JSON.stringify({ ok: true, success: true, deletedCount: 1, ...stored }));
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    vi.stubEnv("UPLOADTHING_API_URL", serviceUrl);
    vi.stubEnv("UPLOADTHING_INGEST_URL", serviceUrl);
    const token = Buffer.from(JSON.stringify({ apiKey: "sk_live_moved", appId: "moved", regions: ["fra1"] })).toString("base64");
    moved = await startProcess({ ...harness().env, UPLOADTHING_TOKEN: token }, harness().databaseUrl);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await moved?.close();
    service?.close();
  });

  it("are played and read from there, and new ones go to the service", async () => {
    const key = await harness().app.services.files.save(text("before"));
    const { files } = moved.app.services;
    const link = new URL(await files.link(key));
    expect(link.origin).toBe(harness().env.publicUrl);
    const played = await fetch(moved.url + link.pathname + link.search, { headers: { range: "bytes=1-3" } });
    expect([played.status, await played.text()]).toEqual([206, "efo"]);
    expect(await read(await files.open(key))).toBe("before");

    const later = await files.save(text("after"));
    expect(asked.some(({ body }) => body.includes("after"))).toBe(true);
    expect(existsSync(fileOf(later))).toBe(false);
    expect(new URL(await files.link(later)).hostname).toBe("moved.ufs.sh");
  });

  it("go from there when they go, and the service is asked about its own only", async () => {
    const { files } = moved.app.services;
    const [one, other] = [await harness().app.services.files.save(text("one")), await harness().app.services.files.save(text("other"))];
    await files.remove([one, "of-the-service"]);
    expect([existsSync(fileOf(one)), existsSync(fileOf(other))]).toEqual([false, true]);
    expect(await rowsOf(one)).toEqual([]);
    expect(deleted()).toEqual(["of-the-service"]);
    await expect(harness().app.services.files.open(one)).rejects.toBeInstanceOf(FileGone);

    await harness().app.services.db.delete(storedFiles).where(eq(storedFiles.key, other));
    expect(await files.removeStray(new Date(Date.now() + 60_000))).toBe(1);
    expect(existsSync(fileOf(other))).toBe(false);
    expect(deleted()).toEqual(["of-the-service"]);
  });

  it("that were not whole are begun anew at the service, and nothing more comes to the disk", async () => {
    const { token } = await registerUser(harness());
    const picture = { name: "me.png", size: 100, type: "image/png" };
    const begun = await askToSend(harness(), token, "avatar", picture, { x: 0, y: 0, size: 64 });
    expect(begun.status).toBe(200);
    const address = new URL(begun.body[0].url);
    expect((await fetch(moved.url + address.pathname + address.search, { method: "PUT", body: "some" })).status).toBe(404);
    const again = await askToSend({ ...harness(), url: moved.url, call: moved.call }, token, "avatar", picture, { x: 0, y: 0, size: 64 });
    expect(again.status).toBe(200);
    expect(again.body[0].url).not.toContain(harness().env.publicUrl);
  });

  it("nor is the service waited for without end: for a call less long than for a file", async () => {
    const { files } = moved.app.services;
    // What every wait is asked for, and how long it is here.
    const asked: number[] = [];
    const short = AbortSignal.timeout(200);
    const limits = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      asked.push(ms);
      return short;
    });
    const reached = vi.spyOn(globalThis, "fetch").mockImplementation((_address, init) => real(`${serviceUrl}/silent`, init));
    onTestFinished(() => {
      silent = false;
      limits.mockRestore();
      reached.mockRestore();
    });
    silent = true;
    await expect(files.remove(["of-the-service"])).rejects.toThrow();
    await expect(files.save(text("never"))).rejects.toThrow();
    await expect(files.open("of-the-service")).rejects.toThrow();
    expect(new Set(asked)).toEqual(new Set([20_000, 3_600_000]));
  });
});
