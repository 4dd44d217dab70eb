import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { INBOX, registerAgent } from "#tests/factories/support";
import { inAll } from "#tests/factories/texts";
import { UNIVERSITY_SECTIONS } from "@/lib/enums/learning";
import { seedContent } from "@/server/db/seed";

const harness = useHarness();
const V = "/api/admin/learning/video";
const U = "/api/super/admin/learning/university";
const D = "/api/super/admin/learning/document";
const F = "/api/admin/faq";
const P = `${INBOX}/canned`;

let boss: string;
let category: string;
beforeAll(async () => {
  boss = (await registerAgent(harness(), "Sol", "super_admin")).token;
  const { body } = await harness().call("GET", `${F}/category/get`, { token: boss });
  category = body.data[0].uid;
});

const post = (path: string, body: unknown) => harness().call("POST", path, { token: boss, body });
const versionIn = async (path: string, uid: string): Promise<string> => (await post(path, { uid })).body.data.version;

const facts = { country: "SD", website: "https://uni.example", founded: 1902, mark: { letters: "U", shape: "shield", hue: 10 } };
const sections = Object.fromEntries(UNIVERSITY_SECTIONS.map((name) => [name, inAll("")]));

interface Kind {
  save: string;
  /** One that says this. */
  saying: (text: string) => object;
  seen: (uid: string) => Promise<string>;
}

const KINDS: Record<string, Kind> = {
  "a video": {
    save: `${V}/save`,
    saying: (text) => ({
      ...{ kind: "tutorial", title: inAll(text), description: inAll("About"), date: "2026-11-01" },
      ...{ chapters: [{ at: 3, title: inAll("Then") }], scales: ["clarity"], categories: [], question: null },
    }),
    seen: (uid) => versionIn(`${V}/view`, uid),
  },
  "a university": {
    save: `${U}/save`,
    saying: (text) => ({ ...facts, name: inAll(text), city: inAll("Omdurman"), sections }),
    seen: (uid) => versionIn(`${U}/view`, uid),
  },
  "a document": {
    save: `${D}/save`,
    saying: (text) => ({ university: null, title: inAll(text) }),
    seen: async (uid) => {
      const { body } = await post(`${D}/get`, { university: null });
      return body.data.find((one: { uid: string }) => one.uid === uid).version;
    },
  },
  "an entry of the FAQ": {
    save: `${F}/save`,
    saying: (text) => ({ category, question: inAll(text), answer: inAll("Yes.") }),
    seen: (uid) => versionIn(`${F}/view`, uid),
  },
  "a ready answer": {
    save: `${P}/save`,
    saying: (text) => ({ title: inAll(text), text: inAll("Hello {name}") }),
    seen: (uid) => versionIn(`${P}/view`, uid),
  },
};

describe.each(Object.entries(KINDS))("%s", (_, { save, saying, seen }) => {
  it("is not written over by who has not seen what somebody else wrote", async () => {
    const made = (await post(save, saying("First"))).body.data;
    expect(await seen(made.uid)).toBe(made.version);
    const mine = { ...saying("Mine"), uid: made.uid, version: made.version };
    const theirs = await post(save, { ...saying("Theirs"), uid: made.uid, version: made.version });
    expect(theirs.body.data.version).not.toBe(made.version);
    expectError(await post(save, mine), 409, "conflict");
    expect(await seen(made.uid)).toBe(theirs.body.data.version);
    // Whoever has seen it may.
    const over = await post(save, { ...mine, version: theirs.body.data.version });
    expect(over.status).toBe(200);
    expect(await seen(made.uid)).toBe(over.body.data.version);
    // What says what stands there already takes nothing from anybody.
    expect((await post(save, mine)).status).toBe(200);
  });

  it("is as it was seen after a release, and can be written by who names no version", async () => {
    const made = (await post(save, saying("Second"))).body.data;
    await seedContent(harness().app.services.db);
    expect(await seen(made.uid)).toBe(made.version);
    expect((await post(save, { ...saying("Third"), uid: made.uid })).status).toBe(200);
  });
});
