import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillPlaceholders, unknownPlaceholders } from "@/features/support/canned/rules";
import { decodeEvent, encodeEvent, type LiveEvent } from "@/features/support/chat/events";
import {
  ATTACHMENT_TYPES,
  attachmentProblem,
  estimateWait,
  linkParts,
  MAX_ATTACHMENT_BYTES,
  markOf,
  type Wait,
} from "@/features/support/chat/rules";
import { subjectOf, withPage } from "@/features/support/contact/rules";
import { morningAfter } from "@/features/support/inbox/rules";
import { sniffType } from "@/lib/file-kinds";

const answered = (...seconds: number[]): Wait[] => seconds.map((s) => ({ seconds: s, answered: true }));
const unanswered = (...seconds: number[]): Wait[] => seconds.map((s) => ({ seconds: s, answered: false }));

describe("the estimate of the waiting time", () => {
  it.each([
    ["too few answers", [...answered(1, 2, 3, 4), ...unanswered(5, 6, 7, 8)], null],
    ["nothing", [], null],
    // 1 − k/8 ≤ ¼ first at k = 6.
    ["eight answers", answered(80, 10, 70, 20, 60, 30, 50, 40), 60],
    // 4/5 · 3/4 · 2/3 · 1/2 = 1/5.
    ["five answers", answered(1, 2, 3, 4, 5), 4],
    // One leaves at 25 and weighs on those that follow: 5/6 · 4/5 = 2/3, then 2/3 · 2/3 = 4/9, then 4/9 · 1/2 = 2/9.
    ["somebody who went away", [...answered(10, 20, 30, 40, 50), ...unanswered(25)], 40],
    // 9/10 … 5/10: half still wait, and how long they will nobody knows.
    ["half of them without an answer yet", [...answered(1, 2, 3, 4, 5), ...unanswered(9, 9, 9, 9, 9)], null],
    // At 30 one is answered and one goes: the answer comes first. 5/6 · 4/5 · 3/4 = 1/2, then 1/2 · 1/2 = 1/4.
    ["both at one moment", [...answered(10, 20, 30, 40, 50), ...unanswered(30)], 40],
  ] as const)("%s", (_name, waits, expected) => {
    expect(estimateWait([...waits])).toBe(expected);
  });

  it("of answers alone is the plain quantile, whatever their number", () => {
    for (let n = 5; n <= 500; n++) {
      const waits = answered(...Array.from({ length: n }, (_, at) => at + 1));
      expect({ n, seconds: estimateWait(waits) }).toEqual({ n, seconds: Math.ceil(n * 0.75) });
    }
  });

  const wait = fc.record({ seconds: fc.nat(100_000), answered: fc.boolean() });
  const lists = fc.array(wait, { maxLength: 60 });

  it("does not depend on the order, and is one of the answers' times", () => {
    fc.assert(
      fc.property(lists, (waits) => {
        const estimate = estimateWait(waits);
        expect(estimateWait(waits.toReversed())).toBe(estimate);
        if (estimate !== null) expect(waits.filter((one) => one.answered).map(({ seconds }) => seconds)).toContain(estimate);
      }),
    );
  });

  it("with open questions is never below what the answers alone say", () => {
    fc.assert(
      fc.property(lists, (waits) => {
        const alone = estimateWait(waits.filter((one) => one.answered));
        const all = estimateWait(waits);
        if (alone !== null && all !== null) expect(all).toBeGreaterThanOrEqual(alone);
        if (alone === null) expect(all).toBeNull();
      }),
    );
  });

  it("does not fall when everybody waits longer, and grows with the clock's unit", () => {
    fc.assert(
      fc.property(lists, fc.nat(10_000), (waits, more) => {
        const later = waits.map(({ seconds, ...rest }) => ({ ...rest, seconds: seconds + more }));
        const estimate = estimateWait(waits);
        expect(estimateWait(later)).toBe(estimate === null ? null : estimate + more);
      }),
    );
  });

  it("does not fall when an open question goes on waiting", () => {
    fc.assert(
      fc.property(lists, fc.nat(50_000), (waits, more) => {
        const later = waits.map((one) => (one.answered ? one : { ...one, seconds: one.seconds + more }));
        const [before, after] = [estimateWait(waits) ?? Number.POSITIVE_INFINITY, estimateWait(later) ?? Number.POSITIVE_INFINITY];
        expect(after).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});

describe("what may be attached", () => {
  const NAMES: Record<string, string[]> = {
    "image/png": ["a.png", "A.PNG", "archive.tar.png"],
    "image/jpeg": ["a.jpg", "a.JPEG"],
    "image/webp": ["a.webp"],
    "image/gif": ["a.gif"],
    "application/pdf": ["a.pdf", "شهادة.pdf"],
  };
  it.each([...ATTACHMENT_TYPES])("%s, under its own names and no other's", (type) => {
    for (const [kind, names] of Object.entries(NAMES))
      for (const name of names)
        expect({ name, is: attachmentProblem({ name, type, size: 10 }) }).toEqual({ name, is: kind === type ? null : "lying" });
    for (const name of ["a", "", ".", "a.html", "a.svg", "a.png.exe", "png", "a.pngx", `a.${type}`, "a.png/"])
      if (!(type === "image/png" && name === "png"))
        expect({ name, is: attachmentProblem({ name, type, size: 10 }) }).toEqual({ name, is: "lying" });
  });

  it.each([
    "image/svg+xml",
    "text/html",
    "application/x-msdownload",
    "image/avif",
    "image/heic",
    "video/mp4",
    "",
    "IMAGE/PNG",
    "__proto__",
    "image/png; a=b",
  ])("nothing of the type %j", (type) => {
    for (const name of ["a.png", "a.svg", "a.html"]) expect(attachmentProblem({ name, type, size: 10 })).toBe("kind");
  });

  it("up to 10 MB, and not nothing", () => {
    const of = (size: number) => attachmentProblem({ name: "a.png", type: "image/png", size });
    expect(MAX_ATTACHMENT_BYTES).toBe(10 * 1024 * 1024);
    expect([of(0), of(1), of(MAX_ATTACHMENT_BYTES), of(MAX_ATTACHMENT_BYTES + 1)]).toEqual(["empty", null, null, "size"]);
  });

  const HEADS: [string, number[] | string][] = [
    ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
    ["image/jpeg", [0xff, 0xd8, 0xff, 0xe1]],
    ["image/gif", "GIF87a"],
    ["image/gif", "GIF89a"],
    ["image/webp", "RIFF\u0001\u0002\u0003\u0004WEBPVP8 "],
    ["application/pdf", "%PDF-1.7"],
  ];
  const bytes = (head: number[] | string) => (typeof head === "string" ? Buffer.from(head, "latin1") : Buffer.from(head));
  it.each(HEADS)("%s is told by its first bytes", (type, head) => {
    expect(sniffType(bytes(head))).toBe(type);
    expect(sniffType(Buffer.concat([bytes(head), Buffer.alloc(100)]))).toBe(type);
    for (let cut = 0; cut < Math.min(3, bytes(head).length); cut++) expect(sniffType(bytes(head).subarray(0, cut))).toBeNull();
    expect(sniffType(Buffer.concat([Buffer.from(" "), bytes(head)]))).toBeNull();
  });

  it.each([
    "<svg xmlns",
    "<!DOCTYPE html>",
    "PK\u0003\u0004",
    "MZ",
    "RIFF\u0001\u0002\u0003\u0004AVI LIST",
    "\u0000\u0000\u0000\u001cftypavif",
    "GIF88a",
    "BM",
    "",
  ])("%j is none of them", (head) => {
    expect(sniffType(bytes(head))).toBeNull();
  });
});

describe("links in a text", () => {
  const links = (text: string) => linkParts(text).flatMap(({ href }) => href ?? []);
  it.each([
    ["see https://example.com/a?b=c#d now", ["https://example.com/a?b=c#d"]],
    ["https://example.com.", ["https://example.com"]],
    ["(https://example.com/a)", ["https://example.com/a"]],
    ["https://en.wikipedia.org/wiki/Interview_(journalism)", ["https://en.wikipedia.org/wiki/Interview_(journalism)"]],
    ["(see https://en.wikipedia.org/wiki/Interview_(journalism)).", ["https://en.wikipedia.org/wiki/Interview_(journalism)"]],
    ["[https://example.com/a]!?", ["https://example.com/a"]],
    ["HTTPS://EXAMPLE.COM/A", ["HTTPS://EXAMPLE.COM/A"]],
    ["انظر https://example.com/a، ثم https://example.com/b؟", ["https://example.com/a", "https://example.com/b"]],
    ["请看https://example.com/a，谢谢。https://example.com/b」", ["https://example.com/a", "https://example.com/b"]],
    ['<a href="https://example.com/x">', ["https://example.com/x"]],
    ["'https://example.com/x'", ["https://example.com/x"]],
    ["https://example.com/\u202egpj.exe", ["https://example.com/"]],
    ["https://example.com/\u2066a\u2069 \u200fhttps://example.com/b\u200f", ["https://example.com/", "https://example.com/b"]],
    ["https://example.com/a\u0000b", ["https://example.com/a"]],
    ["http:// https://. https://", []],
    ["javascript:alert(1) data:text/html,x vbscript:x file:///etc/passwd ftp://example.com mailto:a@b.c //example.com www.example.com", []],
    ["javascript://https:alert(1)", []],
    ["https://[::1", []],
  ])("%j", (text, expected) => {
    expect(links(text)).toEqual(expected);
  });

  const word = fc.constantFrom(
    "https://",
    "http://a.b",
    "javascript:",
    "example.com/",
    "(",
    ")",
    "]",
    ".",
    "，",
    "، ",
    "\u202e",
    '"',
    "<",
    " ",
    "\n",
    "字",
    "ع",
    "\ud83d\ude00",
    "%",
    "@",
  );
  const texts = fc.oneof(
    fc.fullUnicodeString(),
    fc.array(word, { maxLength: 20 }).map((words) => words.join("")),
  );

  it("the parts together are the text, links are what they say, and lead into the web only", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const parts = linkParts(text);
        expect(parts.map((part) => part.text).join("")).toBe(text);
        for (const { text: shown, href } of parts) {
          expect(shown).not.toBe("");
          if (href === undefined) continue;
          expect(href).toBe(shown);
          expect(href).toMatch(/^https?:\/\/[^\s<>"'\u202a-\u202e\u2066-\u2069]+$/i);
          expect(["http:", "https:"]).toContain(new URL(href).protocol);
        }
      }),
      { numRuns: 500 },
    );
  });

  // A hundred times as long as a message may be: whatever took the square of it would run into the test's end.
  it.each([
    ["addresses", "https://a".repeat(60_000)],
    ["closings", `https://a${")".repeat(500_000)}`],
    ["brackets", `https://a${"(".repeat(250_000)}${")".repeat(250_000)}`],
  ])("gets through what is meant to take long: %s", (_what, text) => {
    expect(
      linkParts(text)
        .map((part) => part.text)
        .join("") === text,
    ).toBe(true);
  });
});

describe("a ready answer", () => {
  it.each([
    ["Hello {name}, I am {agent}.", "Hello Ada, I am {subject}."],
    ["{constructor} {__proto__} {toString} {hasOwnProperty}", "{constructor} {__proto__} {toString} {hasOwnProperty}"],
    ["{name} {name}", "Ada Ada"],
    ["{ name } {{name}} {} {unknown}", "{ name } {Ada} {} {unknown}"],
    ["$& {price}", "$& $1 $& $$"],
  ])("%j", (text, expected) => {
    // What was filled in is not filled in again.
    expect(fillPlaceholders(text, { name: "Ada", agent: "{subject}", price: "$1 $& $$" })).toBe(expected);
  });

  it("is looked through for what looks like a placeholder and is none", () => {
    const texts = ["Hello {name}, {nmae}!", "{nmae} {agent} {subject} {Name} { name } {} {toString}"];
    expect(unknownPlaceholders(texts)).toEqual(["{nmae}", "{Name}", "{toString}"]);
    expect(unknownPlaceholders([])).toEqual([]);
  });

  it("stays as it is without anything to fill in", () => {
    fc.assert(
      fc.property(fc.fullUnicodeString(), (text) => {
        expect(fillPlaceholders(text, {})).toBe(text);
      }),
    );
  });
});

describe("small things", () => {
  it("a mark is what both numbers say", () => {
    const at = { delivered: 4, read: 2 };
    expect([1, 2, 3, 4, 5].map((seq) => markOf(seq, at))).toEqual(["read", "read", "delivered", "delivered", "sent"]);
    expect(markOf(3, { delivered: 0, read: 3 })).toBe("read");
  });

  it("a guest's subject is the first line, shortened without cutting a letter", () => {
    expect(subjectOf("  Hello\nthere ")).toBe("Hello");
    expect(subjectOf("\n\n Hello \r\n")).toBe("Hello");
    expect(subjectOf("a".repeat(80))).toBe("a".repeat(80));
    expect(subjectOf("a".repeat(81))).toBe(`${"a".repeat(79)}…`);
    expect(subjectOf("😀".repeat(90))).toBe(`${"😀".repeat(79)}…`);
    fc.assert(fc.property(fc.fullUnicodeString({ maxLength: 300 }), (text) => [...subjectOf(text)].length <= 80));
  });

  it("what is told is read back as it was", () => {
    const events: fc.Arbitrary<LiveEvent> = fc.oneof(
      fc.record({ what: fc.constant("message" as const), seq: fc.nat() }),
      fc.constant({ what: "changed" } as const),
      fc.record({ what: fc.constant("typing" as const), side: fc.constantFrom("user" as const, "support" as const) }),
    );
    fc.assert(
      fc.property(fc.uuid(), events, (conversationId, event) => {
        expect(decodeEvent(encodeEvent(conversationId, event))).toEqual({ conversationId, ...event });
      }),
    );
    for (const other of ["account", "export", "", "support", "support x unknown", "faq x message 1"]) expect(decodeEvent(other)).toBeNull();
  });
});

describe("a conversation that comes a page at a time", () => {
  const page = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => ({ seq: from + at }));

  it("keeps what was there, each message once", () => {
    expect(withPage([], page(3, 5))).toEqual(page(3, 5));
    expect(withPage(page(1, 4), page(3, 6))).toEqual(page(1, 6));
    expect(withPage(page(1, 2), page(3, 4))).toEqual(page(1, 4));
    expect(withPage(page(1, 4), [])).toEqual(page(1, 4));
  });

  it("never has a hole: what does not follow begins anew", () => {
    expect(withPage(page(1, 4), page(6, 8))).toEqual(page(6, 8));
  });
});

describe("a conversation that sleeps until tomorrow", () => {
  it.each([
    ["on a usual day", "2026-06-10T12:00:00Z", "2026-06-11T07:00:00.000Z"],
    // 24 hours later it is still the same day.
    ["at the beginning of a day of 25 hours", "2026-10-24T22:30:00Z", "2026-10-26T08:00:00.000Z"],
    // And here it is the next day but one.
    ["at the end of the day before one of 23 hours", "2026-03-28T22:30:00Z", "2026-03-29T07:00:00.000Z"],
    ["at the last hour of a year", "2026-12-31T22:30:00Z", "2027-01-01T08:00:00.000Z"],
  ])("wakes at nine of the next day %s", (_, now, until) => {
    expect(morningAfter(new Date(now), "Europe/Berlin").toISOString()).toBe(until);
  });
});
