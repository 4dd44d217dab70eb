import fs from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { useHarness } from "#tests/config/harness";
import { failReadsFrom, refuseCrashes } from "#tests/factories/faults";

refuseCrashes();
const harness = useHarness();
const get = (path: string, method = "GET") => harness().call(method, path);

describe("what the document viewer fetches by name", () => {
  it.each(["cmaps/UniGB-UCS2-H.bcmap", "standard_fonts/LiberationSans-Regular.ttf", "iccs/CGATS001Compat-v2-micro.icc"])(
    "has %s",
    async (file) => {
      const answer = await get(`/pdfjs/5.4.296/${file}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.body.length).toBeGreaterThan(100);
    },
  );

  it("has decoders as browsers want them", async () => {
    expect((await get("/pdfjs/5.4.296/wasm/openjpeg.wasm", "HEAD")).headers.get("content-type")).toBe("application/wasm");
  });

  it("is read only", async () => {
    const answer = await get("/pdfjs/5.4.296/wasm/openjpeg.wasm", "POST");
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET"]);
  });

  it("says when a file is not there", async () => {
    expect(await get("/pdfjs/5.4.296/cmaps/none.bcmap")).toMatchObject({ status: 404, body: "" });
  });

  it("says when a file cannot be opened, and nobody keeps that", async () => {
    const opening = vi.spyOn(fs, "open").mockImplementationOnce(((...args: unknown[]) => {
      (args.at(-1) as (error: Error) => void)(Object.assign(new Error("too many open files"), { code: "EMFILE" }));
    }) as typeof fs.open);
    onTestFinished(() => opening.mockRestore());
    const { status, headers, body } = await get("/pdfjs/5.4.296/wasm/openjpeg.wasm");
    expect({ status, body, kept: headers.get("cache-control"), length: headers.get("content-length") }).toEqual({
      status: 500,
      body: "",
      kept: "no-store",
      length: null,
    });
  });

  it("breaks off where the disk fails in the middle of a file", async () => {
    failReadsFrom(65_536);
    await expect(get("/pdfjs/5.4.296/standard_fonts/LiberationSans-Regular.ttf")).rejects.toThrow("aborted");
  });

  it.each(["/pdfjs/5.4.296/package.json", "/pdfjs/5.4.296/cmaps/%2e%2e%2fpackage.json", "/pdfjs/5.4.296/build/pdf.mjs"])(
    "leaves %s to the pages",
    async (path) => {
      expect((await get(path)).body).toBe("page");
    },
  );
});
