import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { REST_ROUTES } from "#tests/factories/routes";

interface Operation {
  summary?: string;
  tags?: string[];
  operationId?: string;
  security?: Record<string, unknown>[];
  responses?: Record<string, unknown>;
  requestBody?: { content: Record<string, { schema?: { properties?: Record<string, unknown> } }> };
  parameters?: { name: string; in: string }[];
}

const harness = useHarness();
let document: {
  openapi: string;
  info: { title: string };
  servers: { url: string }[];
  components: { securitySchemes: Record<string, unknown> };
  paths: Record<string, Record<string, Operation>>;
};
beforeAll(async () => {
  document = (await harness().call("GET", "/api/openapi.json")).body;
});

const operationOf = ({ method, path }: { method: string; path: string }) => document.paths[path]?.[method.toLowerCase()];

describe("GET /api/openapi.json", () => {
  it("is a public OpenAPI 3.1 document of this address", async () => {
    const answer = await harness().call("GET", "/api/openapi.json");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info.title).toBe("Parley");
    expect(document.servers.map((server) => server.url)).toEqual([harness().url]);
    expect(document.components.securitySchemes.bearer).toEqual({ type: "http", scheme: "bearer", bearerFormat: "JWT" });
  });

  it("holds every REST path of the router, those by which a recording is sent, and no other", () => {
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const sending = ["POST /api/uploadthing", "HEAD /api/storage/ingest/{key}", "PUT /api/storage/ingest/{key}"];
    expect(documented.sort()).toEqual([...REST_ROUTES.map(({ method, path }) => `${method} ${path}`), ...sending].sort());
    expect(documented.length).toBeGreaterThanOrEqual(12);
  });

  it("gives every operation an id of its own", () => {
    const ids = REST_ROUTES.map((route) => operationOf(route)?.operationId);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe.each(REST_ROUTES)("$method $path", (route) => {
  it("has a summary and tags", () => {
    const operation = operationOf(route);
    expect(operation?.summary).toMatch(/\S{2,}/);
    expect(operation?.tags?.length).toBeGreaterThan(0);
    for (const tag of operation?.tags ?? []) expect(tag).toMatch(/^[A-Z]/);
  });

  it("says whether it needs the bearer header", () => {
    expect(operationOf(route)?.security).toEqual(route.protect ? [{ bearer: [] }] : []);
  });

  it("describes its 200 and its errors", () => {
    const { responses = {} } = operationOf(route) ?? {};
    expect(responses).toHaveProperty("200");
    if (route.protect) expect(responses).toHaveProperty("401");
  });
});

describe("inputs", () => {
  it("of a GET are parameters, of a POST a JSON body", () => {
    const list = operationOf({ method: "GET", path: "/api/user/personalization/practice/question/get" });
    expect(
      list?.parameters
        ?.filter((parameter) => parameter.in === "query")
        .map((parameter) => parameter.name)
        .sort(),
    ).toEqual(["category_id", "page"]);
    const save = operationOf({ method: "POST", path: "/api/user/personalization/practice/answer/save" });
    expect(Object.keys(save?.requestBody?.content["application/json"]?.schema?.properties ?? {})).toEqual(
      expect.arrayContaining([
        "uid",
        "question_id",
        "reading_time",
        "answer_time",
        "recording",
        "rate_your_self",
        "question_difficulty",
        "comments",
      ]),
    );
  });
});
