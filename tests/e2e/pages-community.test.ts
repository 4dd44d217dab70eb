import { callApi, storedAnswer } from "./actions";
import type { RunningApp } from "./app";
import { accountWith } from "./editing-actions";
import { type Account, newAccount, signIn } from "./fixtures";
import { FORUMS, PREVIEW, somethingSaid } from "./forum-actions";
import { walk } from "./page-walk";
import { aPeer, asked, emptyQueue, R, REVIEWS, receivedBy, reviewed, taken } from "./peer-review-actions";
import { answered, begun } from "./support-actions";

walk("of reviews, support and forums", async (app, browser) => {
  const people = {
    member: await aPeer(app),
    newcomer: await newAccount(app.url),
    agent: await accountWith(app, "admin"),
    giver: await aPeer(app),
    reviewer: await aPeer(app),
  };
  const context = await browser.newContext({ permissions: ["microphone", "camera"] });
  await signIn(context, people.member);
  const uid = await storedAnswer(await context.newPage(), app.url, people.member);
  await context.close();
  const conversation = await begun(
    app.url,
    people.member,
    "My microphone stays silent",
    "It worked yesterday. Today the level does not move.",
  );
  await answered(app.url, people.agent, conversation, "Does your browser block it? See https://example.com/help.");
  const { request, given, assignment } = await somethingReviewed(app, people, uid);
  const { room, topic } = await somethingSaid(app, people.member, people.agent);
  const places = [
    { name: "peer-review-empty", path: REVIEWS, who: "newcomer" },
    { name: "peer-review", path: REVIEWS, who: "member" },
    { name: "peer-review-request", path: `${REVIEWS}?request=${request}`, who: "member" },
    { name: "peer-review-assignment", path: `${REVIEWS}?assignment=${assignment}`, who: "reviewer" },
    { name: "peer-review-given", path: `${REVIEWS}?given=${given}`, who: "giver" },
    { name: "peer-review-giver", path: REVIEWS, who: "giver" },
    { name: "peer-review-missing", path: `${REVIEWS}?request=00000000-0000-7000-8000-000000000000`, who: "member" },
    { name: "support-empty", path: "/dashboard/support", who: "newcomer" },
    { name: "support-new", path: "/dashboard/support?ask=Where%20is%20my%20recording%3F", who: "newcomer" },
    { name: "support", path: "/dashboard/support", who: "member" },
    { name: "support-conversation", path: `/dashboard/support?conversation=${conversation}`, who: "member" },
    { name: "support-missing", path: "/dashboard/support?conversation=00000000-0000-7000-8000-000000000000", who: "member" },
    { name: "forums", path: FORUMS, who: "member" },
    { name: "forums-room", path: `${FORUMS}?profession=${room.slug}`, who: "member" },
    { name: "forums-none", path: `${FORUMS}?profession=${room.slug}&list=mine`, who: "newcomer" },
    { name: "forums-topic", path: `${FORUMS}?topic=${topic}`, who: "member" },
    { name: "forums-chat", path: `${FORUMS}?profession=${room.slug}&view=chat`, who: "member" },
    { name: "forums-new", path: `${FORUMS}?profession=${room.slug}&new=1`, who: "newcomer" },
    { name: "forums-search", path: `${FORUMS}?search=sentence`, who: "member" },
    { name: "forums-missing", path: `${FORUMS}?topic=00000000-0000-7000-8000-000000000000`, who: "member" },
    { name: "forums-preview", path: PREVIEW, who: "guest" },
    { name: "forums-preview-topic", path: `${PREVIEW}?topic=${topic}`, who: "guest" },
  ] as const;
  return { people, places };
});

/** An answer that two have reviewed, of which one is disputed, and that a third one has for review. */
async function somethingReviewed(app: RunningApp, people: Record<"member" | "giver" | "reviewer", Account>, answerId: string) {
  // Whoever takes the next one is to get this one.
  await emptyQueue(app);
  const request = await asked(app, people.member, answerId);
  const given = await reviewed(app, people.giver);
  await reviewed(app, await aPeer(app), { clarity: 5, rating_overall: 5 });
  const [, second] = (await receivedBy(app.url, people.member, request)).reviews;
  await callApi(app.url, people.member.token, `${R}/review/dispute`, { uid: second.uid, reason: "It is about another answer than mine." });
  const { uid } = await taken(app, people.reviewer);
  return { request, given, assignment: uid };
}
