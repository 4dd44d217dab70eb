import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { aMember, aRoom } from "#tests/factories/forum";
import { seedContent } from "@/server/db/seed";

const harness = useHarness();
const A = "/api/admin/community/profession";
const P = "/api/user/personalization/community";

let sql: postgres.Sql;
let admin: string;

beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  const { token, user } = await registerUser(harness());
  await sql`update users set role = 'admin' where id = ${user.uid}`;
  admin = token;
});
afterAll(() => sql.end());

const post = (path: string, body: unknown, token = admin) => harness().call("POST", `${A}${path}`, { token, body });
interface Room {
  uid: string;
  slug: string;
  version: number;
  name: Record<string, string>;
  archived: boolean;
}
const rooms = async (): Promise<Room[]> => (await harness().call("GET", `${A}/get`, { token: admin })).body.data;
const everywhere = (en: string) => ({ en, fr: `${en} fr`, vi: `${en} vi`, cn: `${en} cn`, ar: `${en} ar` });
const texts = (name: string) => ({ name: everywhere(name), description: everywhere(`All about ${name}`) });

describe("a room", () => {
  it("is made last with its chat, renamed with a lock, and moved", async () => {
    const { uid } = (await post("/save", { slug: "beekeeping", ...texts("Beekeeping") })).body.data;
    expect((await rooms()).at(-1)).toMatchObject({ uid, slug: "beekeeping", version: 1, ...texts("Beekeeping"), archived: false });
    expect(await sql`select kind from forum_topics where profession_id = ${uid}`).toEqual([{ kind: "chat" }]);
    expectIssues(await post("/save", { slug: "beekeeping", ...texts("Again") }), ["slug"]);
    expectIssues(await post("/save", texts("Nameless")), ["slug"]);
    expectIssues(await post("/save", { slug: "Bees!", ...texts("Bees") }), ["slug"]);
    expect((await post("/save", { uid, version: 1, ...texts("Beekeeping") })).body.data).toEqual({ uid, version: 1 });
    expect((await post("/save", { uid, version: 1, ...texts("Bees") })).body.data).toEqual({ uid, version: 2 });
    expectError(await post("/save", { uid, version: 1, ...texts("Late") }), 409, "conflict");
    await post("/move", { uid, to: "first" });
    expect((await rooms())[0]).toMatchObject({ uid, slug: "beekeeping", name: everywhere("Bees") });
    const acts = await sql`select action from audit_events where target = ${`room:${uid}`} order by at, id`;
    expect(acts.map(({ action }) => action)).toEqual(["room.add", "room.save", "room.move"]);
  });

  it("that is archived takes no new threads, and its own go on", async () => {
    const { id } = await aRoom(harness());
    const { token } = await aMember(harness());
    const begin = (title: string) =>
      harness().call("POST", `${P}/topic/save`, {
        token,
        body: { professionId: id, title, message: `What would you ask them? ${title}.` },
      });
    const topic = (await begin("Panels of four")).body.data;
    expect((await post("/archive", { uids: [id], archived: true })).body.data).toEqual([{ uid: id }]);
    expect((await post("/archive", { uids: [id], archived: true })).body.data).toEqual([]);
    expectError(await begin("Panels of five"), 409, "roomArchived");
    const answer = { topicId: topic.uid, message: "I would ask each of them for one wish." };
    expect((await harness().call("POST", `${P}/topic/message/save`, { token, body: answer })).status).toBe(200);
    const listed = (await harness().call("GET", `${P}/profession/get`, { token })).body.data as { uid: string; archived: boolean }[];
    expect(listed.find(({ uid }) => uid === id)?.archived).toBe(true);
    await post("/archive", { uids: [id], archived: false });
    expect((await begin("Panels of six")).status).toBe(200);
  });

  it("keeps its words and its place when a release comes", async () => {
    const [first, second] = await rooms();
    if (!first || !second) throw new Error("no rooms");
    await post("/save", { uid: second.uid, version: second.version, ...texts("Ours") });
    await post("/move", { uid: second.uid, to: "first" });
    const before = await rooms();
    await seedContent(harness().app.services.db);
    expect(await rooms()).toEqual(before);
  });

  it("keeps the name in addresses that a release gives to one of its own", async () => {
    const seeded = (await rooms()).find(({ slug }) => slug === "sales")?.uid ?? "";
    await sql`delete from forum_topics where profession_id = ${seeded}`;
    await sql`delete from professions where id = ${seeded}`;
    const { uid } = (await post("/save", { slug: "sales", ...texts("Selling") })).body.data;
    await seedContent(harness().app.services.db);
    const named = (await rooms()).filter((room) => [uid, seeded].includes(room.uid));
    expect(Object.fromEntries(named.map((room) => [room.uid, room.slug]))).toEqual({ [uid]: "sales", [seeded]: seeded });
  });

  it("is no candidate's to change", async () => {
    const { token } = await registerUser(harness());
    for (const path of ["/save", "/archive", "/move"]) expectError(await post(path, {}, token), 403, "forbidden");
  });
});
