import type { Browser, Page } from "@playwright/test";
import { confirmEmail } from "./account-steps";
import { callApi, P } from "./actions";
import type { RunningApp } from "./app";
import { begin } from "./billing-actions";
import { databaseOf } from "./database";
import { detailPath } from "./delivery-actions";
import { anyQuestion, expect, newAccount } from "./fixtures";
import { aMember, aRoom, aTopic, FORUMS, messageWith, says, tellsOfInterview } from "./forum-actions";
import { TEXTS } from "./languages";
import { keepMoment, listOf, videoPath } from "./learning-actions";
import type { Prepared } from "./offline-forms";
import { type OnePress, walkPresses } from "./offline-presses";
import { aPeer, asked, emptyQueue, R, REVIEWS, receivedBy, recordedBy, requestOf, reviewed, taken } from "./peer-review-actions";
import { anInterview } from "./progress-actions";
import { begun, CONTACT_API, SUPPORT } from "./support-actions";
import { filled } from "./words";

const t = TEXTS.en;
const f = t.forum;
const p = t.peerReview;
const L = "/api/user/personalization";
const C = `${L}/community`;

const levels = (page: Page) => page.getByRole("button", { name: begin(f.levels.label) });
const muted = (page: Page) => page.getByRole("menuitemradio", { name: f.levels.mute.name });

async function community(app: RunningApp, browser: Browser): Promise<Prepared<OnePress>> {
  const room = await aRoom(app, "Quiet");
  const [ada, bo] = [await aMember(app, "Ada Lovelace"), await aMember(app, "Bo Chen")];
  const answerId = await recordedBy(browser, app, ada);
  const topic = await aTopic(app.url, ada, room, "What do I wear?", "It is by video.");
  await says(app.url, bo, topic, "I think blue.");
  await tellsOfInterview(app.url, ada, topic);
  const share = { kind: "take", answerId, days: 7, consent: true };
  for (const message of ["Have a listen.", "Once more."])
    await callApi(app.url, ada.token, `${C}/topic/message/save`, { topicId: topic, message, share });
  // Of minutes another one is over while somebody looks.
  const sql = await databaseOf(app);
  await sql`update forum_posts set created_at = created_at - interval '150 minutes' where topic_id = ${topic}`;
  await sql`update forum_topics set last_post_at = last_post_at - interval '150 minutes' where id = ${topic}`;
  await sql.end();
  const path = `${FORUMS}?topic=${topic}`;
  const about = `${C}/topic/detail/get?topicId=${topic}`;
  const messages = `${C}/topic/message/get?topicId=${topic}`;
  return {
    people: { ada, bo },
    forms: [
      {
        calls: "forum.posts.react",
        who: "bo",
        path,
        press: [
          (page) => messageWith(page, "It is by video.").getByRole("button", { name: f.reactions.add, exact: true }),
          f.reactions.names.like,
        ],
        at: messages,
      },
      {
        calls: "forum.sharing.open",
        who: "bo",
        seenBy: "ada",
        path,
        press: [(page) => page.getByRole("button", { name: begin(f.share.play) }).first()],
        at: `${P}/play/get`,
      },
      { calls: "forum.topics.answer", path, press: [filled(f.post.menu, { name: "Bo Chen" }), f.post.markAnswer], at: about },
      { calls: "forum.topics.mark", path, press: [levels, muted], at: about },
      { calls: "forum.proposals.withdraw", path, press: [f.proposal.withdraw], at: messages },
      {
        calls: "forum.sharing.revoke",
        by: "forum/sharing/components/share-card",
        path,
        press: [f.share.revokeTake],
        at: messages,
      },
      {
        calls: "forum.sharing.revoke",
        by: "forum/sharing/components/answer-shares",
        path: detailPath(answerId),
        first: measured,
        press: [f.share.revokeTake],
        at: `${C}/share/get?answerId=${answerId}`,
      },
      { calls: "forum.rooms.mark", path: `${FORUMS}?profession=${room.slug}`, press: [levels, muted], at: `${C}/profession/get` },
    ],
  };
}

/** All that a take's page makes of it has come. */
const measured = async (page: Page) => {
  await expect(page.getByRole("heading", { name: t.practice.delivery.title })).toBeVisible();
  await expect(page.getByRole("heading", { name: t.practice.star.title })).toBeVisible();
};

async function takes(app: RunningApp, browser: Browser): Promise<Prepared<OnePress>> {
  await emptyQueue(app);
  const [maker, ada, bo] = [await aPeer(app), await aPeer(app), await aPeer(app)];
  const answer = await recordedBy(browser, app, maker);
  const request = await asked(app, maker, answer);
  await reviewed(app, await aPeer(app));
  const ofBo = await taken(app, bo);
  const link = async () => (await callApi(app.url, maker.token, `${P}/answer/detail/get`, { uid: answer })).data.share_link;
  const said = async () => {
    const [{ thankedAt, helpful }] = (await receivedBy(app.url, maker, request)).reviews;
    return [thankedAt, helpful];
  };
  return {
    people: { maker, ada, bo },
    forms: [
      { calls: "practice.share", path: detailPath(answer), first: measured, press: [t.practice.share.create], at: link },
      { calls: "practice.revokeShare", path: detailPath(answer), first: measured, press: [t.practice.share.revoke], at: link },
      { calls: "peerReview.reviews.thank", path: `${REVIEWS}?request=${request}`, press: [p.review.thank], at: said },
      { calls: "peerReview.reviews.helpful", path: `${REVIEWS}?request=${request}`, press: [p.review.yes], at: said },
      {
        calls: "peerReview.assignments.release",
        who: "bo",
        path: `${REVIEWS}?assignment=${ofBo.uid}`,
        open: [p.lease.release],
        press: [p.lease.release],
        at: `${R}/overview/get`,
      },
      {
        calls: "peerReview.assignments.next",
        who: "ada",
        path: REVIEWS,
        press: [p.give.next],
        at: `${R}/overview/get`,
        ends: (page) => expect(page).toHaveURL(/assignment=/),
      },
      {
        calls: "peerReview.requests.withdraw",
        path: `${REVIEWS}?request=${request}`,
        open: [p.withdraw.action],
        press: [p.withdraw.action],
        at: () => requestOf(app.url, maker, answer),
      },
      {
        calls: "practice.deleteAnswer",
        by: "practice/components/answer-detail",
        path: detailPath(answer),
        open: [t.practice.detail.delete],
        press: [t.practice.detail.deleteNow],
        at: `${P}/answer/get`,
      },
    ],
  };
}

/** Of a video all has come that is to be seen of it. */
const played = async (page: Page) => {
  // Not every browser has what its videos need.
  await expect(page.locator("[data-can-play]").or(page.getByText(t.learning.video.playFailed)).first()).toBeVisible();
  // What is still to come of it would not come without a network, and that shows.
  await page.waitForFunction(() => [...document.querySelectorAll("video")].every((one) => one.error || one.readyState === 4));
};

async function learning(app: RunningApp): Promise<Prepared<OnePress>> {
  const amal = await newAccount(app.url);
  await confirmEmail(app, amal);
  const [video] = await listOf(app.url, amal, "video/library/get");
  await keepMoment(app.url, amal, video.uid, 5, "Say the result first.");
  await anInterview(app, amal);
  const conversation = await begun(app.url, amal, "Parking", "Where?");
  await callApi(app.url, amal.token, `${L}/video/library/update/status`, { uid: video.uid, ranges: [[0, 4]], position: 4 });
  const { uid: question_id } = await anyQuestion(app.url, amal.token);
  await callApi(app.url, amal.token, `${P}/answer/save`, { question_id });
  return {
    people: { amal },
    forms: [
      {
        calls: "learning.deleteBookmark",
        path: videoPath(video.uid),
        first: played,
        press: [filled(t.learning.bookmarks.delete, { time: "0:05" })],
        at: `${L}/video/library/bookmark/get?uid=${video.uid}`,
      },
      {
        calls: "learning.recordWatching",
        by: "learning/hooks/use-watching",
        path: videoPath(video.uid),
        first: played,
        press: [t.learning.video.startOver],
        at: async () => {
          const all = await listOf(app.url, amal, "video/library/get");
          return all.filter(({ uid }) => uid === video.uid);
        },
      },
      {
        calls: "practice.plan.saveSettings",
        by: "practice/streak/components/week-card",
        path: "/dashboard",
        press: [t.practice.streak.hide],
        at: `${P}/plan/settings/get`,
      },
      {
        calls: "learning.dismissSuggestion",
        path: "/dashboard/learning",
        press: [t.learning.suggested.dismiss],
        at: `${L}/learning/resources/mentorship/program/suggested/for/you/get`,
      },
      {
        calls: "practice.interviews.delete",
        path: "/dashboard/interviews",
        open: [filled(t.editing.delete.label, { name: "Nile Robotics" })],
        press: [t.editing.delete.now],
        at: `${P}/interview/get`,
      },
      { calls: "support.faq.vote", path: `${SUPPORT}/faq#first-answer`, press: [t.faq.yes], at: `${L}/faq/get` },
      {
        calls: "support.chat.shareReport",
        path: `${SUPPORT}?conversation=${conversation}`,
        open: [t.support.device.share],
        press: [t.support.device.confirm],
        at: `${CONTACT_API}/detail/device/get?conversationId=${conversation}`,
      },
    ],
  };
}

walkPresses("in the community", community);
walkPresses("of takes and their reviews", takes);
walkPresses("of learning and help", (app) => learning(app));
