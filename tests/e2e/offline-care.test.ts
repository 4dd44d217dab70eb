import { SETTING_DEFAULTS } from "@/lib/settings";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { accountWith } from "./editing-actions";
import { expect } from "./fixtures";
import { aMember, aRoom, aTopic, CARE, FORUMS, messageWith, reports, says, tellsOfInterview } from "./forum-actions";
import { TEXTS } from "./languages";
import { type Prepared, walkForms } from "./offline-forms";
import { setSetting } from "./service-actions";
import { begun, INBOX, INBOX_API } from "./support-actions";

const t = TEXTS.en;
const f = t.forum;
const care = f.care;
const C = "/api/user/personalization/community";
const A = "/api/admin/community";
const VIEWING = "/api/user/personalization/account/viewing";
const SERVICE = "/dashboard/admin/settings";

async function community(app: RunningApp): Promise<Prepared> {
  const room = await aRoom(app, "Calm");
  const [ada, bo, dee, admin] = [
    await aMember(app, "Ada Lovelace"),
    await aMember(app, "Bo Chen"),
    await aMember(app, "Dee Okafor"),
    await accountWith(app, "admin"),
  ];
  const [topic, other] = [
    await aTopic(app.url, ada, room, "What do I wear?", "It is by video."),
    await aTopic(app.url, ada, room, "Clothes for a call", "Which colours?"),
  ];
  const adopted = await tellsOfInterview(app.url, ada, topic);
  await tellsOfInterview(app.url, bo, topic);
  for (const [who, words] of [
    [bo, "Buy my course"],
    [dee, "Buy mine"],
  ] as const)
    await reports(app.url, ada, await says(app.url, who, topic, words), "It sells something.");
  const of = async ({ token }: typeof dee) => (await callApi(app.url, token, `${C}/member/get`)).data.uid as string;
  await callApi(app.url, admin.token, `${A}/member/suspend`, { memberId: await of(dee), hours: 24, reason: "It sells." });
  const why = [care.reason, "It fits better so"] as const;
  const proposals = (state: string) => `${A}/proposal/get?state=${state}`;
  return {
    people: { ada, bo, dee, admin },
    forms: [
      {
        calls: "forum.members.save",
        path: `${FORUMS}?profession=${room.slug}`,
        open: [f.you.title],
        fields: [[f.you.name, "Ada of the engines"]],
        send: t.common.save,
        at: `${C}/member/get`,
      },
      {
        calls: "forum.moderation.suspend",
        who: "admin",
        seenBy: "bo",
        path: CARE,
        open: [(page) => messageWith(page, "Buy my course").getByRole("button", { name: care.suspend.now })],
        fields: [why],
        send: care.suspend.now,
        at: `${C}/member/get`,
      },
      {
        calls: "forum.moderation.lift",
        who: "admin",
        seenBy: "dee",
        path: CARE,
        open: [(page) => messageWith(page, "Buy mine").getByRole("button", { name: care.lift.now })],
        fields: [[care.reasonOptional, "They saw why"]],
        send: care.lift.now,
        at: `${C}/member/get`,
      },
      {
        calls: "forum.proposals.decline",
        who: "admin",
        path: `${CARE}?tab=proposals`,
        open: [(page) => page.getByRole("article").last().getByRole("button", { name: care.proposals.decline })],
        fields: [why],
        send: care.proposals.decline,
        at: proposals("declined"),
      },
      {
        calls: "forum.proposals.adopt",
        who: "admin",
        path: `${CARE}/proposal?uid=${adopted}`,
        fields: [[care.proposals.guidance, "A habit\nWhy it helps"]],
        first: async (page) => {
          await page.getByLabel(care.proposals.category, { exact: true }).selectOption({ index: 1 });
        },
        send: care.proposals.adopt,
        at: proposals("adopted"),
        ends: (page) => expect(page).toHaveURL(/questions\/question\?uid=/),
      },
      {
        calls: "forum.moderation.merge",
        who: "admin",
        path: `${FORUMS}?topic=${topic}`,
        open: [care.topic.menu, care.topic.do.merge],
        fields: [[care.topic.into, `${app.url}${FORUMS}?topic=${other}`], why],
        first: (page) => expect(page.getByRole("dialog").getByRole("status").getByText("Clothes for a call")).toBeVisible(),
        send: care.topic.do.merge,
        at: `${C}/topic/message/get?topicId=${other}`,
        showsItself: true,
        ends: (page) => expect(page.getByRole("heading", { level: 1, name: "Clothes for a call" })).toBeVisible(),
      },
    ],
  };
}

async function service(app: RunningApp): Promise<Prepared> {
  const [admin, boss, noor] = [await accountWith(app, "admin"), await accountWith(app, "super_admin"), await aMember(app, "Noor")];
  const conversation = await begun(app.url, noor, "Parking", "Where?");
  const { user } = await callApi(app.url, noor.token, "/api/account/my-account");
  await callApi(app.url, boss.token, "/api/admin/people/viewing/ask", { uid: user.uid, reason: "You asked us to look." });
  const { data: asked } = await callApi(app.url, noor.token, `${VIEWING}/open/get`);
  await callApi(app.url, noor.token, `${VIEWING}/answer`, { uid: asked[0].uid, allow: true });
  await setSetting(app.url, boss, "areas", { ...SETTING_DEFAULTS.areas, trades: "chosen" });
  const { settings, areas } = t.admin;
  const { inbox } = t.support;
  return {
    people: { admin, boss },
    forms: [
      {
        calls: "support.inbox.note",
        path: `${INBOX}?conversation=${conversation}`,
        first: async (page) => {
          await page.getByRole("tab", { name: inbox.note, exact: true }).click();
          await page.getByRole("textbox", { name: inbox.noteLabel }).fill("Behind the house.");
        },
        send: inbox.addNote,
        at: async () =>
          (await callApi(app.url, admin.token, `${INBOX_API}/conversation/view`, { conversationId: conversation })).data.notes,
      },
      {
        calls: "admin.viewings.end",
        by: "admin/viewings/components/view-page",
        who: "boss",
        path: "/dashboard/admin/people",
        // The look is over just as the network goes.
        first: async (page) => {
          const call = "**/api/trpc/admin.viewings.end*";
          await page.route(call, (route) => route.abort("internetdisconnected"));
          await page.goto(`${app.url}/dashboard/admin/people/view?over=${user.uid}&end=${asked[0].uid}`);
          await expect(page.getByText(t.common.offline)).toBeVisible();
          await page.unroute(call);
        },
        send: t.common.retry,
        at: `/api/admin/people/viewing/get?uid=${user.uid}`,
        ends: (page) => expect(page.getByRole("heading", { name: t.viewing.overTitle })).toBeVisible(),
      },
      {
        calls: "admin.settings.save",
        who: "boss",
        path: SERVICE,
        fields: [[settings.reports.hideAfter, "5"]],
        send: (page) => page.getByRole("form", { name: settings.reports.title }).getByRole("button", { name: settings.save }),
        at: "/api/super/admin/settings/get",
      },
      {
        calls: "admin.areas.grant",
        who: "boss",
        path: SERVICE,
        fields: [[areas.email, noor.email]],
        send: areas.give,
        at: ["/api/super/admin/area/grant/get", { area: "trades" }],
      },
    ],
  };
}

walkForms("of those who look after the community", (app) => community(app));
walkForms("of those who run the service", (app) => service(app));
