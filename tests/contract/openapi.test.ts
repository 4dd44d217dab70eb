import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { REST_ROUTES } from "#tests/factories/routes";
import { ERROR_STATUS } from "@/lib/app-error";
import type { JsonSchema } from "@/server/api/openapi-examples";
import { uploadRoutes } from "@/server/api/root";

type Content = Record<string, { schema?: JsonSchema }>;

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  operationId?: string;
  security?: Record<string, unknown>[];
  responses?: Record<string, { content?: Content }>;
  requestBody?: { content: Content };
  parameters?: { $ref?: string; name: string; in: string; schema?: JsonSchema }[];
}

const harness = useHarness();
let document: {
  openapi: string;
  info: { title: string };
  servers: { url: string }[];
  components: { securitySchemes: Record<string, unknown>; responses: Record<string, { description: string }> };
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

  it("holds every REST path of the router, those by which files are sent, and no other", () => {
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const sending = ["POST /api/uploadthing", "HEAD /api/storage/ingest/{key}", "PUT /api/storage/ingest/{key}"];
    expect(documented.sort()).toEqual([...REST_ROUTES.map(({ method, path }) => `${method} ${path}`), ...sending].sort());
    expect(documented.length).toBeGreaterThanOrEqual(12);
  });

  it("describes each kind of file that is sent, what is asked of it and what is answered, and no other", () => {
    const titles = (schema: JsonSchema | undefined) => schema?.anyOf?.map(({ title }) => title).toSorted();
    const ask = operationOf({ method: "POST", path: "/api/uploadthing" });
    const send = operationOf({ method: "PUT", path: "/api/storage/ingest/{key}" });
    const slugs = Object.keys(uploadRoutes(harness().app.services)).toSorted();
    const asked = ask?.parameters?.find(({ name }) => name === "slug");
    expect(asked?.schema?.enum?.toSorted()).toEqual(slugs);
    expect(titles(ask?.requestBody?.content["application/json"]?.schema)).toEqual(slugs);
    expect(titles(send?.responses?.["200"]?.content?.["application/json"]?.schema?.properties?.serverData)).toEqual(slugs);
  });

  it("says of each kind how large it may be, of which type, and how many are sent at once", () => {
    const { anyOf = [] } =
      operationOf({ method: "POST", path: "/api/uploadthing" })?.requestBody?.content["application/json"]?.schema ?? {};
    const told = anyOf.map(({ title, properties }) => {
      const { maxItems, items } = properties?.files ?? {};
      const { size, type } = (items || undefined)?.properties ?? {};
      return [title, maxItems, size?.maximum, type?.pattern ?? type?.enum?.join(" ")];
    });
    const pictures = "image/png image/jpeg image/webp image/gif";
    expect(told.toSorted()).toEqual([
      ["avatar", 1, 8 * 1024 ** 2, "^(image)/"],
      ["document", 1, 32 * 1024 ** 2, "application/pdf"],
      ["forumImage", 1, 5 * 1024 ** 2, pictures],
      ["learningCaptions", 1, 1024 ** 2, "text/vtt"],
      ["learningVideo", 1, 1024 ** 3, "video/mp4 video/webm"],
      ["recording", 1, 2 * 1024 ** 3, "^(audio|video)/"],
      ["reviewVoice", 1, 512 * 1024 ** 2, "audio/webm audio/mp4 audio/ogg"],
      ["supportAttachment", 1, 10 * 1024 ** 2, `${pictures} application/pdf`],
      ["workspaceFile", 1, 20_000_000, `${pictures} application/pdf`],
    ]);
  });

  it("gives every operation an id of its own", () => {
    const ids = REST_ROUTES.map((route) => operationOf(route)?.operationId);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

/** What is open, and yet does something with a token: says more to its account, or is refused without. */
const TOKENS_AT_OPEN: Record<string, object[]> = {
  "GET /api/service/get": [{ bearer: [] }, {}],
  "POST /api/user/verify/email": [{ bearer: [] }],
};

describe.each(REST_ROUTES)("$method $path", (route) => {
  it("has a summary and tags", () => {
    const operation = operationOf(route);
    expect(operation?.summary).toMatch(/\S{2,}/);
    expect(operation?.tags?.length).toBeGreaterThan(0);
    for (const tag of operation?.tags ?? []) expect(tag).toMatch(/^[A-Z]/);
  });

  it("says whether it needs the bearer header", () => {
    const open = TOKENS_AT_OPEN[`${route.method} ${route.path}`] ?? [];
    expect(operationOf(route)?.security).toEqual(route.protect ? [{ bearer: [] }] : open);
  });

  it("describes its 200 and its errors", () => {
    const { responses = {} } = operationOf(route) ?? {};
    expect(responses).toHaveProperty("200");
    if (route.protect) expect(responses).toHaveProperty("401");
  });
});

/** Texts that are neither chosen nor of a form, and lists, of which a schema does not say how long they may be. */
function endless({ type, format, pattern, enum: choices, const: fixed, ...schema }: JsonSchema, at: string): string[] {
  const types = [type].flat();
  const isText = types.includes("string") && !format && !pattern && !choices && fixed === undefined;
  const lacks =
    (isText && schema.maxLength === undefined) || (types.includes("array") && !schema.prefixItems && schema.maxItems === undefined);
  const { items, additionalProperties: others, anyOf = [], oneOf = [], allOf = [] } = schema;
  return [
    ...(lacks ? [at] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => endless(field, `${at} ${name}`)),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((choice) => endless(choice, at)),
    ...[items, others].flatMap((inner) => (typeof inner === "object" ? endless(inner, at) : [])),
  ];
}

describe("inputs", () => {
  it("say how long what people type may be, but for what is made to fit and the names of files", () => {
    const told = REST_ROUTES.flatMap((route) => {
      const { requestBody, parameters = [] } = operationOf(route) ?? {};
      const body = requestBody?.content["application/json"]?.schema;
      return [...parameters, ...(body ? [{ name: "", schema: body }] : [])].flatMap(({ name, schema }) =>
        schema ? endless(schema, `${route.path} ${name}`.trim()) : [],
      );
    });
    expect([...new Set(told)].map((at) => at.replace("/api/user/personalization/", ""))).toEqual([
      "community/member/save handle",
      "trades/workspace/create currency",
      "trades/workspace/save currency",
    ]);
  });

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

describe("what operations have in common", () => {
  const named = (id: string) => {
    const found = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .find(({ operationId }) => operationId === id);
    if (!found) throw new Error(id);
    return found;
  };
  const headersOf = (id: string) => (named(id).parameters ?? []).flatMap(({ $ref }) => ($ref ? [$ref.split("/").at(-1)] : []));

  it("says of each status which codes it has, and every code stands at its status", () => {
    const told = Object.values(document.components.responses).map(({ description }) => description);
    for (const [code, status] of Object.entries(ERROR_STATUS)) {
      const lines = told.flatMap((description) => description.split("\n").filter((line) => line.startsWith(`- \`${code}\`: `)));
      // No operation says that it is called by another method, or that its headers are too large.
      expect({ code, lines: lines.length }).toEqual({ code, lines: [405, 431].includes(status) ? 0 : 1 });
      // What a sentence speaks of differs from call to call.
      expect(lines.join("")).not.toMatch(/[{}#]/);
    }
  });

  it("says which calls want a recent proof, and which a confirmed address", () => {
    const wants = (id: string) =>
      ["reauthenticationRequired", "emailUnconfirmed"].map((code) => named(id).description?.includes(`\`${code}\``));
    expect(wants("account-links-changeEmail")).toEqual([true, false]);
    expect(wants("account-factors-beginTotp")).toEqual([true, true]);
    expect(wants("account-updatePassword")).toEqual([false, false]);
  });

  it("every call has a language; tries to prove who somebody is have a key, and so has what is done once", () => {
    for (const route of REST_ROUTES) expect(headersOf(operationOf(route)?.operationId ?? "")).toContain("AcceptLanguage");
    for (const id of ["login", "loginUser", "reauthenticate", "thirdParty-login", "thirdParty-register"])
      expect([id, headersOf(`account-${id}`)]).toEqual([id, ["IdempotencyAttempt", "AcceptLanguage"]]);
    expect(headersOf("account-thirdParty-link")).toEqual(["AcceptLanguage"]);
    expect(named("account-thirdParty-link").description).not.toContain("Idempotency-Key");
    expect(headersOf("account-thirdParty-unlink")).toEqual(["IdempotencyKey", "AcceptLanguage"]);
  });

  it("says that a page holds ten where it always does, and how much there is from a place on", () => {
    expect(named("practice-questions").description).toContain("A page holds ten; `meta.total` counts all.");
    for (const id of ["forum-topics-list", "forum-posts-list"]) expect(named(id).description).toMatch(/A page holds ten.* 20\b/);
  });

  it("a GET that is a POST as well takes by that in its body what stands in the query else", () => {
    const get = named("subscription-cancel");
    const post = named("subscription-cancel-post");
    const asked = get.parameters?.filter((one) => one.in === "query").map(({ name }) => name);
    expect(asked).toEqual(["reason", "comment"]);
    expect(post.parameters?.filter((one) => one.in === "query")).toEqual([]);
    expect(Object.keys(post.requestBody?.content["application/json"]?.schema?.properties ?? {})).toEqual(asked);
    expect(Object.keys(post.responses ?? {})).toEqual(expect.arrayContaining(["408"]));
  });

  it("says in words which fields go together, and in the schema where that is two of one", () => {
    const save = named("trades-jobs-save");
    const schema = save.requestBody?.content["application/json"]?.schema;
    expect(schema?.dependentRequired).toEqual({ uid: ["version"], version: ["uid"] });
    expect(save.description).toContain("`version`");
    expect(named("account-loginUser").description).toContain("Exactly one");
  });
});
