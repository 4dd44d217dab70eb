import { chmodSync, statSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { useHarness } from "#tests/config/harness";
import { readEnv } from "@/server/env";
import { filesFolder } from "@/server/vendors/uploadthing/disk";
import { INGEST_PATH } from "@/server/vendors/uploadthing/embedded-storage";
import { sign } from "@/server/vendors/uploadthing/signature";

const harness = useHarness();
const alike = (text: string) => ({ name: "preview.webp", type: "image/webp", bytes: new Blob([text]) });

describe("files of the server's own", () => {
  it("that are alike and made at the same moment each keep their bytes, also when one of them goes", async () => {
    const { files } = harness().app.services;
    const texts = Array.from({ length: 60 }, (_, n) => `picture ${String(n).padStart(2, "0")}`);
    // The moment goes into their keys.
    vi.useFakeTimers({ toFake: ["Date"] });
    const keys = await Promise.all(texts.map((text) => files.save(alike(text)))).finally(() => vi.useRealTimers());
    expect(new Set(keys).size).toBe(texts.length);
    await files.remove(keys.slice(0, 1));
    const read = keys.slice(1).map(async (key) => new Response(await files.open(key)).text());
    expect(await Promise.all(read)).toEqual(texts.slice(1));
  });

  it("take no other's place: where a key is taken the storage says so, and the file that has it stays", async () => {
    const { env, app } = harness();
    const { files } = app.services;
    const key = await files.save(alike("the first"));
    const address = new URL(`${env.publicUrl}${INGEST_PATH}/${key}`);
    address.searchParams.set("expires", String(Date.now() + 60_000));
    address.searchParams.set("x-ut-file-name", "preview.webp");
    address.searchParams.set("x-ut-file-size", "9");
    address.searchParams.set("x-ut-file-type", "image/webp");
    const signature = sign(address.href, env.storageKeys[0]);
    const url = `${address.href}&signature=${encodeURIComponent(signature)}`;
    const body = new FormData();
    body.append("file", new Blob(["the other"], { type: "image/webp" }), "preview.webp");
    const { embedded } = files as unknown as { embedded: { fetch(request: Request): Promise<Response> } };
    const answer = await embedded.fetch(new Request(url, { method: "PUT", body }));
    expect(answer.status).toBe(409);
    expect(await new Response(await files.open(key)).text()).toBe("the first");
  });

  it("lie where nobody else on the machine can look, as do people's, also where an earlier release made the folder", async () => {
    const { env, app } = harness();
    const folder = filesFolder(env.dataDir);
    const mode = () => statSync(folder).mode & 0o777;
    await app.services.files.save(alike("of the first"));
    expect(mode()).toBe(0o700);
    chmodSync(folder, 0o755);
    readEnv({ NODE_ENV: "test", DATA_DIR: env.dataDir } as unknown as NodeJS.ProcessEnv);
    expect(mode()).toBe(0o700);
  });
});
