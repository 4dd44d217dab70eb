import { describe, expect, it } from "vitest";
import { sentence } from "#tests/factories/catalogues";
import { decodeEvent, encodeEvent } from "@/features/forum/events";
import { firstHandle, handleBase, isHandle, isReserved, shownName } from "@/features/forum/members/rules";
import { memberInput, soundName } from "@/features/forum/members/schema";
import { withPoster } from "@/features/forum/posts/mutations";
import { excerptOf, factsOf, isTangled, named, plainOf } from "@/features/forum/posts/rules";
import { type Attempt, type Before, levelOf, NEWCOMER, newcomerExcess, obstacle, PER_MINUTE, type Standing } from "@/features/forum/rules";
import { excerptAround } from "@/features/forum/search/rules";
import { title } from "@/features/forum/topics/schema";
import { AppError } from "@/lib/app-error";
import { beforeCursor, cursorOf } from "@/lib/cursors";
import { fingerprintOf } from "@/lib/fingerprint";
import { LOCALES } from "@/lib/locales";
import { toHandle } from "@/lib/mentions";

const NOW = new Date("2026-11-22T10:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const DAY = 86_400;

describe("what a text holds", () => {
  it.each([
    ["none", "Just words.", 0],
    ["one that is written out", "[a](https://example.com)", 1],
    ["one that is bare", "See https://example.com/a?b=c.", 1],
    ["one without its scheme", "See www.example.com, please", 1],
    ["one in brackets", "<https://example.com>", 1],
    ["an address of mail", "Write to somebody@example.com", 1],
    ["one that is defined below", "[a][1]\n\n[1]: https://example.com", 1],
    ["one without a scheme of its own", "[a](//example.com)", 1],
    ["one that a backslash hides", "[a](/\\example.com)", 1],
    ["a picture from elsewhere", "![a](https://example.com/a.png)", 1],
    ["pages of this site", "[a](/dashboard/practice) [b](#top)", 0],
    ["one in code", "`https://example.com`\n\n```\nhttps://example.com\n```", 0],
    ["three", "https://a.example https://b.example\n\n> https://c.example", 3],
  ])("links: %s", (_name, text, links) => {
    expect(factsOf(text).links).toBe(links);
  });

  it("pictures that were uploaded, each once", () => {
    const [a, b] = ["0190a5f0-0000-7000-8000-00000000000a", "0190a5f0-0000-7000-8000-00000000000b"];
    expect(factsOf(`![x](image:${a}) and ![y](image:${b.toUpperCase()})\n\n![x](image:${a})`).images).toEqual([a, b]);
    expect(factsOf(`\`![x](image:${a})\``).images).toEqual([]);
  });

  it.each([
    ["one", "Thank you @ada!", ["ada"]],
    ["case and marks", "@Ngọc_Anh and @ADA", ["ngọc_anh", "ada"]],
    ["at an end of a sentence", "Ask @ada-b. Or @c3.", ["ada-b", "c3"]],
    ["in Arabic", "شكرًا @أمل، هذا مفيد", ["أمل"]],
    ["not in code", "`@ada` and\n\n    @ada", []],
    ["not in an address", "a@example.com and https://example.com/@ada", []],
    ["not behind a letter", "x@ada", []],
    ["not a sign alone", "@ @a @-ada", []],
    ["not in a link", "[@ada](https://example.com)", []],
    ["in a quote and in bold", "> @ada\n\n**@grace**", ["ada", "grace"]],
    ["twice is once", "@ada @ada", ["ada"]],
    ["behind a letter of a script without blanks", "请问@小明", ["小明"]],
    ["behind such a letter of two UTF-16 units", "𠮷@小明", ["小明"]],
    ["not behind another letter of two units", "𐐷@小明", []],
  ])("names: %s", (_name, text, handles) => {
    expect(factsOf(text).mentions.map(([first]) => first)).toEqual(handles);
  });

  it("a name in a script without blanks ends where a member's does", () => {
    const { mentions } = factsOf("谢谢@小明你说得对，还有@小王");
    const members = new Map([
      ["小明", 1],
      ["小王", 2],
      ["小", 3],
    ]);
    expect(named(mentions, members)).toEqual([1, 2]);
    // In other scripts it does not.
    expect(named(factsOf("@anabel").mentions, new Map([["ana", 1]]))).toEqual([]);
  });

  it("its words alone", () => {
    const text = "> quoted\n\n# Head\n\nSome **bold** [link](https://example.com) `code`\n\n- one\n- two\n\n<b>raw</b>";
    expect(plainOf(text)).toBe("Head Some bold link code one two raw");
    expect(plainOf("1. first\n   - within\n2. second")).toBe("first within second");
    expect(plainOf("| a | b |\n| - | - |\n| c | d |")).toBe("a b c d");
    expect(plainOf("one\\\ntwo  \nthree *fo*ur")).toBe("one two three four");
    expect(plainOf("> only a quote")).toBe("only a quote");
    expect(excerptOf("a ".repeat(300), 20)).toBe("a a a a a a a a a a…");
    expect(excerptOf("👍🏽👍🏽👍🏽", 3)).toHaveLength(5);
  });
});

describe("texts that are made to stop a parser", () => {
  const N = 20_000;
  it.each([
    ["[", N],
    ["![", N / 2],
    ["*_", N / 2],
    ["a**b", N / 4],
    ["~a", N / 2],
    ["`a", N / 2],
    ["> ", N / 2],
    [">", N],
    ["- ", N / 2],
    ["1) ", 100],
    ["[a](", N / 4],
    ["[a]: /b\n", N / 8],
    ["<a ", N / 3],
    ["\n", N],
    ["]", N],
    ["![", 500],
  ])("%j, %i times", (text, times) => {
    expect(isTangled(text.repeat(times))).toBe(true);
  });
  it.each([
    ["a table of 300 by 300", `${"|a".repeat(300)}|\n${"|-".repeat(300)}|\n${"|\n".repeat(300)}`],
    ["a wide one whose rows are only letters", `${"|a".repeat(4000)}|\n${"|-".repeat(4000)}|\n${"b\n".repeat(1000)}`],
    ["pictures that never close, and brackets", "![".repeat(399) + "]".repeat(N)],
  ])("%s", (_name, text) => {
    expect(isTangled(text)).toBe(true);
  });
  it("a table that somebody may well write is none", () => {
    expect(isTangled(`${"| a ".repeat(12)}|\n${"| - ".repeat(12)}|\n${`${"| b ".repeat(12)}|\n`.repeat(200)}`)).toBe(false);
  });
  it("others are let through, and read", () => {
    const page =
      "## Head\n\nSome **bold** and `code`, a [link](/dashboard/practice).\n\n> a quote\n> > within one\n\n- one\n  - two\n    1. three\n\n";
    expect(isTangled(page.repeat(90))).toBe(false);
    for (const text of [
      page.repeat(90),
      "words and ".repeat(2000),
      "@中".repeat(6000),
      "(".repeat(N),
      "&".repeat(N),
      "*_".repeat(300),
      "[".repeat(400),
    ]) {
      // How long a test may take bounds it: without the rule it would be minutes.
      expect(isTangled(text)).toBe(false);
      expect(factsOf(text).links).toBe(0);
    }
  });
});

describe("handles and names", () => {
  it.each([
    "admin",
    "Parley",
    "PARLEY-help",
    "supp0rt",
    "Parley Support",
    "mod\u00e9rator",
    "the team",
    "4dmin",
    "Staff",
    "p@rley",
    "ParIey",
    "Par\u200dley",
    "sup\u3164port",
    "admın",
    "فريق الدعم",
  ])("%s is for those who run the service", (text) => {
    expect(isReserved(text)).toBe(true);
  });
  it.each(LOCALES)("what the team is called in %s is, too", (locale) => {
    for (const key of ["support.team", "forum.members.team", "admin.announcements.audiences.team"]) {
      const text = sentence(locale, key);
      for (const name of [text, text.toUpperCase(), `${text} 2`, toHandle(text.replaceAll(" ", "-"))])
        expect([name, isReserved(name)]).toEqual([name, true]);
    }
  });
  it.each([
    ["Suppоrt", "Cyrillic о"],
    ["Αdmin", "Greek Α"],
  ])("%s is no name, as no word has letters of two scripts that look alike (%s)", (text) => {
    expect(memberInput.shape.name.safeParse(text).success).toBe(false);
    expect(soundName(text, "ada", false)).toBe("ada");
  });
  it.each(["Иван (Ivan)", "Ada Λ.", "山田 Taro", "ليلى Layla"])("%s is a name in two scripts", (text) => {
    expect(memberInput.shape.name.safeParse(text).data).toBe(text);
  });
  it.each(["ada", "Steamy", "Tim", "teammate", "Mo D.", "Paul", "أمل", "小明", "Quảng Trị", "Hồ Trọng", "فريق"])(
    "%s is for anybody",
    (text) => {
      expect(isReserved(text)).toBe(false);
    },
  );
  it("names and titles show what they are made of", () => {
    const shown = (text: string) => memberInput.shape.name.safeParse(text).data;
    expect(shown("A\u202eda\u200b O.")).toBe("Ada O.");
    expect(shown("a\u0301\u0301\u0301\u0301\u0301\u0301")).toBe("a\u0301\u0301\u0301");
    expect(shown("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645")).toContain("\u200c");
    for (const none of ["\u200b", "\u200b\u200b\u200b", "...", "parley-help.com", "see evil.example", "<b>"])
      expect(shown(none)).toBeUndefined();
    for (const none of ["\u200b\u200b\u200b", "???", "https://a.example", "Go to www.example.com"])
      expect(title.safeParse(none).success).toBe(false);
    expect(title.safeParse("Node.js or ASP.NET first?").success).toBe(true);
  });
  it("one that nobody saved is held to the same, and the handle stands for it otherwise", () => {
    expect(soundName("Ada L.", "ada", false)).toBe("Ada L.");
    expect(soundName("A\u202eda\u200b L.", "ada", false)).toBe("Ada L.");
    expect(soundName(shownName("Ada", "\u202eLovelace"), "ada", false)).toBe("Ada L.");
    for (const text of [
      "A\u202eda evil.example",
      "see evil.\u200cexample",
      "Parley Support – confirm at parley-help.com",
      "moderator",
      "???",
    ])
      expect(soundName(text, "ada", false)).toBe("ada");
    expect(soundName("Parley Support", "pia", true)).toBe("Parley Support");
    expect(soundName("parley-help.com", "pia", true)).toBe("pia");
    expect([firstHandle("Parley"), firstHandle("Parley Support"), firstHandle("Ada")]).toEqual(["member", "member", "ada"]);
  });
  it.each(["ada", "a1", "ngọc-anh", "أمل", "小明", "a_b", "x".repeat(30)])("%s is one", (text) => {
    expect(isHandle(toHandle(text))).toBe(true);
  });
  it.each([
    "a",
    "-ada",
    "ada-",
    "a b",
    "a.b",
    "@ada",
    "",
    "x".repeat(31),
    "a\u202eb",
    "ada😀",
    "\u0430dmin",
    "pa\u03bfla",
    "a\u0301\u0301\u0301\u0301\u0301b",
  ])("%j is none", (text) => {
    expect(isHandle(text)).toBe(false);
  });
  it("are made of what somebody is called", () => {
    expect(handleBase("Ada.Lovelace")).toBe("adalovelace");
    expect(handleBase("Jean-Luc ")).toBe("jean-luc");
    expect(handleBase("😀")).toBe("member");
    expect(handleBase("أمل")).toBe("أمل");
    expect(shownName("Ada", "lovelace")).toBe("Ada L.");
    expect(shownName("小明", "")).toBe("小明");
  });
});

describe("what stands in a message's way", () => {
  const old: Standing = { team: false, sample: false, postCount: 50, joinedAt: ago(30 * DAY), suspendedUntil: null };
  const fresh: Standing = { ...old, postCount: 0, joinedAt: ago(60) };
  const attempt: Attempt = { kind: "thread", begins: false, ownTopic: false, amounts: { links: 0, images: 0, mentions: 0 } };
  const none: Before = { minute: [], hour: [], topics: [] };
  const every = (n: number, seconds: number) => Array.from({ length: n }, (_, at) => ago((at + 1) * seconds));

  it("nothing, mostly", () => {
    for (const standing of [old, fresh]) expect(obstacle(standing, attempt, none, NOW)).toBeNull();
  });

  it("a suspension, until it ends", () => {
    const suspendedUntil = new Date(NOW.getTime() + 1.5 * DAY * 1000);
    expect(obstacle({ ...old, suspendedUntil }, attempt, none, NOW)).toEqual({ code: "writingSuspended", values: { days: 2 } });
    expect(obstacle({ ...old, suspendedUntil: NOW }, attempt, none, NOW)).toBeNull();
  });

  it("too many in a minute, told how long to wait", () => {
    for (const kind of ["thread", "chat"] as const) {
      const most = PER_MINUTE[kind];
      expect(obstacle(old, { ...attempt, kind }, { ...none, minute: every(most - 1, 1) }, NOW)).toBeNull();
      const refusal = obstacle(old, { ...attempt, kind }, { ...none, minute: every(most, 1) }, NOW);
      expect(refusal).toEqual({ code: "writingTooFast", retryAfter: 60 - most });
    }
    expect(obstacle({ ...old, team: true }, attempt, { ...none, minute: every(40, 1) }, NOW)).toBeNull();
  });

  it("of newcomers: links, pictures, names, messages an hour, topics a day", () => {
    const { links, images, mentions, perHour, topicsPerDay } = NEWCOMER;
    expect(newcomerExcess({ links, images, mentions })).toBeNull();
    const amounts = { links: 0, images: 0, mentions: 0 };
    const code = (standing: Standing, change: Partial<Attempt>, before: Partial<Before> = {}) =>
      obstacle(standing, { ...attempt, ...change }, { ...none, ...before }, NOW)?.code;
    const cases: [Partial<Attempt>, Partial<Before>, string][] = [
      [{ amounts: { ...amounts, links: links + 1 } }, {}, "newcomerLinks"],
      [{ amounts: { ...amounts, images: images + 1 } }, {}, "newcomerImages"],
      [{ amounts: { ...amounts, mentions: mentions + 1 } }, {}, "newcomerMentions"],
      [{}, { hour: every(perHour, 120) }, "newcomerMessages"],
      [{ begins: true }, { topics: every(topicsPerDay, 3600) }, "newcomerTopics"],
    ];
    for (const [change, before, expected] of cases) {
      expect(code(fresh, change, before)).toBe(expected);
      // Many messages in too few days, and many days with too few messages.
      expect(code({ ...fresh, postCount: 50 }, change, before)).toBe(expected);
      expect(code({ ...old, postCount: NEWCOMER.messages - 1 }, change, before)).toBe(expected);
      // Never in their own topic, nor of others.
      if (!change.begins) expect(code(fresh, { ...change, ownTopic: true }, before)).toBeUndefined();
      for (const standing of [old, { ...fresh, team: true }, { ...fresh, sample: true }])
        expect(code(standing, change, before)).toBeUndefined();
    }
  });

  it("more pictures than anybody's message holds", () => {
    const amounts = { links: 99, images: 11, mentions: 99 };
    for (const standing of [old, { ...old, team: true }])
      expect(obstacle(standing, { ...attempt, amounts }, none, NOW)?.code).toBe("tooManyImages");
  });
});

describe("how closely somebody follows", () => {
  it.each([
    [null, null, "normal"],
    [null, "watch", "watch"],
    [null, "mute", "mute"],
    [{ level: "track" as const }, null, "track"],
    [{ level: "track" as const }, "watch", "track"],
    [{ level: "normal" as const }, "watch", "watch"],
    [{ level: "normal" as const, chosen: true }, "watch", "normal"],
    [{ level: "watch" as const }, "mute", "mute"],
    [{ level: "watch" as const, chosen: true }, "mute", "watch"],
    [{ level: "mute" as const, chosen: true }, "watch", "mute"],
  ] as const)("topic %j in room %j: %s", (mark, room, level) => {
    expect(levelOf(mark, room)).toBe(level);
  });
});

it("its author first, then who wrote last", () => {
  expect(withPoster({ authorId: "a", posterIds: [] }, "a")).toEqual(["a"]);
  expect(withPoster({ authorId: "a", posterIds: ["a", "b", "c", "d"] }, "e")).toEqual(["a", "e", "b", "c"]);
  expect(withPoster({ authorId: "a", posterIds: ["a", "b", "c"] }, "c")).toEqual(["a", "c", "b"]);
  expect(withPoster({ authorId: null, posterIds: ["b"] }, "c")).toEqual(["c", "b"]);
});

describe("fingerprints", () => {
  it("are the same for what differs by accident", () => {
    expect(fingerprintOf("Hello,  WORLD!")).toBe(fingerprintOf("hello world"));
    expect(fingerprintOf("Được rồi")).toBe(fingerprintOf("duoc roi"));
  });
  it("differ for what differs, and fit a bigint", () => {
    const all = ["a", "b", "ab", "ba", "你好", "好你", "!!!", "???", ""].map(fingerprintOf);
    expect(new Set(all).size).toBe(all.length);
    for (const one of all) expect(BigInt.asIntN(64, one)).toBe(one);
  });
});

describe("where a page ended", () => {
  const id = "0190a5f0-0000-7000-8000-000000000000";
  it("comes back as it was", () => {
    const at = "2026-11-22 10:00:00.123456+00";
    expect(beforeCursor(cursorOf(at, id))).toEqual({ at, id });
  });
  it.each([
    "x",
    "%%%",
    btoa("x"),
    cursorOf("2026-02-30 10:00:00+00", id),
    cursorOf("2026-13-01 10:00:00+00", id),
    cursorOf("now()", id),
    cursorOf("2026-11-22 10:00:00+00", "x"),
    cursorOf("infinity", id),
  ])("%j is none", (text) => {
    expect(() => beforeCursor(text)).toThrow(AppError);
  });
});

describe("excerpts", () => {
  const marked = (text: string, search: string) => {
    const { excerpt, marks } = excerptAround(text, search);
    return { excerpt, found: marks.map(([from, to]) => excerpt.slice(from, to)) };
  };
  it.each([
    ["words by their beginning", "Panels score what you say.", "panel SCO", ["Panels", "score"]],
    ["without marks", "Tôi được hỏi về điểm yếu", "duoc diem", ["được", "điểm"]],
    ["Chinese in pairs", "面试官会问你的缺点是什么", "缺点", ["缺点"]],
    ["longer Chinese", "面试官会问", "面试官", ["面试官"]],
    ["Arabic in one way or another", "ما هي أسئلة المقابلة؟", "اسئله", ["أسئلة"]],
    ["nothing", "Other words", "zzz", []],
  ])("%s", (_name, text, search, found) => {
    expect(marked(text, search)).toEqual({ excerpt: text, found });
  });
  it("are cut around the first", () => {
    const long = `${"before ".repeat(100)}needle ${"after ".repeat(100)}`;
    const { excerpt, found } = marked(long, "needle");
    expect(found).toEqual(["needle"]);
    expect(excerpt).toMatch(/^…before .*needle after.*…$/);
    expect(excerpt.length).toBeLessThan(260);
    const emoji = marked(`${"😀".repeat(300)} needle ${"😀".repeat(300)}`, "needle");
    expect(emoji.found).toEqual(["needle"]);
    expect(emoji.excerpt).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
  });
});

it("what happens reads as it was written", () => {
  const topicId = "0190a5f0-0000-7000-8000-000000000000";
  for (const event of [
    { what: "post", seq: 3 },
    { what: "changed", post: topicId },
    { what: "turned" },
    { what: "typing", user: topicId },
  ] as const)
    expect(decodeEvent(encodeEvent(topicId, event))).toEqual({ topicId, ...event });
  for (const other of ["notifications", "support x message 1", "forum x strange"]) expect(decodeEvent(other)).toBeNull();
});
