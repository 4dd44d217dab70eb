import { asc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { begun, INBOX, registerAgent } from "#tests/factories/support";
import { EMPTY_TEXT } from "@/lib/localized-text";
import { auditEvents } from "@/server/db/schema";

const harness = useHarness();
let boss: Awaited<ReturnType<typeof registerAgent>>;
beforeAll(async () => {
  boss = await registerAgent(harness(), "Sol", "super_admin");
});

async function post(path: string, body: object) {
  const answer = await harness().call("POST", path, { token: boss.token, body });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}
const acts = (target: string) =>
  harness()
    .app.services.db.select()
    .from(auditEvents)
    .where(eq(auditEvents.target, target))
    .orderBy(asc(auditEvents.at), asc(auditEvents.id));
const actions = async (target: string) => (await acts(target)).map(({ action }) => action);
const words = (en: string) => ({ ...EMPTY_TEXT, en });

describe("what administrators change", () => {
  it("of ready answers stands in the log, with what differs", async () => {
    const P = `${INBOX}/canned`;
    const { uid } = await post(`${P}/save`, { title: words("Hello"), text: words("Dear {name}") });
    await post(`${P}/save`, { uid, title: words("Good day"), text: words("Dear {name}") });
    await post(`${P}/move`, { uid, to: "first" });
    await post(`${P}/delete`, { uid });
    const [added, edited, moved, deleted] = await acts(`canned:${uid}`);
    expect(added).toMatchObject({ action: "canned.add", actorId: boss.user.uid, before: null, after: { title: words("Hello") } });
    expect(edited).toMatchObject({ action: "canned.edit", before: { title: words("Hello") }, after: { title: words("Good day") } });
    expect(Object.keys(edited?.after ?? {})).toEqual(["title"]);
    expect(moved).toMatchObject({ action: "canned.move", detail: { to: "first" } });
    expect(deleted).toMatchObject({ action: "canned.delete", before: { title: words("Good day") }, after: null });
  });

  it("of frequent questions stands in the log", async () => {
    const P = "/api/admin/faq";
    const { body } = await harness().call("GET", `${P}/category/get`, { token: boss.token });
    const entry = { category: body.data[0].uid, question: words("Why?"), answer: words("Because.") };
    const { uid } = await post(`${P}/save`, entry);
    await post(`${P}/save`, { ...entry, uid, answer: words("So that.") });
    await post(`${P}/publish`, { uids: [uid], published: true });
    await post(`${P}/publish`, { uids: [uid], published: false });
    await post(`${P}/move`, { uid, to: "first" });
    await post(`${P}/delete`, { uid });
    expect(await actions(`faq:${uid}`)).toEqual(["faq.add", "faq.edit", "faq.publish", "faq.withdraw", "faq.move", "faq.delete"]);
    const [, edited] = await acts(`faq:${uid}`);
    expect(edited).toMatchObject({ before: { answer: words("Because.") }, after: { answer: words("So that.") } });
    expect(Object.keys(edited?.after ?? {})).toEqual(["answer"]);
  });

  it("of universities and their documents stands in the log", async () => {
    const U = "/api/super/admin/learning/university";
    const D = "/api/super/admin/learning/document";
    const sections = Object.fromEntries(["about", "programmes", "admission", "interview", "deadlines"].map((name) => [name, EMPTY_TEXT]));
    const facts = { city: words("Khartoum"), country: "SD", website: "https://example.org/", founded: 1902, sections };
    const whole = { ...facts, name: words("Nile"), mark: { letters: "N", shape: "circle", hue: 10 } };
    const { uid } = await post(`${U}/save`, whole);
    await post(`${U}/save`, { ...whole, uid, founded: 1903 });
    await post(`${U}/publish`, { uids: [uid], published: true });
    await post(`${U}/move`, { uid, to: "first" });
    expect(await actions(`university:${uid}`)).toEqual(["learning.add", "learning.edit", "learning.publish", "learning.move"]);
    expect((await acts(`university:${uid}`))[1]).toMatchObject({ before: { founded: 1902 }, after: { founded: 1903 } });
    const { uid: document } = await post(`${D}/save`, { university: uid, title: words("Guide") });
    await post(`${D}/save`, { uid: document, university: uid, title: words("A guide") });
    await post(`${D}/move`, { uid: document, to: "last" });
    await post(`${D}/delete`, { uid: document });
    expect(await actions(`document:${document}`)).toEqual(["learning.add", "learning.edit", "learning.move", "learning.delete"]);
  });

  it("of videos stands in the log", async () => {
    const V = "/api/admin/learning/video";
    const draft = { kind: "mentorship", title: words("One"), description: words("Two"), date: "2026-01-01" };
    const whole = { ...draft, chapters: [], scales: [], categories: [], question: null };
    const { uid } = await post(`${V}/save`, whole);
    await post(`${V}/save`, { ...whole, uid, title: words("Three") });
    await post(`${V}/move`, { uid, to: "last" });
    await post(`${V}/delete`, { uid });
    expect(await actions(`video:${uid}`)).toEqual(["learning.add", "learning.edit", "learning.move", "learning.delete"]);
    const [, edited] = await acts(`video:${uid}`);
    expect(Object.keys(edited?.after ?? {})).toEqual(["title"]);
  });

  it("in conversations stands in the log, without what was said", async () => {
    const { token, user } = await registerUser(harness());
    const uid = await begun(harness(), token);
    const C = `${INBOX}/conversation`;
    await post(`${C}/answer`, { conversationId: uid, message: "A secret word" });
    await post(`${C}/note`, { conversationId: uid, text: "A secret note" });
    await post(`${C}/assign`, { conversationId: uid, assigneeId: null, expected: boss.user.uid });
    await post(`${C}/resolve`, { conversationId: uid });
    const rows = await acts(`conversation:${uid}`);
    expect(rows.map(({ action }) => action)).toEqual(["support.answer", "support.note", "support.assign", "support.resolve"]);
    expect(rows.every(({ subjectId }) => subjectId === user.uid)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain("secret");
  });
});
