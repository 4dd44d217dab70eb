import { callApi } from "./actions";
import { CONSOLE, OPERATIONS, stuckMails } from "./console-actions";
import { accountWith } from "./editing-actions";
import { type Account, anyQuestion, newAccount } from "./fixtures";
import { CARE, FORUMS, somethingSaid } from "./forum-actions";
import { walk } from "./page-walk";
import { REVIEW_CARE } from "./peer-review-actions";
import { answered, begun } from "./support-actions";

const BANK = "/api/admin/practice";

walk("of those who run Parley", async (app) => {
  const people = {
    member: await newAccount(app.url),
    agent: await accountWith(app, "admin"),
    boss: await accountWith(app, "super_admin"),
  };
  const question = await anyQuestion(app.url, people.member.token);
  const conversation = await begun(
    app.url,
    people.member,
    "My microphone stays silent",
    "It worked yesterday. Today the level does not move.",
  );
  await answered(app.url, people.agent, conversation, "Does your browser block it? See https://example.com/help.");
  const { user } = await callApi(app.url, people.member.token, "/api/account/my-account");
  const { topic, proposal, member } = await somethingSaid(app, people.member, people.agent);
  await stuckMails(app, 3);
  const file = await aBankFile(app.url, people.agent);
  const places = [
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
  ] as const;
  return { people, places };
});

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
