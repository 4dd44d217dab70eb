import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectError } from "#tests/factories/catalogues";
import { act, aMember, aRoom, aTopic, dataOf, type Person, said, say } from "#tests/factories/forum";
import { type Live, openLive } from "#tests/factories/live";
import { startOwnDatabase, startProcess } from "#tests/factories/processes";
import { decodeEvent } from "@/features/forum/events";

/** Two processes of the app on one database: who writes is with the one, who listens with the other. */
type Process = Awaited<ReturnType<typeof startProcess>>;
let database: Awaited<ReturnType<typeof startOwnDatabase>>;
let here: Process;
let there: Process;
let ada: Person;
let ben: Person;
let room: { id: string; chatId: string };

beforeAll(async () => {
  database = await startOwnDatabase();
  [here, there] = [await startProcess(database.env, database.url), await startProcess(database.env, database.url)];
  ada = await aMember(here);
  ben = await aMember(here);
  room = await aRoom(here);
}, 60_000);
afterAll(async () => {
  await Promise.all([here?.close(), there?.close()]);
  await database?.close();
});

const open: Live[] = [];
afterEach(() => {
  for (const live of open.splice(0)) live.close();
});

async function listen(input: { topicId?: string; professionId?: string }, token = ben.token): Promise<Live> {
  const live = await openLive(there.url, token, `/api/trpc/forum.live?input=${encodeURIComponent(JSON.stringify({ json: input }))}`);
  open.push(live);
  return live;
}
const heard = (live: Live) => live.events.flatMap(({ event, data }) => (event === "message" ? [data.json as string] : []));
const hears = (live: Live, text: string) => live.within(10_000, () => heard(live).includes(text));

describe("between two processes", () => {
  it("those who look at a topic hear of messages, changes and typing; those who look at the list of what it shows", async () => {
    const topic = await aTopic(here, ada, room.id);
    const [inTopic, inRoom, inAll, elsewhere] = await Promise.all([
      listen({ topicId: topic.uid }),
      listen({ professionId: room.id }),
      listen({}),
      listen({ topicId: room.chatId }),
    ]);
    expect([inTopic, inRoom, inAll, elsewhere].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { uid } = await said(here, ada, topic.uid);
    for (const live of [inTopic, inRoom, inAll]) expect(await hears(live, `forum ${topic.uid} post 2`)).toBe(true);
    dataOf(await act(here, ben, "topic/message/react", { uid, reaction: "like", on: true }));
    expect(await hears(inTopic, `forum ${topic.uid} changed ${uid}`)).toBe(true);
    dataOf(await act(here, ada, "topic/message/typing", { topicId: topic.uid }));
    expect(await hears(inTopic, `forum ${topic.uid} typing ${ada.id}`)).toBe(true);
    dataOf(await act(here, ada, "topic/title/save", { topicId: topic.uid, title: "Another title" }));
    for (const live of [inTopic, inRoom, inAll]) expect(await hears(live, `forum ${topic.uid} turned`)).toBe(true);
    dataOf(await act(here, ada, "topic/message/delete", { uid }));
    expect(await inRoom.within(10_000, () => heard(inRoom).filter((text) => text.endsWith("turned")).length === 2)).toBe(true);
    expect(heard(inRoom).some((text) => text.includes("typing") || text.includes("changed"))).toBe(false);
    expect(heard(elsewhere)).toEqual([]);
    // Ids and numbers only.
    for (const text of heard(inTopic)) expect(decodeEvent(text)).not.toBeNull();
  });

  it("a message is heard once it can be read, each of many, and one that failed is not", async () => {
    const own = await aRoom(here);
    const live = await listen({ topicId: own.chatId });
    await Promise.all(Array.from({ length: 20 }, (_, n) => said(here, n % 2 ? ada : ben, own.chatId)));
    expect(await live.within(10_000, () => heard(live).length === 20)).toBe(true);
    expect(heard(live).map((text) => Number(text.split(" ").at(-1)))).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect((await say(here, ada, own.chatId, "x".repeat(2001))).status).toBe(400);
    await said(here, ada, own.chatId);
    expect(await hears(live, `forum ${own.chatId} post 21`)).toBe(true);
    expect(heard(live)).toHaveLength(21);
  });

  it("nobody listens to what they may not see, and nobody without an account", async () => {
    const topic = await aTopic(here, ada, room.id);
    const [{ uid }] = dataOf(
      await here.call("GET", `/api/user/personalization/community/topic/message/get?topicId=${topic.uid}`, { token: ada.token }),
    );
    dataOf(await act(here, ada, "topic/message/delete", { uid }));
    for (const input of [{ topicId: topic.uid }, { topicId: crypto.randomUUID() }, { professionId: crypto.randomUUID() }]) {
      const live = await listen(input);
      expect({ status: live.status, code: JSON.parse(live.text()).error.json.data.code }).toEqual({ status: 404, code: "notFound" });
    }
    expect((await listen({ professionId: room.id }, "rubbish")).status).toBe(401);
    expectError(await act(here, ben, "topic/message/typing", { topicId: topic.uid }), 404, "notFound");
  });
});
