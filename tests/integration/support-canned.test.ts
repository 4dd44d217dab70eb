import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { begun, INBOX, registerAgent } from "#tests/factories/support";
import { seedContent } from "@/server/db/seed";

const harness = useHarness();
const P = `${INBOX}/canned`;

let sql: postgres.Sql;
let agent: string;

beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  agent = (await registerAgent(harness(), "Noor")).token;
});
afterAll(() => sql.end());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  harness().call("POST", `${P}${path}`, { token: agent, body, headers });
const list = async (query = "", language = "en") =>
  (await harness().call("GET", `${P}/get${query}`, { token: agent, headers: { "accept-language": language } })).body.data as {
    uid: string;
    title: string;
    text: string;
    missing: string[];
    editedAt: string | null;
  }[];
const uids = async () => (await list()).map(({ uid }) => uid);
const idOf = async (slug: string): Promise<string> => (await sql`select id from support_canned_replies where slug = ${slug}`)[0]?.id;
const release = () => seedContent(harness().app.services.db);

const inAll = (en: string, fr = "") => ({ en, cn: "", fr, ar: "", vi: "" });
const reply = (text = "Hello {name}") => ({ title: inAll("A greeting", "Un bonjour"), text: inAll(text) });
async function made(body: object = reply()): Promise<string> {
  const answer = await post("/save", body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.uid;
}

describe("a ready answer", () => {
  it("is made at the end, filled in for a conversation, changed and deleted", async () => {
    const uid = await made(reply("Hello {name}, {nmae}: {subject}. {agent}"));
    expect((await uids()).at(-1)).toBe(uid);
    const kept = (await list("", "fr")).at(-1);
    expect(kept).toMatchObject({
      uid,
      title: "Un bonjour",
      text: "Hello {name}, {nmae}: {subject}. {agent}",
      missing: ["fr", "vi", "cn", "ar"],
    });
    const { token } = await registerUser(harness(), { firstName: "Ada" });
    const conversation = await begun(harness(), token, { subject: "My {agent}" });
    // What nobody knows stays as it was written, and what is filled in is not filled in again.
    expect((await list(`?conversationId=${conversation}`)).at(-1)?.text).toBe("Hello Ada, {nmae}: My {agent}. Noor");

    const [seen] = (await list()).filter((one) => one.uid === uid);
    await post("/save", { uid, ...reply("Good morning"), title: inAll("Morning") });
    // What somebody has written since is not deleted unseen.
    for (const editedAt of [seen?.editedAt, null]) expectError(await post("/delete", { uid, editedAt }), 409, "conflict");
    expect((await post("/view", { uid })).body.data).toEqual({
      uid,
      version: expect.any(String),
      title: inAll("Morning"),
      text: inAll("Good morning"),
    });
    const [written] = (await list()).filter((one) => one.uid === uid);
    expect((await post("/delete", { uid, editedAt: written?.editedAt })).status).toBe(200);
    expect(await uids()).not.toContain(uid);
    for (const path of ["/view", "/delete"]) expectError(await post(path, { uid }), 404, "notFound");
  });

  it("is made once under one key", async () => {
    const key = { "idempotency-key": randomUUID() };
    const [one, other] = [await post("/save", reply(), key), await post("/save", reply(), key)];
    expect(other.body).toEqual(one.body);
    await post("/delete", { uid: one.body.data.uid });
  });

  it("moves in the list, also when two of the team move at once", async () => {
    const before = await uids();
    const [first = "", second = "", third = ""] = before;
    await post("/move", { uid: second, to: "up" });
    expect((await uids()).slice(0, 3)).toEqual([second, first, third]);
    await post("/move", { uid: third, to: "first" });
    expect((await uids()).slice(0, 3)).toEqual([third, second, first]);
    await post("/move", { uid: third, to: "last" });
    expect((await uids()).at(-1)).toBe(third);
    await Promise.all([first, second, third].map((uid) => post("/move", { uid, to: "first" })));
    const after = await uids();
    expect(after.slice(0, 3).sort()).toEqual([first, second, third].sort());
    expect([...after].sort()).toEqual([...before].sort());
    const places = await sql`select position from support_canned_replies`;
    expect(new Set(places.map(({ position }) => position)).size).toBe(before.length);
  });

  it("is refused without its English text, too long, under a name of its own, or where there is none", async () => {
    expectIssues(await post("/save", { ...reply(), title: inAll(" ") }), ["title.en"]);
    expectIssues(await post("/save", { ...reply(), title: inAll("a".repeat(81)) }), ["title.en"]);
    expectIssues(await post("/save", reply("a".repeat(4001))), ["text.en"]);
    expectIssues(await post("/save", { ...reply(), slug: "mine" }), ["slug"]);
    expectIssues(await post("/move", { uid: await idOf("solved"), to: "sideways" }), ["to"]);
    const uid = randomUUID();
    for (const [path, body] of [
      ["/save", { uid, ...reply() }],
      ["/move", { uid, to: "up" }],
      ["/delete", { uid }],
      ["/view", { uid }],
    ] as const)
      expectError(await post(path, body), 404, "notFound");
  });

  it.each([
    ["nobody", undefined, 401, "unauthorized"],
    ["candidate", "candidate", 403, "forbidden"],
    ["admin", "admin", 404, "notFound"],
    ["super_admin", "super_admin", 404, "notFound"],
  ] as const)("is the team's: %s", async (_who, role, status, code) => {
    const person = role && (await registerUser(harness()));
    if (person) await sql`update users set role = ${role} where id = ${person.user.uid}`;
    const uid = randomUUID();
    for (const [path, body] of [
      ["/view", { uid }],
      ["/save", { uid, ...reply() }],
      ["/move", { uid, to: "up" }],
      ["/delete", { uid }],
    ] as const)
      expectError(await harness().call("POST", `${P}${path}`, { token: person?.token, body }), status, code);
    const answer = await harness().call("GET", `${P}/get`, { token: person?.token });
    expect(answer.status).toBe(role === "admin" || role === "super_admin" ? 200 : status);
  });
});

describe("a later start", () => {
  it("leaves alone what was made, edited, moved or deleted here, and keeps the others with their release", async () => {
    const [edited, gone, old] = [await idOf("received"), await idOf("invoice"), await idOf("solved")];
    const own = await made();
    const { data } = (await post("/view", { uid: edited })).body;
    await post("/save", { ...data, text: { ...data.text, en: "Changed here, {name}" } });
    await post("/move", { uid: edited, to: "last" });
    await post("/delete", { uid: gone });
    const rows = () => sql`select id, position, title, text from support_canned_replies order by id`;
    const before = await rows();
    await release();
    expect(await rows()).toEqual(before);
    expect((await uids()).slice(-2)).toEqual([own, edited]);
    expect(await uids()).not.toContain(gone);

    await sql`update support_canned_replies set text = jsonb_set(text, '{en}', '"An older release"') where id in ${sql([old, edited])}`;
    await release();
    expect((await post("/view", { uid: old })).body.data.text.en).not.toBe("An older release");
    expect((await post("/view", { uid: edited })).body.data.text.en).toBe("An older release");
  });

  it("gets along with one that was given the name of one of its own here", async () => {
    const seeded = await idOf("microphone");
    await sql`delete from support_canned_replies where id = ${seeded}`;
    const own = await made();
    await sql`update support_canned_replies set slug = 'microphone' where id = ${own}`;
    await release();
    expect(await idOf("microphone")).toBe(own);
    expect(await idOf(seeded)).toBe(seeded);
    expect((await post("/view", { uid: own })).body.data).toMatchObject(reply());
  });
});
