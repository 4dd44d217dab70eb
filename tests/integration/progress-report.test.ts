import { describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aQuestion, PRACTICE, RATINGS } from "#tests/factories/answers";
import { expectError, sentence } from "#tests/factories/catalogues";
import { INTERVIEW } from "#tests/factories/interviews";
import { joined, pagesOf } from "#tests/factories/pdf";
import { LOCALES, type Locale, localeTag } from "@/lib/locales";

const harness = useHarness();
const textOf = async (bytes: Uint8Array): Promise<string> => (await pagesOf(bytes)).join("");

/** The report as REST sends it: the file itself. */
async function download(token: string | undefined, body: object, locale: Locale = "en") {
  const answer = await fetch(`${harness().url}${PRACTICE}/report/download`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "accept-language": localeTag(locale),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

async function somebody() {
  const person = await registerUser(harness());
  const question_id = await aQuestion(harness(), person.token);
  const post = (path: string, body: object) => harness().call("POST", `${PRACTICE}/${path}`, { token: person.token, body });
  for (const rating_overall of [2, 5]) await post("answer/save", { question_id, rate_your_self: { ...RATINGS, rating_overall } });
  await post("interview/save", INTERVIEW);
  return { ...person, post };
}

describe.each(LOCALES)("a report in %s", (locale) => {
  it("says what was practised, how it was rated, and which interviews there are", async () => {
    const { token, post } = await somebody();
    await post("interview/save", { ...INTERVIEW, company: "شركة النيل", role: "工程师", date: "2026-02-03" });
    const { status, headers, bytes } = await download(token, { range: "all" }, locale);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/pdf");
    // The name of a file is seen by whoever looks at a list of downloads.
    expect(headers.get("content-disposition")).toMatch(/parley-progress-\d{4}-\d\d-\d\d\.pdf/);
    const text = await textOf(bytes);
    for (const told of [INTERVIEW.company, INTERVIEW.role, "工程师", "Ada Test"]) expect(text).toContain(joined(told));
    const tenths = new Intl.NumberFormat(localeTag(locale), { minimumFractionDigits: 1 });
    // The digits of a number come in their order, from right to left too.
    for (const mean of [3.5, 4, 3, 5, 2]) expect(text).toContain(joined(tenths.format(mean)));
    const time = new Intl.DateTimeFormat(localeTag(locale), { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
    const clock = time.formatToParts(new Date("1970-01-01T14:30:00Z"));
    expect(text).toContain(joined(clock.flatMap(({ type, value }) => (type === "minute" ? value : [])).join("")));
    // Arabic letters come out of a PDF in the shapes in which they were drawn, so that words are not compared.
    if (locale === "ar") return;
    for (const key of ["title", "ratings", "amounts", "categories", "interviews"])
      expect(text).toContain(joined(sentence(locale, `practice.report.${key}`)));
    expect(text).toContain(joined(sentence(locale, "practice.progress.trend.missing", { count: 4 })));
    expect(text).toContain(joined(sentence(locale, "practice.interviews.stages.technical")));
  });
});

describe.each(LOCALES)("the times of a report in %s", (locale) => {
  it("say by whose clocks they are, an interview's where it has others, and stand in the order of what they mean", async () => {
    const { token, post } = await somebody();
    const { date, time } = INTERVIEW;
    // By its own clock it is an hour later, and in truth six hours earlier.
    await post("interview/save", { ...INTERVIEW, company: "Tokyo Ltd", date, time: "15:30", timeZone: "Asia/Tokyo" });
    const { bytes } = await download(token, { range: "all", timeZone: "Asia/Tokyo" }, locale);
    const text = await textOf(bytes);
    expect(time).toBe("14:30");
    expect(text.split("Asia/Tokyo")).toHaveLength(2);
    if (locale !== "ar") expect(text).toContain(joined(sentence(locale, "practice.report.zone", { zone: "Asia/Tokyo" })));
    expect(text.split(INTERVIEW.timeZone)).toHaveLength(2);
    const places = [joined("Tokyo Ltd"), joined(INTERVIEW.company), INTERVIEW.timeZone].map((told) => text.indexOf(told));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });
});

describe("a report", () => {
  it("is one's own: a stranger's holds nothing of it", async () => {
    await somebody();
    const stranger = await registerUser(harness());
    const { bytes } = await download(stranger.token, { range: "all" });
    const text = await textOf(bytes);
    expect(text).not.toContain(joined(INTERVIEW.company));
    expect(text).not.toContain(joined(sentence("en", "practice.report.categories")));
  });

  it("leaves out interviews before its range", async () => {
    const { token, post } = await somebody();
    await post("interview/save", { ...INTERVIEW, company: "Longago Ltd", date: "2001-02-03" });
    expect(await textOf((await download(token, { range: "weeks" })).bytes)).not.toContain("Longago");
    expect(await textOf((await download(token, { range: "all" })).bytes)).toContain("Longago");
  });

  it("needs an account", async () => {
    const answer = await harness().call("POST", `${PRACTICE}/report/download`, { body: { range: "all" } });
    expectError(answer, 401, "unauthorized");
  });
});
