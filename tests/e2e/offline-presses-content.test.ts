import type { Page } from "@playwright/test";
import { UNIVERSITY_SECTIONS } from "@/lib/enums/learning";
import { LOCALE_NAMES, LOCALES } from "@/lib/locales";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { answerOf } from "./database";
import { accountWith, CONTENT, draft, inAll } from "./editing-actions";
import { type Account, expect } from "./fixtures";
import { aRoom } from "./forum-actions";
import { TEXTS } from "./languages";
import type { Prepared } from "./offline-forms";
import { type OnePress, walkPresses } from "./offline-presses";
import { INBOX, INBOX_API } from "./support-actions";
import { filled } from "./words";

const t = TEXTS.en;
const l = t.learning.editing;
const { move, state } = t.editing;
const A = "/api/admin";
const PRACTICE = `${A}/practice`;
const V = `${A}/learning/video`;
const U = "/api/super/admin/learning/university";
const D = "/api/super/admin/learning/document";
const BANK = "/dashboard/admin/questions";
const FAQ = "/dashboard/admin/faq";
const ROOMS = "/dashboard/admin/rooms";

const VTT = { name: "talk.vtt", mimeType: "text/vtt", buffer: Buffer.from("WEBVTT\n\n00:00:00.000 --> 00:00:03.000\nWelcome back\n") };
const PDF = "public/documents/practice-workbook.en.pdf";

const moved = (name: string, to: string) => [filled(move.label, { name }), to];
const deleted = (name: string) => ({ open: [filled(t.editing.delete.label, { name })], press: [t.editing.delete.now] });
const chosen = (name: string) => (page: Page) => page.getByRole("checkbox", { name, exact: true }).check();

const inEnglish = (name: string) => `${name}, ${LOCALE_NAMES.en}`;
const takesAway = (name: string) => filled(t.editing.delete.label, { name: inEnglish(name) });
/** Sends the English file of something that has none yet. */
const withFile = (name: string, file: typeof VTT | string) => async (page: Page) => {
  await page.getByLabel(`${l.upload.choose} ${inEnglish(name)}`, { exact: true }).setInputFiles(file);
  await expect(page.getByRole("button", { name: takesAway(name), exact: true })).toBeVisible();
};

/** Sends it, and asks for it to be taken away. */
const fileGone = (name: string, file: typeof VTT | string) => ({
  first: async (page: Page) => {
    await withFile(name, file)(page);
    await page.getByRole("button", { name: takesAway(name), exact: true }).click();
  },
  press: [t.editing.delete.now],
});

async function learning(app: RunningApp): Promise<Prepared<OnePress>> {
  const boss = await accountWith(app, "super_admin");
  const post = async (path: string, body: object): Promise<string> => (await callApi(app.url, boss.token, path, body)).data.uid;
  const granite = await post(`${V}/save`, draft("Granite by machine"));
  const marble = await post(`${V}/save`, draft("Marble by hand"));
  // Nobody gets to look at them before they are taken back.
  const source = JSON.stringify({ path: "/learning/after-a-rejection.mp4" });
  for (const one of [granite, marble])
    await answerOf(app, `update videos set published = true, source = '${source}' where id = $1 returning id`, one);
  const school = await post(`${U}/save`, {
    name: inAll("Quarry College"),
    city: inAll("Delft"),
    country: "NL",
    website: "https://quarry.example",
    founded: null,
    mark: { letters: "QC", shape: "wave", hue: 20 },
    sections: Object.fromEntries(UNIVERSITY_SECTIONS.map((section) => [section, inAll("")])),
  });
  await callApi(app.url, boss.token, `${U}/publish`, { uids: [school], published: true });
  for (const title of ["Workbook", "Reader"]) await post(`${D}/save`, { university: school, title: inAll(title) });
  const [videos, schools] = [`${CONTENT}?search=marble`, `${CONTENT}?tab=universities&search=quarry`];
  const papers = { path: `${CONTENT}/university?uid=${school}`, at: [`${D}/get`, { university: school }] as const };
  return {
    people: { boss },
    forms: [
      { calls: "learning.editing.moveVideo", path: videos, press: moved("Marble by hand", move.down), at: `${V}/get?kind=mentorship` },
      {
        calls: "learning.editing.publishVideo",
        by: "learning/components/editing/video-table",
        path: videos,
        first: chosen("Marble by hand"),
        press: [state.takeBack],
        at: `${V}/get?search=marble`,
      },
      {
        calls: "learning.editing.publishVideo",
        by: "learning/components/editing/publish-video",
        path: `${CONTENT}/video?uid=${granite}`,
        press: [state.takeBack],
        at: [`${V}/view`, { uid: granite }],
      },
      { calls: "learning.editing.deleteVideo", path: videos, ...deleted("Marble by hand"), at: `${V}/get?search=marble` },
      {
        calls: "learning.editing.deleteCaptions",
        path: `${CONTENT}/video?uid=${granite}`,
        ...fileGone(t.learning.video.captions, VTT),
        at: [`${V}/view`, { uid: granite }],
      },
      {
        calls: "learning.editing.moveUniversity",
        path: schools,
        press: moved("Quarry College", move.first),
        at: () => answerOf(app, "select position from universities where id = $1", school),
      },
      {
        calls: "learning.editing.publishUniversity",
        by: "learning/components/editing/university-table",
        path: schools,
        first: chosen("Quarry College"),
        press: [state.takeBack],
        at: `${U}/get?search=quarry`,
      },
      {
        calls: "learning.editing.publishUniversity",
        by: "learning/components/editing/university-editor",
        path: `${CONTENT}/university?uid=${school}`,
        press: [state.publish],
        at: `${U}/get?search=quarry`,
      },
      { calls: "learning.editing.moveDocument", ...papers, press: moved("Reader", move.up) },
      {
        calls: "learning.editing.publishDocument",
        ...papers,
        first: withFile("Workbook", PDF),
        press: [`${state.publish} Workbook`],
      },
      { calls: "learning.editing.detachFile", ...papers, ...fileGone("Reader", PDF) },
      { calls: "learning.editing.deleteDocument", ...papers, ...deleted("Reader") },
    ],
  };
}

/** A file of one new question, of which it was found out what it would change. @returns its id */
async function aFile(url: string, { token }: Account, category: string): Promise<string> {
  const post = (path: string, body: object) => callApi(url, token, `${A}/import/${path}`, body);
  const bytes = Buffer.from(`category,slug,state,text_en,guidance_en\n${category},slab,draft,Why a slab?,A reason`);
  const { data } = await post("begin", { kind: "questions", name: "slabs.csv", format: "csv", size: bytes.length });
  await post("piece", { uid: data.uid, start: 0, content: bytes.toString("base64") });
  await expect.poll(async () => (await post("view", { uid: data.uid })).data.state).toBe("checked");
  return data.uid;
}

async function answers(app: RunningApp): Promise<Prepared<OnePress>> {
  const desk = await accountWith(app, "admin");
  const post = async (path: string, body: object): Promise<string> => (await callApi(app.url, desk.token, path, body)).data.uid;
  const everywhere = (word: string) => Object.fromEntries(LOCALES.map((locale) => [locale, word]));
  const category = await post(`${PRACTICE}/category/save`, { name: everywhere("Stonework"), description: everywhere("All about stone") });
  const guidance = { en: ["A reason"], fr: [], vi: [], cn: [], ar: [] };
  const content = { category, readingTime: 1, answerTime: 2, guidance };
  const question = await post(`${PRACTICE}/question/save`, { ...content, text: inAll("Why granite?") });
  await post(`${PRACTICE}/question/save`, { ...content, uid: question, version: 1, text: inAll("Why marble?") });
  // One that was made here is called by its id in files.
  const file = await aFile(app.url, desk, category);
  const { data: topics } = await callApi(app.url, desk.token, `${A}/faq/category/get`);
  const faq = { category: topics[0].uid, question: inAll("May I bring a slab?"), answer: inAll("A small one.") };
  const entry = await post(`${A}/faq/save`, faq);
  await post(`${INBOX_API}/canned/save`, { title: inAll("About slabs"), text: inAll("They are heavy.") });
  await aRoom(app, "Splitters of slabs");
  const { imports } = t.admin;
  const { versions } = t.practice.editing;
  const imported = `/dashboard/admin/import/file?uid=${file}`;
  return {
    people: { desk },
    forms: [
      {
        calls: "practice.bank.restore",
        path: `${BANK}/question?uid=${question}`,
        press: [`${versions.restore} ${filled(versions.version, { version: 1 })}`],
        at: [`${PRACTICE}/question/view`, { uid: question }],
      },
      {
        calls: "practice.editedCategories.move",
        path: `${BANK}/categories`,
        press: moved("Stonework", move.up),
        at: `${PRACTICE}/category/get`,
      },
      {
        calls: "admin.imports.again",
        path: imported,
        press: [imports.again],
        // Nothing else tells afterwards that it was compared once more.
        at: () => answerOf(app, "select beat_at::text from bank_imports where id = $1", file),
      },
      {
        calls: "admin.imports.order",
        path: imported,
        press: [(page) => page.getByRole("button", { name: /^Apply \d/ })],
        at: [`${A}/import/view`, { uid: file }],
        ends: (page) => expect(page.getByText(imports.stateTexts.applied)).toBeVisible(),
      },
      { calls: "admin.imports.forget", path: imported, press: [imports.forget], at: `${A}/import/get?kind=questions` },
      {
        calls: "practice.editedCategories.retire",
        path: `${BANK}/categories`,
        first: chosen("Stonework"),
        press: [t.practice.categories.retire],
        at: `${PRACTICE}/category/get`,
      },
      {
        calls: "support.faq.editing.publish",
        by: "support/faq/components/admin/entry-editor",
        path: `${FAQ}/entry?uid=${entry}`,
        press: [state.publish],
        at: [`${A}/faq/view`, { uid: entry }],
      },
      {
        calls: "support.faq.editing.publish",
        by: "support/faq/components/admin/entry-table",
        path: FAQ,
        first: chosen("May I bring a slab?"),
        press: [state.takeBack],
        at: `${A}/faq/get`,
      },
      { calls: "support.faq.editing.move", path: FAQ, press: moved("May I bring a slab?", move.up), at: `${A}/faq/get` },
      { calls: "support.faq.editing.delete", path: FAQ, ...deleted("May I bring a slab?"), at: `${A}/faq/get` },
      {
        calls: "support.inbox.canned.move",
        path: `${INBOX}/answers`,
        press: moved("About slabs", move.up),
        at: `${INBOX_API}/canned/get`,
      },
      { calls: "support.inbox.canned.delete", path: `${INBOX}/answers`, ...deleted("About slabs"), at: `${INBOX_API}/canned/get` },
      {
        calls: "forum.professions.move",
        path: ROOMS,
        press: moved("Splitters of slabs", move.up),
        at: `${A}/community/profession/get`,
      },
      {
        calls: "forum.professions.archive",
        path: ROOMS,
        first: chosen("Splitters of slabs"),
        press: [t.forum.professions.archive],
        at: `${A}/community/profession/get`,
      },
    ],
  };
}

walkPresses("of those who edit the learning area", (app) => learning(app));
walkPresses("of those who edit questions and answers", (app) => answers(app));
