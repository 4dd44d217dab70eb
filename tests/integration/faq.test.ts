import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { LOCALES, type Locale, localeTag } from "@/lib/locales";

// Visitors are told apart by what the proxy says of them.
const harness = useHarness({ TRUST_PROXY: "on" });
const LIST = "/api/user/personalization/faq/get";
const OPEN = "/api/user/web/faq/get";
const VOTE = "/api/user/web/faq/vote";

let sql: postgres.Sql;
let reader: string;

interface Entry {
  uid: string;
  slug: string;
  category: { slug: string; name: string };
  question: string;
  answer: string;
  helpful: boolean | null;
}

beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  reader = (await registerUser(harness())).token;
});
afterAll(() => sql.end());

const get = (path: string, { token, locale = "en", from = "192.0.2.1" }: { token?: string; locale?: Locale; from?: string } = {}) =>
  harness().call("GET", path, { token, headers: { "accept-language": localeTag(locale), "x-forwarded-for": from } });

async function search(locale: Locale, typed: string): Promise<{ slugs: string[]; exact: boolean }> {
  const answer = await get(`${OPEN}?search=${encodeURIComponent(typed)}`, { locale });
  expect(answer.status, typed).toBe(200);
  expect(answer.body.meta.total).toBe(answer.body.data.length);
  return { slugs: answer.body.data.map((row: Entry) => row.slug), exact: answer.body.meta.exact };
}

const idOf = async (slug: string): Promise<string> => (await sql`select id from faq_entries where slug = ${slug}`)[0]?.id;

describe("the list", () => {
  it.each(LOCALES)("holds all entries by category in %s, for visitors and people alike", async (locale) => {
    const [open, own] = await Promise.all([get(OPEN, { locale }), get(LIST, { locale, token: reader })]);
    expect(open.body).toEqual(own.body);
    const rows: Entry[] = open.body.data;
    expect(open.body.meta).toEqual({ total: rows.length, exact: true });
    expect(rows.length).toBeGreaterThanOrEqual(30);
    expect(rows.every(({ question, answer }) => question.length > 3 && answer.length > 20)).toBe(true);
    // A category's entries stand together.
    const order = rows.map(({ category }) => category.slug);
    expect(order.filter((slug, at) => slug !== order[at - 1])).toEqual([
      "practising",
      "recordings",
      "account",
      "learning",
      "subscription",
      "privacy",
    ]);
  });

  it("leaves out what is not published, also from a search, and never sends drafts' words", async () => {
    const uid = await idOf("passkeys");
    await sql`update faq_entries set published = false where id = ${uid}`;
    const rows: Entry[] = (await get(OPEN)).body.data;
    expect(rows.map(({ slug }) => slug)).not.toContain("passkeys");
    expect((await search("en", "passkey")).slugs).not.toContain("passkeys");
    expectError(await harness().call("POST", VOTE, { body: { uid, helpful: true } }), 404, "notFound");
    await sql`update faq_entries set published = true where id = ${uid}`;
    expect((await search("en", "passkey")).slugs[0]).toBe("passkeys");
  });
});

describe("the search", () => {
  it.each<[Locale, string, string]>([
    ["en", "cancelling", "cancel"],
    ["en", "how do I cancel?", "cancel"],
    ["en", "PASSKEYS", "passkeys"],
    ["en", "e-mail changed", "change-email"],
    ["en", "email", "confirm-email"],
    ["fr", "supprimé mon compte", "delete-account"],
    ["fr", "supprimer mes comptes", "delete-account"],
    ["fr", "mot de passe oublie", "forgotten-password"],
    ["ar", "تسجيلات", "who-can-see"],
    ["ar", "اشتراكي", "cancel"],
    ["ar", "كَلِمَة المُرور", "forgotten-password"],
    ["cn", "忘记密码", "forgotten-password"],
    ["cn", "密码", "password-rules"],
    ["vi", "mật khẩu", "forgotten-password"],
    ["vi", "mat khau", "forgotten-password"],
    ["vi", "MẬT KHẨU".normalize("NFD"), "forgotten-password"],
  ])("in %s finds by the stem: %s", async (locale, typed, slug) => {
    const { slugs, exact } = await search(locale, typed);
    expect(slugs.slice(0, 5)).toContain(slug);
    expect(exact).toBe(true);
  });

  it.each<[Locale, string, string]>([
    ["en", "pasword", "forgotten-password"],
    ["en", "chnage my emial", "change-email"],
    ["en", "recieved reciept", "receipts"],
    ["en", "microfone", "microphone-not-found"],
    ["en", "delet acount", "delete-account"],
    ["fr", "abonnemnet", "cancel"],
    ["fr", "mot de pase oublié", "forgotten-password"],
    ["ar", "كلمة المرر", "forgotten-password"],
    ["ar", "الميكرفون", "microphone-not-found"],
    ["cn", "忘记密马", "forgotten-password"],
    ["cn", "麦克疯", "microphone-not-found"],
    ["vi", "mat kahu", "forgotten-password"],
    ["vi", "trình duyeet", "which-browsers"],
  ])("in %s finds in spite of a typo: %s", async (locale, typed, slug) => {
    const { slugs, exact } = await search(locale, typed);
    expect(slugs.slice(0, 10)).toContain(slug);
    expect(slugs.length).toBeLessThanOrEqual(10);
    expect(exact).toBe(false);
  });

  it("puts first what stands in the question, and finds while somebody types", async () => {
    expect((await search("en", "receipts")).slugs[0]).toBe("receipts");
    expect((await search("en", "lost phone")).slugs[0]).toBe("lost-phone");
    expect((await search("en", "passk")).slugs[0]).toBe("passkeys");
  });

  it("finds nothing in nonsense", async () => {
    for (const [locale, typed] of [
      ["en", "giraffe"],
      ["cn", "长颈鹿"],
      ["ar", "زرافة"],
    ] as const)
      expect(await search(locale, typed)).toEqual({ slugs: [], exact: false });
  });

  it.each([
    "%",
    "_",
    "'",
    '"',
    "\\",
    "' | !('a') & b:*",
    "a & | ! <-> b",
    "=password",
    ":*",
    "x'); drop table faq_entries; --",
    "{}[]()$1",
    "\u0000",
    "🎤🎤🎤",
    "a ".repeat(100),
    "w".repeat(200),
    "密".repeat(200),
    `${"ab12 ".repeat(40)}`,
    Array.from({ length: 40 }, (_, at) => `wrod${at}`)
      .join(" ")
      .slice(0, 200),
  ])("survives %j", async (typed) => {
    for (const locale of LOCALES) expect((await get(`${OPEN}?search=${encodeURIComponent(typed)}`, { locale })).status).toBe(200);
  });

  it("takes 200 characters and no more", async () => {
    expectIssues(await get(`${OPEN}?search=${"a".repeat(201)}`), ["search"]);
    expectIssues(await get(`${LIST}?search=${"a".repeat(201)}`, { token: reader }), ["search"]);
  });
});

describe("whether an answer helped", () => {
  const vote = (uid: string, helpful: boolean, { token, from = "192.0.2.1" }: { token?: string; from?: string } = {}) =>
    harness().call("POST", VOTE, { token, body: { uid, helpful }, headers: { "x-forwarded-for": from } });
  const counted = async (uid: string) =>
    (await sql`select helpful from faq_votes where entry_id = ${uid} order by voted_at`).map((row) => row.helpful);

  it("is kept once per person, and may be changed", async () => {
    const uid = await idOf("plans");
    const said = async (token?: string) =>
      (await get(LIST, token ? { token } : {})).body.data.find((row: Entry) => row.uid === uid).helpful;
    expect(await said(reader)).toBeNull();
    expect((await vote(uid, true, { token: reader })).body).toEqual({ data: { uid, helpful: true } });
    expect(await said(reader)).toBe(true);
    // From another place it is the same person.
    await vote(uid, false, { token: reader, from: "203.0.113.9" });
    expect(await said(reader)).toBe(false);
    expect(await counted(uid)).toEqual([false]);
    const other = (await registerUser(harness())).token;
    expect(await said(other)).toBeNull();
    await vote(uid, true, { token: other });
    expect(await counted(uid)).toEqual([false, true]);
  });

  it("is a visitor's by the address, which is not kept", async () => {
    const uid = await idOf("cancel");
    for (const from of ["198.51.100.1", "198.51.100.1", "2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"])
      await vote(uid, true, { from });
    expect(await counted(uid)).toHaveLength(3);
    await vote(uid, false, { from: "198.51.100.1" });
    expect((await counted(uid)).filter((helpful) => !helpful)).toHaveLength(1);
    const helpful = async (from: string) => (await get(OPEN, { from })).body.data.find((row: Entry) => row.uid === uid).helpful;
    expect([await helpful("198.51.100.1"), await helpful("2001:db8:1:2::77"), await helpful("198.51.100.2")]).toEqual([false, true, null]);
    const kept = await sql`select voter from faq_votes where entry_id = ${uid}`;
    for (const { voter } of kept) expect(voter).toMatch(/^[\w-]{43}$/);
  });

  it("many at once are one", async () => {
    const uid = await idOf("keyboard");
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => vote(uid, at % 2 === 0, { token: reader })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await counted(uid)).toHaveLength(1);
  });

  it("is refused without sense", async () => {
    expectIssues(await harness().call("POST", VOTE, { body: { uid: "x", helpful: "yes" } }), ["uid", "helpful"]);
    expectError(await vote(randomUUID(), true), 404, "notFound");
  });

  it("is part of a person's data, and goes with the person", async () => {
    const { faqData } = await import("@/features/support/faq/personal-data");
    const { services } = harness().app;
    const { token, user } = await registerUser(harness());
    await vote(await idOf("languages"), false, { token });
    expect((await faqData.records(services, user.uid)).data).toEqual({
      votes: [expect.objectContaining({ question: expect.stringContaining("languages"), helpful: false })],
    });
    await services.db.transaction((tx) => faqData.erase(tx, user.uid));
    expect((await faqData.records(services, user.uid)).data).toEqual({ votes: [] });
  });
});

it("visitors have a budget for reading, people have none", async () => {
  const { startHarness } = await import("#tests/config/harness");
  const limited = await startHarness({ RATE_LIMITS: "on" });
  try {
    const { token } = await registerUser(limited);
    const answers = await Promise.all(Array.from({ length: 125 }, () => limited.call("GET", `${OPEN}?search=zz`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
    expectError(answers.find(({ status }) => status !== 200) as never, 429, "tooManyRequests");
    expect((await limited.call("GET", `${LIST}?search=zz`, { token })).status).toBe(200);
  } finally {
    await limited.close();
  }
});
