import { createTranslator } from "use-intl/core";
import ar from "#messages/ar.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import { RATING_SCALES } from "@/lib/enums/practice";
import { localeTag } from "@/lib/locales";
import { callApi, P, startTake, storedAnswer } from "./actions";
import { detailPath } from "./delivery-actions";
import { accountWith, pageOf } from "./editing-actions";
import { expect, overflows, test } from "./fixtures";
import { tabTo } from "./keyboard";
import { contextAs, openIn, seeDialog, seePage } from "./looks";
import {
  aPeer,
  asked,
  confirm,
  emptyQueue,
  GOOD,
  listen,
  opened,
  R,
  RATINGS,
  REVIEW_CARE,
  REVIEWS,
  receivedBy,
  recordedBy,
  requestOf,
  reviewed,
  SUGGESTION,
  taken,
} from "./peer-review-actions";

const p = en.peerReview;
const rating = en.practice.rating;
const say = createTranslator({ locale: localeTag("en"), messages: en as never }) as unknown as (key: string, values: object) => string;

test.beforeEach(({ app }) => emptyQueue(app));

test("an answer is asked about, reviewed by two, read, thanked for, and tried again", async ({ page, browser, app, account, look }) => {
  await confirm(app, account);
  const uid = await storedAnswer(page, app.url, account);
  // Asking says plainly who hears what.
  await page.goto(detailPath(uid));
  await page.getByRole("button", { name: p.ask.ask, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(p.ask.points.recognise)).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: p.ask.staff })).not.toBeChecked();
  await look("peer-review-ask");
  await dialog.getByRole("button", { name: p.ask.confirm }).click();
  await expect(page.getByText(say("peerReview.request.count", { received: 0, wanted: 3 }))).toBeVisible();
  await opened(app, account, uid);

  // One reviews in the browser.
  const ada = await aPeer(app);
  const desk = await pageOf(browser, app, ada, { locale: "en" });
  await desk.goto(REVIEWS);
  await desk.getByRole("button", { name: p.give.next }).click();
  await expect(desk).toHaveURL(/assignment=/);
  await expect(desk.getByRole("button", { name: p.pins.begin })).toBeEnabled();
  await desk.getByRole("button", { name: p.pins.begin }).click();
  await desk.getByLabel(say("peerReview.pins.at", { time: "0:00" })).fill("A calm beginning");
  await desk.getByRole("button", { name: p.pins.keep }).click();
  await expect(desk.getByText("A calm beginning")).toBeVisible();
  await listen(desk);
  for (const scale of RATING_SCALES) {
    await desk
      .getByRole("radiogroup", { name: rating.scale[scale] })
      .getByRole("radio", { name: String(RATINGS[scale]) })
      .click();
  }
  await desk.getByLabel(p.reviewing.good).fill("Short");
  await desk.getByRole("button", { name: p.reviewing.submit }).click();
  // What is missing is told, and nothing is sent.
  await expect(desk.getByLabel(p.reviewing.good)).toBeFocused();
  await desk.getByLabel(p.reviewing.good).fill(GOOD);
  await desk.getByLabel(p.reviewing.suggestion).fill(SUGGESTION);
  await desk.getByRole("button", { name: p.reviewing.submit }).click();
  await expect(desk.getByRole("dialog").getByText(SUGGESTION)).toBeVisible();
  await desk.getByRole("dialog").getByRole("button", { name: p.reviewing.sendNow }).click();
  await expect(desk).toHaveURL(/given=/);
  await expect(desk.getByText(SUGGESTION)).toBeVisible();
  // Another one by another.
  await reviewed(app, await aPeer(app), { rating_overall: 5 });

  // Its maker sees both beside their own rating, without any name.
  await page.goto(REVIEWS);
  await page.getByRole("link", { name: new RegExp(say("peerReview.request.count", { received: 2, wanted: 3 })) }).click();
  await expect(page.getByRole("heading", { name: p.received.compare })).toBeVisible();
  const overall = page.getByRole("row", { name: new RegExp(rating.scale.rating_overall) });
  await expect(overall).toContainText("4");
  const mine = page.getByRole("article").filter({ hasText: "A calm beginning" });
  await expect(mine.getByText(SUGGESTION)).toBeVisible();
  await expect(page.locator("main")).not.toContainText("Osman");
  await mine.getByRole("button", { name: say("peerReview.pins.jump", { time: "0:00" }) }).click();
  await mine.getByRole("button", { name: p.review.thank }).press("Enter");
  await expect(mine.getByText(p.review.thanked)).toBeVisible();
  // The button is gone: whoever uses the keyboard goes on from what stands there now.
  await expect(mine.locator(":focus")).toHaveText(p.review.thanked);
  await mine.getByRole("button", { name: p.review.yes }).click();
  await expect(mine.getByRole("button", { name: p.review.yes })).toHaveAttribute("aria-pressed", "true");
  await look("peer-review-received");

  // The suggestion is tried at once.
  await mine.getByRole("link", { name: p.review.retake }).click();
  await expect(page.getByText(p.retake.goal)).toBeVisible();
  await expect(page.getByText(SUGGESTION)).toBeVisible();
  await page.getByRole("radio", { name: en.practice.check.audio }).click();
  await expect(page.getByText(en.practice.check.heard)).toBeVisible();
  await page.getByRole("button", { name: en.practice.check.continue }).click();
  await page.getByRole("button", { name: en.practice.setup.skipReading }).click();
  await expect(page.getByText(en.practice.recording.title, { exact: true })).toBeVisible();
  await page.waitForTimeout(1_500);
  await page.getByRole("button", { name: en.practice.recording.stop }).click();
  await expect(page.getByText(en.practice.review.stored, { exact: true })).toBeVisible();

  // Whoever gave it hears of all that.
  await expect(desk.getByText(p.given.thanked)).toBeVisible();
  await expect(desk.getByText(p.given.helpful)).toBeVisible();
  await expect(desk.getByText(p.given.retake)).toBeVisible();
  await desk.context().close();
});

test("reviews stay hidden until their reader has rated the answer", async ({ page, app, account }) => {
  await confirm(app, account);
  await startTake(page, app.url, account, "audio", 2_000);
  await page.getByRole("button", { name: en.practice.recording.stop }).click();
  await expect(page.getByText(en.practice.review.stored, { exact: true })).toBeVisible();
  const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
  const { uid, question_id } = data[0];
  const request = await asked(app, account, uid);
  await reviewed(app, await aPeer(app));
  await page.goto(`${REVIEWS}?request=${request}`);
  await expect(page.getByRole("heading", { name: p.received.hidden })).toBeVisible();
  await expect(page.getByText(SUGGESTION)).toBeHidden();
  await page.getByRole("link", { name: p.received.rate }).click();
  await expect(page).toHaveURL(/answers\/detail/);
  await callApi(app.url, account.token, `${P}/answer/save`, { uid, question_id, rate_your_self: RATINGS });
  await page.goBack();
  await page.reload();
  await expect(page.getByText(SUGGESTION)).toBeVisible();
});

test("a review can be written by the keyboard alone", async ({ page, browser, app, account }) => {
  const maker = await aPeer(app);
  await asked(app, maker, await recordedBy(browser, app, maker));
  await confirm(app, account);
  await page.goto(REVIEWS);
  const next = page.getByRole("button", { name: p.give.next });
  await expect(next).toBeVisible();
  await tabTo(next);
  await page.keyboard.press("Enter");
  const sound = page.getByRole("slider", { name: en.practice.delivery.waveform });
  await expect(sound).toBeVisible();
  await tabTo(sound);
  await page.keyboard.press("Space");
  await expect.poll(() => page.locator("audio").evaluate((audio: HTMLMediaElement) => audio.currentTime)).toBeGreaterThan(0.9);
  // One key stops it and opens the field; Escape leads back, with what was written kept in it.
  await page.keyboard.press("c");
  const field = page.getByRole("textbox", { name: /^Comment at/ });
  await expect(field).toBeFocused();
  expect(await page.locator("audio").evaluate((audio: HTMLMediaElement) => audio.paused)).toBe(true);
  await page.keyboard.type("Clear and calm here");
  await page.keyboard.press("Escape");
  await expect(page.locator("audio")).toBeFocused();
  await page.keyboard.press("c");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("Clear and calm here");
  await page.keyboard.press("Control+Enter");
  await expect(field).toBeHidden();
  await expect(page.getByText("Clear and calm here")).toBeVisible();
  await page.locator("audio").evaluate(async (audio: HTMLMediaElement) => {
    if (!audio.ended) await new Promise((done) => audio.addEventListener("ended", done, { once: true }));
  });
  for (const scale of RATING_SCALES) {
    await tabTo(page.getByRole("radiogroup", { name: rating.scale[scale] }).getByRole("radio").first());
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
  }
  await tabTo(page.getByLabel(p.reviewing.good));
  await page.keyboard.type(GOOD);
  await page.keyboard.press("Tab");
  await page.keyboard.type(SUGGESTION);
  await tabTo(page.getByRole("button", { name: p.reviewing.submit }));
  await page.keyboard.press("Enter");
  const send = page.getByRole("dialog").getByRole("button", { name: p.reviewing.sendNow });
  await expect(send).toBeVisible();
  await tabTo(send);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/given=/);
});

test("what was written outlives a reload, and another device has it", async ({ page, browser, app, account }) => {
  const maker = await aPeer(app);
  await asked(app, maker, await recordedBy(browser, app, maker));
  await confirm(app, account);
  const assignment = await taken(app, account);
  const address = `${REVIEWS}?assignment=${assignment.uid}`;
  await page.goto(address);
  await page.getByLabel(p.reviewing.good).fill(GOOD);
  await page.getByRole("radiogroup", { name: rating.scale.clarity }).getByRole("radio", { name: "4" }).click();
  // At once: it is on the device.
  await page.reload();
  await expect(page.getByLabel(p.reviewing.good)).toHaveValue(GOOD);
  const kept = async () => (await callApi(app.url, account.token, `${R}/assignment/detail/get`, { uid: assignment.uid })).data.draft;
  await expect.poll(kept).toMatchObject({ good: GOOD, ratings: { clarity: 4 } });
  const other = await pageOf(browser, app, account, { locale: "en" });
  await other.goto(address);
  await expect(other.getByLabel(p.reviewing.good)).toHaveValue(GOOD);
  await expect(other.getByRole("radiogroup", { name: rating.scale.clarity }).getByRole("radio", { name: "4" })).toBeChecked();
  await other.context().close();
});

test("of two comments the one that is being written is kept when the other one is changed", async ({ page, browser, app, account }) => {
  const maker = await aPeer(app);
  await asked(app, maker, await recordedBy(browser, app, maker));
  await confirm(app, account);
  const assignment = await taken(app, account);
  await page.goto(`${REVIEWS}?assignment=${assignment.uid}`);
  const begin = page.getByRole("button", { name: p.pins.begin });
  const field = page.getByRole("textbox", { name: /^Comment at/ });
  const edit = page.getByRole("button", { name: say("peerReview.pins.edit", { time: "0:00" }) });
  await expect(begin).toBeEnabled();
  await begin.click();
  await field.fill("A calm beginning");
  await page.getByRole("button", { name: p.pins.keep }).click();

  // Too short to be kept: it stays in its field.
  await begin.click();
  await field.fill("x");
  await edit.first().click();
  await expect(field).toHaveValue("x");
  await field.fill("Here it becomes too fast");
  await edit.first().click();
  await expect(field).toHaveValue("A calm beginning");
  await expect(page.getByText("Here it becomes too fast")).toBeVisible();

  // Removed while it is changed, and kept all the same: what was removed does not come back beside it.
  await page
    .getByRole("button", { name: say("peerReview.pins.remove", { time: "0:00" }) })
    .first()
    .click();
  await field.fill("A calm and clear beginning");
  await page.getByRole("button", { name: p.pins.keep }).click();
  await expect(page.getByRole("button", { name: p.pins.undo })).toHaveCount(0);
  await expect(page.getByText("A calm beginning", { exact: true })).toHaveCount(0);
  await expect(page.getByText("A calm and clear beginning")).toBeVisible();
  await expect(page.getByText("Here it becomes too fast")).toBeVisible();
});

test("what was written can still be copied when a recording is taken back meanwhile", async ({ page, browser, app, account }) => {
  const maker = await aPeer(app);
  const request = await asked(app, maker, await recordedBy(browser, app, maker));
  await confirm(app, account);
  const assignment = await taken(app, account);
  await page.goto(`${REVIEWS}?assignment=${assignment.uid}`);
  await page.getByLabel(p.reviewing.good).fill(GOOD);
  await callApi(app.url, maker.token, `${R}/request/withdraw`, { uid: request });
  await expect(page.getByText(p.assignment.releasedText)).toBeVisible();
  await expect(page.getByLabel(p.reviewing.good)).toBeHidden();
  await expect(page.getByRole("region", { name: p.assignment.words })).toContainText(GOOD);
});

test("a recording is given back, and goes to somebody else", async ({ page, browser, app, account }) => {
  const maker = await aPeer(app);
  await asked(app, maker, await recordedBy(browser, app, maker));
  await confirm(app, account);
  await page.goto(REVIEWS);
  await page.getByRole("button", { name: p.give.next }).click();
  await page.getByRole("button", { name: p.lease.release }).click();
  await page.getByRole("dialog").getByRole("button", { name: p.lease.release }).click();
  await expect(page.getByText(p.reviewing.released)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${REVIEWS}$`));
  expect(await taken(app, await aPeer(app))).not.toBeNull();
});

test("of a video the voice is heard and rated before the picture opens", async ({ page, browser, app, account, look }) => {
  await confirm(app, account);
  await startTake(page, app.url, account, "video", 3_000);
  await page.getByRole("button", { name: en.practice.recording.stop }).click();
  await expect(page.getByText(en.practice.review.stored, { exact: true })).toBeVisible();
  const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
  const { uid } = data[0];
  await page.getByRole("button", { name: p.ask.ask, exact: true }).click();
  await page.getByRole("dialog").getByRole("radio", { name: p.ask.stage.staged }).click();
  await page.getByRole("dialog").getByRole("button", { name: p.ask.confirm }).click();
  await opened(app, account, uid);
  expect(await requestOf(app.url, account, uid)).toMatchObject({ staged: true, awaitsVoice: false });

  const ada = await aPeer(app);
  const desk = await pageOf(browser, app, ada, { locale: "en" });
  await desk.goto(REVIEWS);
  await desk.getByRole("button", { name: p.give.next }).click();
  await expect(desk.getByText(p.reviewing.stage.voice)).toBeVisible();
  await expect(desk.locator("main audio")).toHaveCount(1);
  await expect(desk.locator("main video")).toHaveCount(0);
  await listen(desk);
  for (const scale of RATING_SCALES)
    await desk.getByRole("radiogroup", { name: rating.scale[scale] }).getByRole("radio", { name: "3" }).click();
  await desk.getByRole("button", { name: p.reviewing.toVideo }).click();
  await expect(desk.locator("main video")).toHaveCount(1);
  await expect(desk.getByText(p.reviewing.byVoice)).toBeVisible();
  await expect(desk.getByRole("radiogroup", { name: rating.scale.clarity }).getByRole("radio", { name: "3" })).toBeChecked();
  await desk.context().close();
  await look("peer-review-staged");
});

test("a voice that was not sent is sent later, and nobody gets anything before", async ({ page, app, account }) => {
  await confirm(app, account);
  await startTake(page, app.url, account, "video", 2_500);
  await page.getByRole("button", { name: en.practice.recording.stop }).click();
  await expect(page.getByText(en.practice.review.stored, { exact: true })).toBeVisible();
  const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
  const { uid } = data[0];
  await callApi(app.url, account.token, `${R}/request/save`, { answer_id: uid, staged: true });
  expect(await taken(app, await aPeer(app))).toBeNull();
  await page.goto(detailPath(uid));
  await expect(page.getByText(p.request.awaitsVoice)).toBeVisible();
  // The key that its name leads to is another file's: it goes under another name.
  const keys = new Set<string>();
  await page.route("**/api/storage/ingest/**", (route) => {
    keys.add(new URL(route.request().url()).pathname);
    return keys.size === 1 ? route.fulfill({ status: 409, json: { error: "Another file has this key" } }) : route.continue();
  });
  await page.getByRole("button", { name: p.ask.sendVoice }).click();
  await opened(app, account, uid);
  expect(keys.size).toBe(2);
  await expect(page.getByText(p.request.state.open)).toBeVisible();
});

test("a dispute is decided by the team, and both sides hear of it", async ({ page, browser, app, account, look }) => {
  await confirm(app, account);
  const uid = await storedAnswer(page, app.url, account);
  const request = await asked(app, account, uid);
  const ada = await aPeer(app);
  const given = await reviewed(app, ada, { good: "Nothing at all was good about this answer, whoever gave it to us." });
  await page.goto(`${REVIEWS}?request=${request}`);
  await page.getByRole("button", { name: p.review.dispute }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: p.dispute.send }).click();
  await expect(dialog.getByLabel(p.dispute.reason)).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel(p.dispute.reason).fill("It says nothing about the answer and is only meant to hurt.");
  await dialog.getByRole("button", { name: p.dispute.send }).click();
  await expect(page.getByText(p.review.disputed)).toBeVisible();

  const agent = await accountWith(app, "admin");
  const desk = await pageOf(browser, app, agent, { locale: "en" });
  await desk.goto(REVIEW_CARE);
  const report = desk.getByRole("article").filter({ hasText: "only meant to hurt" });
  await report.getByRole("button", { name: p.desk.decide.review.edited.now }).click();
  const decision = desk.getByRole("dialog");
  await decision.getByLabel(en.forum.care.reason).fill("A review speaks of the answer, and of something that helps.");
  await decision.getByRole("button", { name: p.desk.decide.review.edited.now }).click();
  await expect(decision.getByText(p.desk.takeNothing)).toBeVisible();
  await decision.getByRole("checkbox", { name: new RegExp(p.review.good) }).check();
  await decision.getByRole("button", { name: p.desk.decide.review.edited.now }).click();
  await expect(desk.getByText(p.desk.done)).toBeVisible();
  await expect(report).toHaveCount(0);
  await desk.context().close();

  await page.reload();
  await expect(page.getByText(p.review.decision.edited)).toBeVisible();
  await expect(page.getByText("Nothing at all was good")).toBeHidden();
  await look("peer-review-decided");
  const writer = await pageOf(browser, app, ada, { locale: "en" });
  await writer.goto(`${REVIEWS}?given=${given}`);
  await expect(writer.getByText("A review speaks of the answer")).toBeVisible();
  await writer.context().close();
  expect((await receivedBy(app.url, account, request)).reviews[0].suggestion).toBe(SUGGESTION);
});

test("in Arabic on a phone: asking, reviewing and reading fit", async ({ browser, app }) => {
  const m = ar.peerReview;
  const look = { locale: "ar", mode: "light", width: 360 } as const;
  const maker = await aPeer(app);
  const uid = await recordedBy(browser, app, maker);
  const reading = await contextAs(browser, app.url, look, maker);
  const answer = await openIn(reading, app.url + detailPath(uid));
  await answer.getByRole("button", { name: m.ask.ask, exact: true }).click();
  await seeDialog(answer, "peer-review-ask", look);
  await answer.getByRole("dialog").getByRole("button", { name: m.ask.confirm }).click();
  await opened(app, maker, uid);

  // The answer was asked for in the language of the page.
  const ada = await aPeer(app);
  await callApi(app.url, ada.token, `${R}/language/save`, { languages: ["ar"] });
  const reviewing = await contextAs(browser, app.url, look, ada);
  const desk = await openIn(reviewing, app.url + REVIEWS);
  await seePage(desk, "peer-review-page", look);
  await desk.getByRole("button", { name: m.give.next }).click();
  await expect(desk.getByRole("button", { name: m.pins.begin })).toBeEnabled();
  await listen(desk);
  await desk.getByRole("button", { name: m.pins.begin }).click();
  await desk.getByRole("textbox").first().fill("هنا يتضح المعنى");
  await desk.getByRole("button", { name: m.pins.keep }).click();
  for (const scale of RATING_SCALES)
    await desk.getByRole("radiogroup", { name: ar.practice.rating.scale[scale] }).getByRole("radio").nth(3).click();
  await desk.getByLabel(m.reviewing.good).fill("تبدأ الإجابة بجملة واضحة تقول عمّا يدور الأمر، ويسهل على السامع أن يتابعها حتى النهاية.");
  await desk.getByLabel(m.reviewing.suggestion).fill("اذكر في النهاية ما نتج عن عملك، برقم واحد يُظهر كم استفاد الآخرون منه فعلاً.");
  await seePage(desk, "peer-review-reviewing", look);
  await desk.getByRole("button", { name: m.reviewing.submit }).click();
  await seeDialog(desk, "peer-review-send", look);
  await desk.getByRole("dialog").getByRole("button", { name: m.reviewing.sendNow }).click();
  await expect(desk).toHaveURL(/given=/);
  await seePage(desk, "peer-review-given", look);

  const request = await requestOf(app.url, maker, uid);
  await answer.goto(`${app.url}${REVIEWS}?request=${request.uid}`);
  await expect(answer.getByRole("heading", { name: m.received.compare })).toBeVisible();
  await expect.poll(() => overflows(answer)).toBe(false);
  await seePage(answer, "peer-review-received", look);
  await reviewing.close();
  await reading.close();
});
