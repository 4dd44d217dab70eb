import type { Browser, BrowserContext, Page } from "@playwright/test";
import { THEME_PRESETS } from "@/lib/constants";
import { callApi, P, storedAnswer } from "./actions";
import type { RunningApp } from "./app";
import { CONSOLE, OPERATIONS, stuckMails } from "./console-actions";
import { accountWith } from "./editing-actions";
import { type Account, anyQuestion, axe, expect, newAccount, signIn, test } from "./fixtures";
import { aMember, aRoom, aTopic, CARE, FORUMS, looksAfter, PREVIEW, reports, says, tellsOfInterview } from "./forum-actions";
import { keepMoment, listOf, mentorship, watchElsewhere } from "./learning-actions";
import { contextAs, LOOKS, type Look, lookName, openAs, openIn, seePage } from "./looks";
import { tellOfALife } from "./notification-actions";
import { aPeer, asked, R, REVIEW_CARE, REVIEWS, receivedBy, reviewed, taken } from "./peer-review-actions";
import { pricesOf, pricingSetup, severalPrices } from "./pricing-actions";
import { satElsewhere } from "./simulation-actions";
import { answered, begun } from "./support-actions";
import { aBoss, aCustomer, aSchedule, aStock, aWorkspace, severalForms, severalJobs, severalTasks, TRADES } from "./trades-actions";

const BANK = "/api/admin/practice";

interface Place {
  name: string;
  path: string;
  who: "guest" | "member" | "newcomer" | "agent" | "boss" | "giver" | "reviewer" | "shopkeeper";
}

let places: Place[] = [];
let people: Record<Exclude<Place["who"], "guest">, Account>;

test.beforeAll(async ({ app, browser }) => {
  test.setTimeout(120_000);
  people = {
    member: await aPeer(app),
    newcomer: await newAccount(app.url),
    agent: await accountWith(app, "admin"),
    boss: await accountWith(app, "super_admin"),
    giver: await aPeer(app),
    reviewer: await aPeer(app),
    shopkeeper: await aBoss(app),
  };
  const context = await browser.newContext({ permissions: ["microphone", "camera"] });
  await signIn(context, people.member);
  const uid = await storedAnswer(await context.newPage(), app.url, people.member);
  await context.close();
  const { data } = await callApi(app.url, people.member.token, `${P}/answer/share`, { uid });
  const question = await anyQuestion(app.url, people.member.token);
  const simulation = await satElsewhere(app.url, people.member);
  const { video, tutorial, university } = await somethingLearned(app.url, people.member);
  await tellOfALife(app, people.member);
  const conversation = await begun(
    app.url,
    people.member,
    "My microphone stays silent",
    "It worked yesterday. Today the level does not move.",
  );
  await answered(app.url, people.agent, conversation, "Does your browser block it? See https://example.com/help.");
  const { request, given, assignment } = await somethingReviewed(app, uid);
  const { user } = await callApi(app.url, people.member.token, "/api/account/my-account");
  const { room, topic, proposal, member } = await somethingSaid(app, people.member, people.agent);
  await stuckMails(app, 3);
  const file = await aBankFile(app.url, people.agent);
  const shop = await aWorkspace(app, people.shopkeeper);
  const customer = await aCustomer(app, people.shopkeeper, shop);
  const job = await severalJobs(app, people.shopkeeper, shop, customer);
  await severalTasks(app, people.shopkeeper, shop, job);
  await aSchedule(app, people.shopkeeper, shop);
  const prices = await severalPrices(app, people.shopkeeper, shop);
  const forms = await severalForms(app, people.shopkeeper, shop, job);
  const stock = await aStock(app, people.shopkeeper, shop, job);
  places = [
    { name: "landing", path: "/", who: "guest" },
    { name: "auth-home", path: "/auth/home", who: "guest" },
    { name: "login", path: "/auth/login", who: "guest" },
    { name: "register", path: "/auth/register", who: "guest" },
    { name: "forgot-password", path: "/auth/forgot-password", who: "guest" },
    { name: "reset-password", path: `/auth/reset-password#${"A".repeat(43)}`, who: "guest" },
    { name: "reset-password-gone", path: "/auth/reset-password", who: "guest" },
    { name: "verify-email-gone", path: "/verify-email", who: "guest" },
    { name: "contact", path: "/contact?ask=Prices", who: "guest" },
    { name: "contact-conversation-gone", path: "/contact/conversation#gone", who: "guest" },
    { name: "developers", path: "/developers", who: "guest" },
    { name: "shared", path: data.share_link.slice(app.url.length), who: "guest" },
    { name: "shared-gone", path: "/shared#gone", who: "guest" },
    { name: "not-found", path: "/no/such/page", who: "guest" },
    { name: "home-new", path: "/dashboard", who: "newcomer" },
    { name: "home", path: "/dashboard", who: "member" },
    { name: "plan-new", path: "/dashboard/plan", who: "newcomer" },
    { name: "plan", path: "/dashboard/plan", who: "member" },
    { name: "practice", path: "/dashboard/practice", who: "member" },
    { name: "session", path: `/dashboard/practice/session?question=${question.uid}`, who: "member" },
    { name: "simulation-new", path: "/dashboard/practice/simulation", who: "newcomer" },
    { name: "simulation", path: "/dashboard/practice/simulation", who: "member" },
    { name: "simulation-report", path: `/dashboard/practice/simulation/report?simulation=${simulation}`, who: "member" },
    { name: "simulation-missing", path: "/dashboard/practice/simulation/run?simulation=x", who: "member" },
    { name: "answers-empty", path: "/dashboard/answers", who: "newcomer" },
    { name: "answers", path: "/dashboard/answers", who: "member" },
    { name: "answer", path: `/dashboard/answers/detail?answer=${uid}`, who: "member" },
    { name: "compare-empty", path: "/dashboard/answers/compare", who: "newcomer" },
    { name: "progress-empty", path: "/dashboard/progress", who: "newcomer" },
    { name: "progress-one", path: "/dashboard/progress?range=weeks", who: "member" },
    { name: "interviews-empty", path: "/dashboard/interviews", who: "newcomer" },
    { name: "interview-new", path: "/dashboard/interviews/entry", who: "newcomer" },
    { name: "peer-review-empty", path: REVIEWS, who: "newcomer" },
    { name: "peer-review", path: REVIEWS, who: "member" },
    { name: "peer-review-request", path: `${REVIEWS}?request=${request}`, who: "member" },
    { name: "peer-review-assignment", path: `${REVIEWS}?assignment=${assignment}`, who: "reviewer" },
    { name: "peer-review-given", path: `${REVIEWS}?given=${given}`, who: "giver" },
    { name: "peer-review-giver", path: REVIEWS, who: "giver" },
    { name: "peer-review-missing", path: `${REVIEWS}?request=00000000-0000-7000-8000-000000000000`, who: "member" },
    { name: "learning-mentorship", path: "/dashboard/learning", who: "member" },
    { name: "learning-tutorials", path: "/dashboard/learning?tab=tutorials&page=2", who: "newcomer" },
    { name: "learning-universities", path: "/dashboard/learning?tab=universities", who: "member" },
    { name: "learning-nothing", path: "/dashboard/learning?search=zzz", who: "member" },
    { name: "library", path: "/dashboard/videolibrary", who: "member" },
    { name: "mentorship-video", path: `/dashboard/videolibrarydetail?learningdetail=${video}`, who: "member" },
    { name: "tutorial-video", path: `/dashboard/interviewvideodetail?learningdetail=${tutorial}`, who: "newcomer" },
    { name: "video-missing", path: "/dashboard/videolibrarydetail?learningdetail=x", who: "member" },
    { name: "university", path: `/dashboard/viewuniversitiesData?universityId=${university}`, who: "member" },
    { name: "settings-profile", path: "/dashboard/settings/account", who: "member" },
    { name: "settings-security", path: "/dashboard/settings/account?section=security", who: "member" },
    { name: "settings-devices", path: "/dashboard/settings/account?section=devices", who: "member" },
    { name: "settings-notifications", path: "/dashboard/settings/account?section=notifications", who: "member" },
    { name: "notifications", path: "/dashboard/notifications", who: "member" },
    { name: "notifications-empty", path: "/dashboard/notifications?show=unread", who: "newcomer" },
    { name: "settings-data", path: "/dashboard/settings/account?section=data", who: "member" },
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
    { name: "trades", path: TRADES, who: "shopkeeper" },
    { name: "trades-new", path: `${TRADES}/new`, who: "shopkeeper" },
    { name: "trades-workspace", path: `${TRADES}/workspace?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-members", path: `${TRADES}/members?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-settings", path: `${TRADES}/settings?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-customers", path: `${TRADES}/customers?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-customer", path: `${TRADES}/customers/customer?workspace=${shop}&uid=${customer}`, who: "shopkeeper" },
    { name: "trades-customer-new", path: `${TRADES}/customers/customer?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-jobs", path: `${TRADES}/jobs?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-jobs-table", path: `${TRADES}/jobs?workspace=${shop}&view=table`, who: "shopkeeper" },
    { name: "trades-job", path: `${TRADES}/jobs/job?workspace=${shop}&uid=${job}`, who: "shopkeeper" },
    { name: "trades-job-new", path: `${TRADES}/jobs/job?workspace=${shop}&customer=${customer}`, who: "shopkeeper" },
    { name: "trades-job-settings", path: `/dashboard/settings/job-settings?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-day", path: `${TRADES}/day?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-tasks", path: `${TRADES}/tasks?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-tasks-list", path: `/dashboard/settings/tasks-list?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-schedule", path: `${TRADES}/schedule?workspace=${shop}&day=2027-03-02`, who: "shopkeeper" },
    { name: "trades-schedule-day", path: `${TRADES}/schedule?workspace=${shop}&day=2027-03-02&view=day`, who: "shopkeeper" },
    { name: "trades-scheduler", path: `/dashboard/settings/scheduler?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-slabs", path: `${TRADES}/stock?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-slab", path: `${TRADES}/stock/slab?workspace=${shop}&uid=${stock.slab}`, who: "shopkeeper" },
    { name: "trades-slab-family", path: `${TRADES}/stock/slab?workspace=${shop}&uid=${stock.broken}`, who: "shopkeeper" },
    { name: "trades-slab-new", path: `${TRADES}/stock/slab?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-slab-labels", path: `${TRADES}/stock/labels?workspace=${shop}&slabs=${stock.slab}`, who: "shopkeeper" },
    { name: "trades-materials", path: `${TRADES}/stock/materials?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-stock-items", path: `${TRADES}/stock/items?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-stock-item", path: `${TRADES}/stock/item?workspace=${shop}&uid=${stock.item}`, who: "shopkeeper" },
    { name: "trades-stock-count", path: `${TRADES}/stock/count?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-forms", path: `${TRADES}/forms?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-entry", path: `${TRADES}/forms/entry?workspace=${shop}&uid=${forms.entry}`, who: "shopkeeper" },
    { name: "trades-entry-draft", path: `${TRADES}/forms/entry?workspace=${shop}&uid=${forms.draft}`, who: "shopkeeper" },
    { name: "trades-form-settings", path: `/dashboard/settings/forms?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-form", path: `/dashboard/settings/forms?workspace=${shop}&uid=${forms.form}`, who: "shopkeeper" },
    { name: "trades-templates", path: `/dashboard/settings/templates?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-pricing", path: pricingSetup(shop), who: "shopkeeper" },
    { name: "trades-prices", path: pricesOf(shop, prices.published), who: "shopkeeper" },
    { name: "trades-prices-draft", path: pricesOf(shop, prices.draft), who: "shopkeeper" },
    { name: "trades-prices-missing", path: pricesOf(shop, "x"), who: "shopkeeper" },
    { name: "trades-customer-files", path: `${TRADES}/customers/import?workspace=${shop}`, who: "shopkeeper" },
    { name: "trades-missing", path: `${TRADES}/workspace?workspace=x`, who: "shopkeeper" },
    { name: "trades-closed", path: TRADES, who: "member" },
    { name: "invitation-gone", path: `/invitation#${"A".repeat(43)}`, who: "member" },
    { name: "invitation-guest", path: `/invitation#${"A".repeat(43)}`, who: "guest" },
    { name: "console", path: CONSOLE, who: "agent" },
    { name: "console-forbidden", path: CONSOLE, who: "member" },
    { name: "operations-jobs", path: OPERATIONS, who: "agent" },
    { name: "operations-events", path: `${OPERATIONS}?tab=events`, who: "agent" },
    { name: "operations-mails", path: `${OPERATIONS}?tab=mails`, who: "agent" },
    { name: "operations-erasures", path: `${OPERATIONS}?tab=erasures`, who: "agent" },
    { name: "operations-storage", path: `${OPERATIONS}?tab=storage`, who: "agent" },
    { name: "inbox-empty", path: "/dashboard/admin/support?queue=snoozed", who: "agent" },
    { name: "inbox", path: "/dashboard/admin/support", who: "agent" },
    { name: "inbox-conversation", path: `/dashboard/admin/support?conversation=${conversation}`, who: "agent" },
    { name: "canned", path: "/dashboard/admin/support/answers", who: "agent" },
    { name: "canned-new", path: "/dashboard/admin/support/answers/entry", who: "agent" },
    { name: "care-reports", path: CARE, who: "agent" },
    { name: "care-proposals", path: `${CARE}?tab=proposals`, who: "agent" },
    { name: "care-adopt", path: `${CARE}/proposal?uid=${proposal}`, who: "agent" },
    { name: "care-log", path: `${CARE}/log`, who: "agent" },
    { name: "care-member", path: `${CARE}/log?member=${member}`, who: "agent" },
    { name: "care-topic", path: `${FORUMS}?topic=${topic}`, who: "agent" },
    { name: "people", path: "/dashboard/admin/people", who: "agent" },
    { name: "people-nobody", path: "/dashboard/admin/people?search=zzzz&state=suspended", who: "agent" },
    { name: "person", path: `/dashboard/admin/people/person?uid=${user.uid}`, who: "agent" },
    { name: "person-missing", path: "/dashboard/admin/people/person?uid=x", who: "agent" },
    { name: "people-forbidden", path: "/dashboard/admin/people", who: "member" },
    { name: "audit", path: "/dashboard/admin/audit", who: "boss" },
    { name: "audit-nothing", path: "/dashboard/admin/audit?target=none:1", who: "boss" },
    { name: "plans-admin", path: "/dashboard/admin/plans", who: "boss" },
    { name: "service-settings", path: "/dashboard/admin/settings", who: "boss" },
    { name: "announcements-empty", path: "/dashboard/admin/announcements", who: "agent" },
    { name: "announcement-new", path: "/dashboard/admin/announcements/entry", who: "agent" },
    { name: "audit-forbidden", path: "/dashboard/admin/audit", who: "agent" },
    { name: "plans-admin-forbidden", path: "/dashboard/admin/plans", who: "agent" },
    { name: "service-settings-forbidden", path: "/dashboard/admin/settings", who: "agent" },
    { name: "announcements-forbidden", path: "/dashboard/admin/announcements", who: "member" },
    { name: "review-care", path: REVIEW_CARE, who: "agent" },
    { name: "review-care-waiting", path: `${REVIEW_CARE}?tab=waiting`, who: "agent" },
    { name: "review-care-forbidden", path: REVIEW_CARE, who: "member" },
    { name: "care-forbidden", path: CARE, who: "member" },
    { name: "bank", path: "/dashboard/admin/questions", who: "agent" },
    { name: "bank-nothing", path: "/dashboard/admin/questions?search=zzz", who: "agent" },
    { name: "bank-question", path: `/dashboard/admin/questions/question?uid=${question.uid}`, who: "agent" },
    { name: "bank-new", path: "/dashboard/admin/questions/question", who: "agent" },
    { name: "bank-categories", path: "/dashboard/admin/questions/categories", who: "agent" },
    { name: "bank-files", path: "/dashboard/admin/import", who: "agent" },
    { name: "bank-file", path: `/dashboard/admin/import/file?uid=${file}`, who: "agent" },
    { name: "bank-file-missing", path: "/dashboard/admin/import/file?uid=x", who: "agent" },
    { name: "faq-files", path: "/dashboard/admin/import?kind=faq", who: "agent" },
    { name: "rooms", path: "/dashboard/admin/rooms", who: "agent" },
    { name: "rooms-nothing", path: "/dashboard/admin/rooms?search=zzz", who: "agent" },
    { name: "answers-forbidden", path: "/dashboard/admin/support/answers", who: "member" },
    { name: "inbox-forbidden", path: "/dashboard/admin/support", who: "member" },
    { name: "faq-forbidden", path: "/dashboard/admin/faq", who: "member" },
    { name: "mails-forbidden", path: "/dashboard/admin/mails", who: "member" },
    { name: "answer-missing", path: "/dashboard/answers/detail?answer=x", who: "member" },
  ];
});

/** A topic with all that messages can hold, of which one was reported and one tells of an interview, and some lines of a chat. */
async function somethingSaid(app: RunningApp, account: Account, agent: Account) {
  const room = await aRoom(app, "Calm before it begins");
  const ada = await aMember(app, "Ada Lovelace");
  const topic = await aTopic(
    app.url,
    ada,
    room,
    "How do you calm down right before the first question?",
    "I freeze. **What helps you?**\n\n- breathing\n- water\n\n> Slow is smooth.\n\n```\nconst calm = () => breathe(4, 7, 8); // a line that is longer than a phone is wide, so that it scrolls\n```\n\n| before | after |\n| --- | --- |\n| fast | slow |\n\nSee https://example.com.",
  );
  const said = await says(app.url, account, topic, "I say my first sentence aloud once. It never fails me.");
  await says(app.url, ada, topic, "شكراً، سأجرّب ذلك يوم الاثنين.", said);
  await says(app.url, ada, room.chatId, "Hello everybody!");
  await says(app.url, account, room.chatId, "Anyone practising today?");
  const proposal = await tellsOfInterview(app.url, ada, topic);
  const rude = await says(app.url, ada, topic, "Buy my **miracle course** instead.");
  await reports(app.url, account, rude, "It is an advertisement.");
  await looksAfter(app.url, agent, said);
  const { data } = await callApi(app.url, ada.token, "/api/user/personalization/community/member/get");
  return { room, topic, proposal, member: data.uid };
}

/** A file of questions: one is new, of the other something is wrong. */
async function aBankFile(url: string, { token }: Account): Promise<string> {
  const { data: rooms } = await callApi(url, token, `${BANK}/category/get`);
  const rows = ["good,draft,Which question did nobody ask?", "Bad Name,draft,Which one came twice?"];
  const text = ["category,slug,state,text_en,guidance_en", ...rows.map((row) => `${rooms[0].slug},${row},A reason`)].join("\n");
  const bytes = Buffer.from(text);
  const { data } = await callApi(url, token, "/api/admin/import/begin", {
    kind: "questions",
    name: "questions.csv",
    format: "csv",
    size: bytes.length,
  });
  await callApi(url, token, "/api/admin/import/piece", { uid: data.uid, start: 0, content: bytes.toString("base64") });
  return data.uid;
}

/** An answer that two have reviewed, of which one is disputed, and that a third one has for review. */
async function somethingReviewed(app: RunningApp, answerId: string) {
  const request = await asked(app, people.member, answerId);
  const given = await reviewed(app, people.giver);
  await reviewed(app, await aPeer(app), { clarity: 5, rating_overall: 5 });
  const [, second] = (await receivedBy(app.url, people.member, request)).reviews;
  await callApi(app.url, people.member.token, `${R}/review/dispute`, { uid: second.uid, reason: "It is about another answer than mine." });
  const { uid } = await taken(app, people.reviewer);
  return { request, given, assignment: uid };
}

/** Videos begun and watched, one with a bookmark. @returns the one to look at, a tutorial and a university */
async function somethingLearned(url: string, account: Account) {
  const [video, other, third] = await mentorship(url, account);
  const [tutorial] = await listOf(url, account, "learning/resources/interview/tutorial/get");
  const [university] = await listOf(url, account, "learning/resources/university/get");
  if (!video || !other || !third) throw new Error("there is nothing to learn from");
  await watchElsewhere(url, account, other.uid, 80);
  await watchElsewhere(url, account, third.uid, 10);
  await watchElsewhere(url, account, video.uid, 30);
  await keepMoment(url, account, video.uid, 12, "Fifteen minutes, three times a week.");
  return { video: video.uid, tutorial: tutorial.uid, university: university.uid };
}

const open = (browser: Browser, url: string, { who, path }: Place, look: Look): Promise<Page> =>
  openAs(browser, url + path, look, who === "guest" ? undefined : people[who]);

for (const look of LOOKS) {
  test(`every page is accessible and fits, ${lookName(look)}`, async ({ app, browser }) => {
    test.setTimeout(900_000);
    // One browser for each person: what the first page has loaded the next ones have, as with people.
    const contexts = new Map<Place["who"], BrowserContext>();
    for (const place of places) {
      const { who, name, path } = place;
      const context = contexts.get(who) ?? (await contextAs(browser, app.url, look, who === "guest" ? undefined : people[who]));
      contexts.set(who, context);
      const page = await openIn(context, app.url + path);
      await test.step(name, () => seePage(page, name, look));
      await page.close();
    }
    for (const context of contexts.values()) await context.close();
  });
}

test("colours reach their contrast in every preset, mode and contrast", async ({ app, browser }) => {
  test.setTimeout(180_000);
  const place = places.find(({ name }) => name === "practice");
  if (!place) throw new Error("no such place");
  for (const mode of ["light", "dark"] as const) {
    const page = await open(browser, app.url, place, { locale: "en", mode, width: 768 });
    for (const contrast of ["default", "bold"]) {
      for (const preset of THEME_PRESETS) {
        await page.evaluate(([p, c]) => Object.assign(document.documentElement.dataset, { preset: p, contrast: c }), [preset, contrast]);
        const { violations: found } = await axe(page).withRules(["color-contrast"]).analyze();
        expect
          .soft(
            found.flatMap(({ nodes }) => nodes.map((node) => node.any[0]?.message)),
            `${preset} ${mode} ${contrast}`,
          )
          .toEqual([]);
      }
    }
    await page.context().close();
  }
});
