import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { CATALOGUES, expectError, expectIssues } from "#tests/factories/catalogues";
import { aMember, aRoom, COMMUNITY, dataOf, type Person, words } from "#tests/factories/forum";
import { LOCALES, localeTag } from "@/lib/locales";

const harness = useHarness();
let ada: Person;
let ben: Person;
let room: { id: string; chatId: string };
beforeAll(async () => {
  ada = await aMember(harness());
  ben = await aMember(harness());
  room = await aRoom(harness());
});

const get = (path: string, token: string | undefined = ada.token, headers: Record<string, string> = {}) =>
  harness().call("GET", `${COMMUNITY}/${path}`, { token, headers });
const post = (path: string, body: unknown, token: string | undefined = ada.token, headers: Record<string, string> = {}) =>
  harness().call("POST", `${COMMUNITY}/${path}`, { token, body, headers });
const fields = (value: object) => Object.keys(value).sort();
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UID = expect.stringMatching(/^[\da-f-]{36}$/);

const ROOM = ["uid", "slug", "name", "description", "topicCount", "archived", "level", "unread", "chatId", "chatLastSeq", "chatReadSeq"];
const BASE = [
  "uid",
  "title",
  "replies",
  "lastMessageAt",
  "createdAt",
  "professionId",
  "state",
  "pinned",
  "answered",
  "solved",
  "locale",
  "lastSeq",
  "posterCount",
  "author",
  "posters",
  "level",
];
const TOPIC = [...BASE, "kind", "levelChosen", "readSeq", "answer", "may"];
const MESSAGE = [
  "uid",
  "topicId",
  "seq",
  "state",
  "message",
  "replyFromId",
  "quote",
  "author",
  "own",
  "reactions",
  "mentions",
  "images",
  "share",
  "proposal",
  "createdAt",
  "editedAt",
];

describe("rows 44 to 48 as they stand in the contract", () => {
  it("44: the rooms, in the caller's language", async () => {
    for (const locale of LOCALES) {
      const { status, body } = await get("profession/get", ada.token, { "accept-language": localeTag(locale) });
      expect(status).toBe(200);
      expect(body.meta.total).toBe(body.data.length);
      const row = body.data.find(({ uid }: { uid: string }) => uid === room.id);
      expect(fields(row)).toEqual([...ROOM].sort());
      expect(row.name).toBe(`Room ${locale}`);
    }
  });

  it("46 and 45: a topic is saved, and stands in the list", async () => {
    const { status, body } = await post("topic/save", { professionId: room.id, title: "How do panels score?", message: words() });
    expect(status).toBe(200);
    expect(fields(body)).toEqual(["data"]);
    expect(fields(body.data)).toEqual([...TOPIC].sort());
    const listed = await get(`topic/get?professionId=${room.id}`);
    expect(listed.body.meta).toEqual({ total: 1, next: null });
    expect(fields(listed.body.data[0])).toEqual([...BASE, "unread"].sort());
    expect(listed.body.data[0]).toMatchObject({ uid: body.data.uid, title: "How do panels score?", replies: 0, professionId: room.id });
    expect(listed.body.data[0].lastMessageAt).toMatch(INSTANT);
    expect(fields(listed.body.data[0].author)).toEqual(["avatar", "handle", "name", "role", "sample", "uid"]);
  });

  it("48 and 47: a message is saved, and stands in its topic", async () => {
    const topicId = dataOf(await post("topic/save", { professionId: room.id, title: "Another", message: words() })).uid;
    const text = words();
    const first = (await get(`topic/message/get?topicId=${topicId}`)).body.data[0];
    const { status, body } = await post("topic/message/save", { topicId, message: text, replyFromId: first.uid }, ben.token);
    expect(status).toBe(200);
    expect(fields(body.data)).toEqual([...MESSAGE].sort());
    expect(body.data).toMatchObject({ uid: UID, message: text, replyFromId: first.uid, own: true, seq: 2 });
    const listed = await get(`topic/message/get?topicId=${topicId}&page=1`);
    expect(listed.body.meta).toEqual({ total: 2 });
    expect(listed.body.data[1]).toEqual({ ...body.data, own: false });
  });

  it("with an Idempotency-Key each has one effect, also when two arrive at once", async () => {
    const body = { professionId: room.id, title: "Once", message: words() };
    const key = { "idempotency-key": randomUUID() };
    const [one, two] = await Promise.all([post("topic/save", body, ada.token, key), post("topic/save", body, ada.token, key)]);
    expect(two?.body).toEqual(one?.body);
    const message = { topicId: dataOf(one).uid, message: words() };
    const other = { "idempotency-key": randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => post("topic/message/save", message, ben.token, other)));
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    expect((await get(`topic/message/get?topicId=${message.topicId}`)).body.meta).toEqual({ total: 2 });
  });

  it.each(["profession/get", "topic/get", "topic/message/get", "search", "member/get"])("%s needs an account", async (path) => {
    expectError(await harness().call("GET", `${COMMUNITY}/${path}`), 401, "unauthorized");
  });

  it.each(["0", "-1", "1.5", "x", ""])("page %j is a 400 that names the field", async (page) => {
    expectIssues(await get(`topic/get?professionId=${room.id}&page=${page}`), ["page"]);
    expectIssues(await get(`topic/message/get?topicId=${room.chatId}&page=${page}`), ["page"]);
  });

  it("a page past the end is empty and tells the full count", async () => {
    const { total } = (await get(`topic/get?professionId=${room.id}`)).body.meta;
    for (const page of [50, 100_000_000])
      expect((await get(`topic/get?professionId=${room.id}&page=${page}`)).body).toEqual({ data: [], meta: { total, next: null } });
    expect((await get(`topic/message/get?topicId=${room.chatId}&page=100000000`)).body).toEqual({ data: [], meta: { total: 0 } });
  });

  it("what is missing or strange is named", async () => {
    expectIssues(await post("topic/save", {}), ["professionId", "title", "message"]);
    expectIssues(await post("topic/message/save", { topicId: "x", message: 5 }), ["topicId", "message"]);
    expectIssues(await get("topic/get?list=best&professionId=1"), ["list", "professionId"]);
    expectIssues(await get("topic/message/get?topicId=1&fromSeq=0"), ["topicId", "fromSeq"]);
  });

  it.each([...LOCALES])("says in %s why not", async (locale) => {
    const text = words();
    dataOf(await post("topic/message/save", { topicId: room.chatId, message: text }));
    const again = await post("topic/message/save", { topicId: room.chatId, message: text }, ada.token, {
      "accept-language": localeTag(locale),
    });
    expectError(again, 409, "duplicateMessage", locale);
    const bad = await post("member/save", { name: "A", handle: "-" }, ada.token, { "accept-language": localeTag(locale) });
    expectIssues(bad, ["handle"], locale);
    const form = await post("member/save", { name: "A", handle: "a b" }, ada.token, { "accept-language": localeTag(locale) });
    expect(form.body.issues[0].message).toBe(CATALOGUES[locale].validation.handle);
  });
});
