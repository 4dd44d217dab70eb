import { describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";

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

  it.each(["/pdfjs/5.4.296/package.json", "/pdfjs/5.4.296/cmaps/%2e%2e%2fpackage.json", "/pdfjs/5.4.296/build/pdf.mjs"])(
    "leaves %s to the pages",
    async (path) => {
      expect((await get(path)).body).toBe("page");
    },
  );
});
