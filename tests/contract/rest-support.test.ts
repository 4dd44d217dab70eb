import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { CATALOGUES, expectError, expectIssues } from "#tests/factories/catalogues";
import { answerTo, begun, CONTACT, registerAgent, write } from "#tests/factories/support";
import { LOCALES } from "@/lib/locales";

const harness = useHarness();
let token: string;
let other: string;
let agent: string;
beforeAll(async () => {
  ({ token } = await registerUser(harness()));
  ({ token: other } = await registerUser(harness()));
  ({ token: agent } = await registerAgent(harness()));
});

const get = (path: string, as: string | undefined = token, body?: unknown) =>
  harness().call("GET", `${CONTACT}${path}`, { token: as, ...(body === undefined ? {} : { body }) });
const post = (path: string, body: unknown, as: string | undefined = token) =>
  harness().call("POST", `${CONTACT}${path}`, { token: as, body });
const CONVERSATION = [
  "uid",
  "subject",
  "state",
  "createdAt",
  "movedAt",
  "lastSeq",
  "unread",
  "delivered",
  "read",
  "waitingSince",
  "reopensUntil",
  "satisfaction",
  "deviceReportAt",
];
const MESSAGE = ["uid", "seq", "kind", "side", "author", "text", "createdAt", "attachments"];
const fields = (value: object) => Object.keys(value).sort();
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe("row 22, a guest's message", () => {
  const save = (body: unknown, language = "en") =>
    harness().call("POST", "/api/user/web/contact/us/save", { body, headers: { "accept-language": language } });
  const GOOD = { name: "Ada", email: "guest@example.com", message: "Hello" };

  it("is received without a token, and says no more", async () => {
    const { status, body } = await save({ ...GOOD, email: `${randomUUID()}@example.com` });
    expect([status, body]).toEqual([200, { data: { received: true } }]);
  });

  it.each([...LOCALES])("names what is missing, in %s", async (locale) => {
    const none = await save({}, locale === "cn" ? "zh-CN" : locale);
    expectIssues(none, ["name", "email", "message"], locale);
    for (const { message } of none.body.issues) expect(message).toBe(CATALOGUES[locale].validation.required);
    const wrong = await save({ ...GOOD, email: "no address", message: " \n " }, locale === "cn" ? "zh-CN" : locale);
    expectIssues(wrong, ["email", "message"], locale);
    expect(wrong.body.issues.map(({ message }: { message: string }) => message).sort()).toEqual(
      [CATALOGUES[locale].validation.email, CATALOGUES[locale].validation.required].sort(),
    );
  });

  it.each([
    [{ name: "x".repeat(81) }, "name"],
    [{ name: "   " }, "name"],
    [{ email: `${"x".repeat(250)}@example.com` }, "email"],
    [{ email: "a@example.com, b@example.com" }, "email"],
    [{ email: "a@example.com\r\nBcc: b@example.com" }, "email"],
    [{ message: "x".repeat(5001) }, "message"],
    [{ message: ["x"] }, "message"],
    [{ subject: "x".repeat(121) }, "subject"],
  ])("with %j is a 400", async (change, field) => {
    expectIssues(await save({ ...GOOD, ...change }), [field]);
  });
});

describe("row 26, own conversations", () => {
  it("are a list with its full count, ten a page, those that moved last first", async () => {
    const person = (await registerUser(harness())).token;
    expect((await get("/get", person)).body).toEqual({ data: [], meta: { total: 0 } });
    const made: string[] = [];
    for (let n = 0; n < 12; n++) made.unshift(await begun(harness(), person, { subject: `Number ${n}` }));
    const [first, second, beyond] = [await get("/get", person), await get("/get?page=2", person), await get("/get?page=3", person)];
    expect(fields(first.body)).toEqual(["data", "meta"]);
    expect(first.body.data.map(({ uid }: { uid: string }) => uid)).toEqual(made.slice(0, 10));
    expect(second.body.data.map(({ uid }: { uid: string }) => uid)).toEqual(made.slice(10));
    for (const { body } of [first, second]) expect(body.meta).toEqual({ total: 12 });
    expect(beyond.body).toEqual({ data: [], meta: { total: 12 } });
    expect((await get("/get", person, { page: 2 })).body).toEqual(second.body);
    expect(fields(first.body.data[0])).toEqual([...CONVERSATION, "last"].sort());
    await write(harness(), person, made[11] ?? "", "moves up");
    expect((await get("/get", person)).body.data[0]).toMatchObject({ uid: made[11], last: { side: "user", text: "moves up", files: 0 } });
  });

  it.each([["0"], ["-1"], ["1.5"], ["x"], [""]])("page %j is a 400 that names the field", async (page) => {
    expectIssues(await get(`/get?page=${page}`), ["page"]);
  });
});

describe("row 27, a new conversation", () => {
  it("is answered as it then stands", async () => {
    const { status, body } = await post("/save", { subject: " A subject ", message: " Words\r\nand more " });
    expect(status).toBe(200);
    expect(fields(body)).toEqual(["data"]);
    expect(fields(body.data)).toEqual([...CONVERSATION].sort());
    expect(body.data).toMatchObject({
      subject: "A subject",
      state: "new",
      lastSeq: 1,
      unread: 0,
      delivered: 0,
      read: 0,
      reopensUntil: null,
      satisfaction: null,
      deviceReportAt: null,
    });
    for (const key of ["createdAt", "movedAt", "waitingSince"]) expect(body.data[key]).toMatch(INSTANT);
  });

  it.each([
    [{}, ["subject", "message"]],
    [{ subject: "", message: "" }, ["subject", "message"]],
    [{ subject: "x".repeat(121), message: "x" }, ["subject"]],
    [{ subject: "x", message: "x".repeat(5001) }, ["message"]],
    [{ subject: 1, message: {} }, ["subject", "message"]],
    [{ subject: "x", message: "x", uid: "x" }, ["uid"]],
    [{ subject: "x", message: "x", attachments: ["x"] }, ["attachments.0"]],
    [{ subject: "x", message: "x", attachments: Array.from({ length: 6 }, () => randomUUID()) }, ["attachments"]],
  ])("with %j is a 400", async (body, named) => {
    expectIssues(await post("/save", body), named);
  });

  it("takes an Idempotency-Key", async () => {
    const once = () =>
      harness().call("POST", `${CONTACT}/save`, {
        token,
        headers: { "idempotency-key": "once" },
        body: { subject: "Keyed", message: "Once" },
      });
    const answers = await Promise.all([once(), once()]);
    const uids = answers.flatMap(({ status, body }) => (status === 200 ? [body.data.uid] : []));
    expect(new Set([...uids, (await once()).body.data.uid]).size).toBe(1);
  });
});

describe("row 28, a conversation with its messages", () => {
  it("sets the read mark", async () => {
    const conversationId = await begun(harness(), token);
    await answerTo(harness(), agent, conversationId, "Hello");
    const before = (await get(`/detail/get?conversationId=${conversationId}`)).body.data;
    expect(before.unread).toBe(1);
    const { status, body } = await post("/detail/view", { conversationId });
    expect(status).toBe(200);
    expect(fields(body.data)).toEqual([...CONVERSATION, "messages", "more"].sort());
    expect(body.data).toMatchObject({ uid: conversationId, unread: 0, state: "waiting_user", more: false });
    expect(body.data.messages.map(({ seq, side, text }: Record<string, unknown>) => [seq, side, text])).toEqual([
      [1, "user", "It stays silent."],
      [2, "support", "Hello"],
    ]);
    for (const message of body.data.messages) {
      expect(fields(message)).toEqual([...MESSAGE].sort());
      expect(message.createdAt).toMatch(INSTANT);
    }
    expect((await get(`/detail/get?conversationId=${conversationId}`)).body.data.unread).toBe(0);
  });

  it("is not found for a stranger, and needs an id", async () => {
    const conversationId = await begun(harness(), token);
    expectError(await post("/detail/view", { conversationId }, other), 404, "notFound");
    expectIssues(await post("/detail/view", {}), ["conversationId"]);
    expectIssues(await post("/detail/view", { conversationId: "5", before: 0 }), ["conversationId", "before"]);
  });
});

describe("row 29, a message", () => {
  it("is answered as it stands in the conversation", async () => {
    const conversationId = await begun(harness(), token);
    const { status, body } = await post("/detail/send/message", { conversationId, message: " One more " });
    expect(status).toBe(200);
    expect(fields(body)).toEqual(["data"]);
    expect(fields(body.data)).toEqual([...MESSAGE].sort());
    expect(body.data).toMatchObject({ seq: 2, kind: "text", side: "user", author: "Ada", text: "One more", attachments: [] });
  });

  it("needs words or a file, a conversation of one's own, and not too much", async () => {
    const conversationId = await begun(harness(), token);
    expectIssues(await post("/detail/send/message", {}), ["conversationId", "message"]);
    expectIssues(await post("/detail/send/message", { conversationId, message: "  " }), ["message"]);
    expectIssues(await post("/detail/send/message", { conversationId, message: "x".repeat(5001) }), ["message"]);
    expectIssues(await post("/detail/send/message", { conversationId, message: "x", uid: "1" }), ["uid"]);
    expectError(await post("/detail/send/message", { conversationId, message: "x" }, other), 404, "notFound");
    expectError(
      await harness().call("POST", `${CONTACT}/detail/send/message`, { body: { conversationId, message: "x" } }),
      401,
      "unauthorized",
    );
  });

  it("is kept letter for letter: markup is text", async () => {
    const conversationId = await begun(harness(), token);
    const text = "<script>alert(1)</script> <img src=x onerror=alert(1)> [a](javascript:alert(1)) {name} %s 'or 1=1--";
    expect((await post("/detail/send/message", { conversationId, message: text })).body.data.text).toBe(text);
  });
});
