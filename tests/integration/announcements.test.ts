import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { registerAgent } from "#tests/factories/support";
import { EMPTY_TEXT } from "@/lib/localized-text";
import { announcements, auditEvents } from "@/server/db/schema";

const harness = useHarness();
const P = "/api/admin/announcement";
let admin: string;
let candidate: string;

beforeAll(async () => {
  admin = (await registerAgent(harness())).token;
  candidate = (await registerUser(harness())).token;
});

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const words = (en: string, fr = "") => ({ ...EMPTY_TEXT, en, fr });
const announcement = (en: string, more: object = {}) => ({
  kind: "info",
  audience: "everybody",
  text: words(en),
  link: null,
  startsAt: at(-1),
  endsAt: null,
  ...more,
});
const save = (body: object, token = admin) => harness().call("POST", `${P}/save`, { token, body });
const shown = async (token?: string, language = "en") => {
  const { body } = await harness().call("GET", "/api/service/get", { token, headers: { "accept-language": language } });
  return body.data.announcements as { uid: string; text: string; language: string; link: { label: string } | null }[];
};
const texts = async (token?: string) => (await shown(token)).map(({ text }) => text);
const clear = () => harness().app.services.db.delete(announcements);

describe("an announcement", () => {
  it("is made by administrators alone", async () => {
    expectError(await save(announcement("Hello"), candidate), 403, "forbidden");
    expect((await harness().call("POST", `${P}/save`, { body: announcement("Hello") })).status).toBe(401);
  });

  it("shows to whom it is meant for, in its time", async () => {
    await clear();
    await save(announcement("To all"));
    await save(announcement("To members", { audience: "signed_in", startsAt: at(-2) }));
    await save(announcement("To the team", { audience: "team", startsAt: at(-3) }));
    await save(announcement("Not yet", { startsAt: at(1) }));
    await save(announcement("No more", { startsAt: at(-4), endsAt: at(-1) }));
    expect(await texts()).toEqual(["To all"]);
    expect(await texts(candidate)).toEqual(["To all", "To members"]);
    expect(await texts(admin)).toEqual(["To all", "To members", "To the team"]);
  });

  it("is sent though newer ones are, too: those may be closed where it is read", async () => {
    await clear();
    for (let place = 1; place <= 5; place++) await save(announcement(`Number ${place}`, { startsAt: at(-place) }));
    expect(await texts()).toEqual([1, 2, 3, 4, 5].map((place) => `Number ${place}`));
  });

  it("speaks the reader's language, and English where nobody has written in it", async () => {
    await clear();
    const link = { href: "/faq", label: words("More", "En savoir plus") };
    await save(announcement("Hello", { text: words("Hello", "Bonjour"), link }));
    expect(await shown(undefined, "fr")).toMatchObject([{ text: "Bonjour", language: "fr", link: { label: "En savoir plus" } }]);
    expect(await shown(undefined, "vi")).toMatchObject([{ text: "Hello", language: "en", link: { label: "More" } }]);
  });

  it("is changed by who has seen it last, is another one to its readers then, and is noted", async () => {
    await clear();
    const { uid, version } = (await save(announcement("First"))).body.data;
    const [before] = await shown();
    const changed = await save(announcement("Second", { uid, version }));
    expect(changed.body.data).toEqual({ uid, version: 2 });
    const [after] = await shown();
    expect(after?.text).toBe("Second");
    expect(after?.uid).not.toBe(before?.uid);
    expectError(await save(announcement("Third", { uid, version })), 409, "conflict");
    expectError(await harness().call("POST", `${P}/delete`, { token: admin, body: { uid, version } }), 409, "conflict");
    expect((await harness().call("POST", `${P}/delete`, { token: admin, body: { uid, version: 2 } })).status).toBe(200);
    expect(await shown()).toEqual([]);
    expectError(await harness().call("POST", `${P}/delete`, { token: admin, body: { uid } }), 404, "notFound");
    expectError(await harness().call("POST", `${P}/view`, { token: admin, body: { uid } }), 404, "notFound");
    const acts = await harness()
      .app.services.db.select()
      .from(auditEvents)
      .where(eq(auditEvents.target, `announcement:${uid}`))
      .orderBy(auditEvents.at);
    expect(acts.map(({ action }) => action)).toEqual(["announcements.add", "announcements.edit", "announcements.delete"]);
    expect(acts[1]).toMatchObject({ before: { text: words("First") }, after: { text: words("Second") } });
  });

  it("that was closed stays so while it is shown longer, and to others; its words, link and kind make it another one", async () => {
    await clear();
    const said = announcement("Wait", { link: { href: "/faq", label: words("More") } });
    const { uid } = (await save(said)).body.data;
    const [before] = await shown();
    for (const [place, more] of [{ endsAt: at(1) }, { endsAt: at(2), audience: "signed_in" }].entries())
      expect((await save({ ...said, ...more, uid, version: place + 1 })).body.data).toEqual({ uid, version: place + 2 });
    expect(await shown(candidate)).toEqual([before]);
    const seen = new Set([before?.uid]);
    for (const [place, more] of [{ text: words("Hurry") }, { link: null }, { kind: "warning" }].entries()) {
      await save({ ...said, ...more, uid, version: place + 3 });
      seen.add((await shown())[0]?.uid);
    }
    expect(seen.size).toBe(4);
  });

  it("that is saved as it stands keeps its version, and nothing is noted", async () => {
    const said = announcement("As it stands", { link: { href: "/faq", label: words("More", "En savoir plus") }, endsAt: at(1) });
    const { uid, version } = (await save(said)).body.data;
    expect((await save({ ...said, uid, version })).body.data).toEqual({ uid, version });
    const target = eq(auditEvents.target, `announcement:${uid}`);
    expect((await harness().app.services.db.select().from(auditEvents).where(target)).map(({ action }) => action)).toEqual([
      "announcements.add",
    ]);
  });
});
