import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";

const harness = useHarness();

/** As it travels: fetch would unpack it. */
function taken(headers: Record<string, string> = {}, method = "GET") {
  return new Promise<{ status: number; headers: Headers; bytes: Buffer }>((resolve, reject) => {
    const asked = request(`${harness().url}/api/openapi.json`, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: new Headers(answer.headers as Record<string, string>),
          bytes: Buffer.concat(chunks),
        }),
      );
    });
    asked.on("error", reject);
    asked.end();
  });
}

it("the document travels packed to whoever takes that, at less than a tenth of its size, and says the same", async () => {
  const plain = await taken();
  expect(plain.headers.get("content-encoding")).toBe(null);
  for (const [accepted, encoding, unpack] of [
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip;q=0.8, br;q=0", "gzip", gunzipSync],
  ] as const) {
    const packed = await taken({ "accept-encoding": accepted });
    expect(packed.headers.get("content-encoding")).toBe(encoding);
    expect(packed.headers.get("content-length")).toBe(String(packed.bytes.length));
    expect(packed.headers.get("vary")).toBe("accept-encoding");
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 10);
    expect(unpack(packed.bytes).equals(plain.bytes)).toBe(true);
  }
  expect((await taken({ "accept-encoding": "zstd" })).bytes.equals(plain.bytes)).toBe(true);
});

it("whoever has the document is told so, in each encoding by its own tag", async () => {
  const tags = [];
  for (const accepted of ["br", "gzip", "identity"]) {
    const { headers } = await taken({ "accept-encoding": accepted });
    const tag = headers.get("etag") ?? "";
    tags.push(tag);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const again = await taken({ "accept-encoding": accepted, "if-none-match": known });
      expect([again.status, again.bytes.length, again.headers.get("etag")]).toEqual([304, 0, tag]);
    }
    expect((await taken({ "accept-encoding": accepted, "if-none-match": '"other"' })).status).toBe(200);
  }
  expect(new Set(tags).size).toBe(3);
});

it("HEAD tells its size and sends nothing", async () => {
  const { bytes } = await taken({ "accept-encoding": "gzip" });
  const head = await taken({ "accept-encoding": "gzip" }, "HEAD");
  expect([head.status, head.bytes.length, head.headers.get("content-length")]).toEqual([200, 0, String(bytes.length)]);
});

it("the document says of every operation that changes something that it does, whatever its method", async () => {
  const { paths } = JSON.parse((await taken()).bytes.toString()) as {
    paths: Record<string, Record<string, { "x-changes"?: boolean }>>;
  };
  const changes = (method: string, path: string) => paths[path]?.[method]?.["x-changes"] ?? false;
  const P = "/api/user/personalization/practice";
  expect(changes("post", `${P}/answer/save`)).toBe(true);
  expect(changes("post", `${P}/answer/detail/get`)).toBe(false);
  expect(changes("get", `${P}/answer/get`)).toBe(false);
  expect(changes("get", "/api/user/logout")).toBe(true);
});
