import type { Browser, Page } from "@playwright/test";
import { RATING_SCALES } from "@/lib/enums/practice";
import { callApi, P, startTake } from "./actions";
import type { RunningApp } from "./app";
import { detailPath } from "./delivery-actions";
import { accountWith, CONTENT } from "./editing-actions";
import { expect, signIn } from "./fixtures";
import { TEXTS } from "./languages";
import { listOf, videoPath } from "./learning-actions";
import { type Prepared, walkForms } from "./offline-forms";
import {
  aPeer,
  asked,
  emptyQueue,
  GOOD,
  listen,
  opened,
  R,
  REVIEW_CARE,
  REVIEWS,
  recordedBy,
  reviewed,
  SUGGESTION,
  taken,
} from "./peer-review-actions";

const t = TEXTS.en;
const p = t.peerReview;
const flag = t.forum.flag;

/** A video that somebody recorded, of which the voice is to be heard first. */
async function aStagedVideo(browser: Browser, app: RunningApp): Promise<void> {
  const maker = await aPeer(app);
  const context = await browser.newContext({ baseURL: app.url, permissions: ["microphone", "camera"] });
  await signIn(context, maker);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await startTake(page, app.url, maker, "video", 2_000);
  await page.getByRole("button", { name: t.practice.recording.stop }).click();
  await expect(page.getByText(t.practice.review.stored, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: p.ask.ask, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: p.ask.stage.staged }).click();
  await dialog.getByRole("button", { name: p.ask.confirm }).click();
  const { data } = await callApi(app.url, maker.token, `${P}/answer/get`);
  await opened(app, maker, data[0].uid);
  await context.close();
}

const rate = async (page: Page) => {
  for (const scale of RATING_SCALES)
    await page.getByRole("radiogroup", { name: t.practice.rating.scale[scale] }).getByRole("radio", { name: "3" }).click();
};
/** Drafts go by themselves: what is looked at afterwards is not one of them. */
const saved = (page: Page) => expect(page.getByText(p.reviewing.status.saved)).toBeVisible();

async function reviews(app: RunningApp, browser: Browser): Promise<Prepared> {
  await emptyQueue(app);
  const [maker, ada, bo, cy, admin] = [
    await aPeer(app),
    await aPeer(app),
    await aPeer(app),
    await aPeer(app),
    await accountWith(app, "admin"),
  ];
  const answer = await recordedBy(browser, app, maker);
  const request = await asked(app, maker, answer);
  for (let n = 0; n < 2; n++) await reviewed(app, await aPeer(app));
  const ofAda = await taken(app, ada);
  await aStagedVideo(browser, app);
  const [ofBo, ofCy] = [await taken(app, bo), await taken(app, cy)];
  const di = await aPeer(app);
  const ofDi = await taken(app, di);
  await callApi(app.url, di.token, `${R}/assignment/report`, { uid: ofDi.uid, reason: "spam", note: "It sells something." });

  const ownReviews = [`${R}/request/detail/get`, { uid: request }] as const;
  const states = async () => (await callApi(app.url, maker.token, ...ownReviews)).data.reviews.map((one: { state: string }) => one.state);
  return {
    people: { maker, ada, bo, cy, admin },
    forms: [
      {
        calls: "practice.saveAnswer",
        by: "practice/components/rating-form",
        path: detailPath(answer),
        fields: [[t.practice.rating.comments, "Slower at the end."]],
        send: t.practice.rating.save,
        at: async () => (await callApi(app.url, maker.token, `${P}/answer/detail/get`, { uid: answer })).data.comments,
      },
      {
        calls: "peerReview.reviews.save",
        who: "ada",
        path: `${REVIEWS}?assignment=${ofAda.uid}`,
        first: async (page) => {
          await page.getByRole("button", { name: p.pins.begin }).click();
          await page.getByRole("textbox", { name: p.pins.at.split("{")[0]?.trim() }).fill("A calm beginning");
          await page.getByRole("button", { name: p.pins.keep }).click();
          await page.getByLabel(p.reviewing.good).fill(GOOD);
          await page.getByLabel(p.reviewing.suggestion).fill(SUGGESTION);
          await listen(page);
          await rate(page);
          await saved(page);
          await page.getByRole("button", { name: p.reviewing.submit }).click();
        },
        send: p.reviewing.sendNow,
        at: `${R}/review/given/get`,
        showsItself: true,
        ends: (page) => expect(page.getByRole("heading", { name: p.assignment.ended.submitted })).toBeVisible(),
      },
      {
        calls: "peerReview.assignments.saveFirst",
        who: "bo",
        path: `${REVIEWS}?assignment=${ofBo.uid}`,
        first: async (page) => {
          await rate(page);
          await saved(page);
        },
        send: p.reviewing.toVideo,
        at: async () => (await callApi(app.url, bo.token, `${R}/assignment/detail/get`, { uid: ofBo.uid })).data.firstRatings,
        ends: (page) => expect(page.locator("main video")).toHaveCount(1),
      },
      {
        calls: "peerReview.assignments.report",
        who: "cy",
        path: `${REVIEWS}?assignment=${ofCy.uid}`,
        open: [p.reviewing.report, flag.reasons.spam],
        fields: [[flag.noteOptional, "Nobody speaks in it."]],
        send: flag.send,
        at: "/api/admin/peer-review/case/get",
        seenBy: "admin",
        showsItself: true,
        ends: (page) => expect(page.getByRole("heading", { name: p.assignment.ended.released })).toBeVisible(),
      },
      {
        calls: "peerReview.reviews.dispute",
        path: `${REVIEWS}?request=${request}`,
        open: [p.review.dispute],
        fields: [[p.dispute.reason, "It speaks of somebody else's answer."]],
        send: p.dispute.send,
        at: states,
      },
      {
        calls: "peerReview.reviews.report",
        path: `${REVIEWS}?request=${request}`,
        open: [p.review.report, flag.reasons.spam],
        fields: [[flag.noteOptional, "It sells a course."]],
        send: flag.send,
        at: states,
      },
      {
        calls: "peerReview.care.decide",
        who: "admin",
        path: `${REVIEW_CARE}?tab=cases`,
        open: [p.desk.decide.recording.upheld.now],
        fields: [[t.forum.care.reason, "It is as it should be."]],
        send: p.desk.decide.recording.upheld.now,
        at: "/api/admin/peer-review/case/get",
      },
    ],
  };
}

async function learning(app: RunningApp): Promise<Prepared> {
  const [learner, boss] = [await aPeer(app), await accountWith(app, "super_admin")];
  const [video] = await listOf(app.url, learner, "video/library/get");
  const e = t.learning.editing;
  return {
    people: { learner, boss },
    forms: [
      {
        calls: "learning.saveBookmark",
        path: videoPath(video.uid),
        open: [t.learning.bookmarks.add],
        fields: [[t.learning.bookmarks.note, "Say the result first."]],
        send: t.learning.bookmarks.save,
        at: `/api/user/personalization/video/library/bookmark/get?uid=${video.uid}`,
      },
      {
        calls: "learning.editing.saveUniversity",
        who: "boss",
        path: `${CONTENT}/university`,
        fields: [
          [e.universities.name, "Delta College"],
          [e.universities.city, "Delft"],
          [t.learning.university.sections.about, "By the river."],
          [e.universities.country, "NL"],
          [t.learning.university.website, "https://delta.example"],
          [e.mark.letters, "DC"],
        ],
        send: e.universities.saveDraft,
        at: "/api/super/admin/learning/university/get?search=delta",
        ends: (page) => expect(page).toHaveURL(/university\?uid=/),
      },
      {
        calls: "learning.editing.saveDocument",
        who: "boss",
        path: `${CONTENT}?tab=shared`,
        open: [e.documents.new],
        fields: [[e.documents.title, "A guide for all"]],
        send: e.documents.make,
        at: ["/api/super/admin/learning/document/get", { university: null }],
      },
    ],
  };
}

walkForms("of takes and their reviews", reviews);
walkForms("of learning", (app) => learning(app));
