import type { Browser } from "@playwright/test";
import { LOCALE_NAMES, LOCALES } from "@/lib/locales";
import { confirmEmail, SETTINGS, superAdmin } from "./account-steps";
import { callApi, P } from "./actions";
import type { RunningApp } from "./app";
import { accountWith, CONTENT, nameEverywhere } from "./editing-actions";
import { newAccount } from "./fixtures";
import { aMember, aRoom, aTopic, CARE, FORUMS, messageWith, says } from "./forum-actions";
import { TEXTS } from "./languages";
import { type Prepared, walkForms } from "./offline-forms";
import { begun, INBOX, INBOX_API } from "./support-actions";
import { filled } from "./words";

const t = TEXTS.en;
const f = t.forum;
const C = "/api/user/personalization/community";
const ACCOUNT = "/api/user/personalization/account";
const A = "/api/admin";
const SAVE = t.common.save;

async function ownPages(app: RunningApp): Promise<Prepared> {
  const amal = await newAccount(app.url);
  await confirmEmail(app, amal);
  const i = t.practice.interviews;
  return {
    people: { amal, desk: await accountWith(app, "admin") },
    forms: [
      {
        calls: "account.updateProfile",
        path: SETTINGS,
        fields: [[t.account.profile.profession, "Stone mason"]],
        send: t.account.profile.save,
        at: `${ACCOUNT}/detail/profile/get`,
      },
      {
        calls: "practice.interviews.save",
        path: "/dashboard/interviews/entry",
        fields: [
          [i.company, "Nile Robotics"],
          [i.role, "Test engineer"],
          [i.date, "2031-03-14"],
        ],
        send: SAVE,
        at: `${P}/interview/get`,
      },
      {
        calls: "practice.plan.saveSettings",
        by: "practice/plan/components/settings-form",
        path: "/dashboard/plan",
        first: (page) => page.getByLabel(t.practice.plan.settings.showStreak).click(),
        send: SAVE,
        at: `${P}/plan/settings/get`,
      },
      {
        calls: "support.contact.save",
        who: "guest",
        seenBy: "desk",
        path: "/contact",
        fields: [
          [t.support.contact.name, "Noor"],
          [t.support.contact.email, `noor-${Date.now()}@example.com`],
          [t.support.contact.message, "What does it cost?"],
        ],
        send: t.support.contact.send,
        at: `${INBOX_API}/conversation/get?queue=new`,
      },
    ],
  };
}

async function community(app: RunningApp): Promise<Prepared> {
  const [room, other] = [await aRoom(app, "Calm"), await aRoom(app, "Elsewhere")];
  const [ada, bo, admin] = [await aMember(app, "Ada Lovelace"), await aMember(app, "Bo Chen"), await accountWith(app, "admin")];
  const topic = await aTopic(app.url, ada, room, "What do I wear?", "It is by video.");
  const _target = await aTopic(app.url, ada, other, "Clothes for a call", "Which colours?");
  await says(app.url, bo, topic, "Buy my course of lies");
  await says(app.url, ada, topic, "I think blue.");
  const at = `${FORUMS}?topic=${topic}`;
  const messages = `${C}/topic/message/get?topicId=${topic}`;
  const about = `${C}/topic/detail/get?topicId=${topic}`;
  const care = f.care.topic;
  const why = [f.care.reason, "It fits better so"] as const;
  return {
    people: { ada, admin },
    forms: [
      {
        calls: "forum.topics.create",
        path: `${FORUMS}?new=1`,
        fields: [
          [f.new.room, room.uid],
          [f.new.titleLabel, "How long is an answer?"],
          [(page) => page.getByRole("textbox", { name: f.new.message }), "Two minutes seem long."],
        ],
        send: f.new.send,
        at: `${C}/topic/get?professionId=${room.uid}`,
      },
      {
        calls: "forum.posts.write",
        path: at,
        fields: [[(page) => page.getByRole("textbox", { name: f.composer.label }), "Thank you all."]],
        send: f.composer.send,
        at: messages,
      },
      {
        calls: "forum.posts.edit",
        path: at,
        first: async (page) => {
          await messageWith(page, "I think blue.")
            .getByRole("button", { name: filled(f.post.menu, { name: "Ada Lovelace" }) })
            .click();
          await page.getByRole("menuitem", { name: f.post.edit, exact: true }).click();
          await page.getByRole("textbox", { name: f.post.editLabel }).fill("I think green.");
        },
        send: f.post.save,
        at: messages,
      },
      {
        calls: "forum.flag",
        path: at,
        first: async (page) => {
          await messageWith(page, "Buy my course of lies")
            .getByRole("button", { name: filled(f.post.menu, { name: "Bo Chen" }) })
            .click();
          await page.getByRole("menuitem", { name: f.post.report, exact: true }).click();
          await page.getByRole("dialog").getByRole("radio", { name: f.flag.reasons.spam }).click();
        },
        send: f.flag.send,
        seenBy: "admin",
        at: `${A}/community/report/get`,
      },
      {
        calls: "forum.topics.rename",
        path: at,
        open: [f.topic.rename],
        fields: [[f.topic.titleLabel, "What should I wear?"]],
        send: SAVE,
        at: about,
      },
      {
        calls: "forum.posts.delete",
        path: at,
        first: async (page) => {
          await messageWith(page, "I think green.")
            .getByRole("button", { name: filled(f.post.menu, { name: "Ada Lovelace" }) })
            .click();
          await page.getByRole("menuitem", { name: f.post.delete, exact: true }).click();
        },
        send: (page) => page.getByRole("dialog").getByRole("button").last(),
        at: messages,
      },
      {
        calls: "forum.moderation.topic",
        who: "admin",
        path: at,
        open: [care.menu, care.do.lock],
        fields: [why],
        send: care.do.lock,
        at: about,
      },
      {
        calls: "forum.moderation.message",
        who: "admin",
        path: CARE,
        // Others may have been reported before.
        open: [(page) => messageWith(page, "Buy my course of lies").getByRole("button", { name: f.care.message.uphold.now })],
        fields: [why],
        send: f.care.message.uphold.now,
        at: messages,
      },
      {
        calls: "forum.professions.save",
        who: "admin",
        path: "/dashboard/admin/rooms",
        open: [f.professions.new],
        first: async (page) => {
          await page.getByRole("dialog").getByLabel(f.professions.slug).fill("stone-masons");
          await nameEverywhere(page.getByRole("dialog"), "Stone masons");
        },
        send: SAVE,
        at: `${A}/community/profession/get`,
      },
    ],
  };
}

async function team(app: RunningApp): Promise<Prepared> {
  const [admin, boss, noor] = [await accountWith(app, "admin"), await superAdmin(app), await newAccount(app.url)];
  await confirmEmail(app, noor);
  const _conversation = await begun(app.url, noor, "Parking", "Where?");
  const { user } = await callApi(app.url, noor.token, "/api/account/my-account");
  const person = `/dashboard/admin/people/person?uid=${user.uid}`;
  const seen = [`${A}/people/detail/view`, { uid: user.uid }] as const;
  const [n, p, c, s] = [t.admin.announcements, t.admin.people, t.support.canned, t.subscription.admin];
  const [e, l] = [t.practice.editing, t.learning.editing];
  return {
    people: { admin, boss },
    forms: [
      {
        calls: "admin.announcements.save",
        path: "/dashboard/admin/announcements/entry",
        fields: [[n.text, "We are away on Monday."]],
        send: n.publish,
        at: `${A}/announcement/get`,
      },
      {
        calls: "support.inbox.canned.save",
        path: `${INBOX}/answers/entry`,
        fields: [
          [c.name, "Parking"],
          [c.text, "Behind the house."],
        ],
        send: c.save,
        at: `${INBOX_API}/canned/get`,
      },
      {
        calls: "support.faq.editing.save",
        path: "/dashboard/admin/faq/entry",
        first: async (page) => {
          const fields = page.getByRole("main").locator("form").getByRole("textbox");
          await fields.first().fill("Where do I park?");
          await page.getByRole("main").locator("form textarea").first().fill("Behind the house.");
          const category = page.getByRole("main").locator("form select").first();
          await category.selectOption({ index: 1 });
        },
        send: (page) => page.getByRole("main").locator("form button[type=submit]"),
        at: `${A}/faq/get`,
      },
      {
        calls: "practice.bank.save",
        path: "/dashboard/admin/questions/question",
        first: async (page) => {
          await page.getByRole("textbox", { name: e.question, exact: true }).first().fill("Why stone?");
          await page.getByRole("textbox", { name: e.guidance }).first().fill("A reason");
          await page.getByRole("combobox", { name: e.category }).selectOption({ index: 1 });
        },
        send: e.saveDraft,
        at: `${A}/practice/question/get?search=stone`,
      },
      {
        calls: "practice.editedCategories.save",
        path: "/dashboard/admin/questions/categories",
        open: [t.practice.categories.new],
        first: async (page) => {
          const dialog = page.getByRole("dialog");
          for (const locale of LOCALES) {
            await dialog.getByRole("tab", { name: LOCALE_NAMES[locale] }).click();
            await dialog.getByLabel(t.editing.naming.name, { exact: true }).fill("Crafts");
            await dialog.getByLabel(t.editing.naming.description).fill("All about crafts");
          }
          const slug = dialog.getByLabel(f.professions.slug);
          if ((await slug.count()) > 0) await slug.fill("crafts");
        },
        send: SAVE,
        at: `${A}/practice/category/get`,
      },
      {
        calls: "learning.editing.saveVideo",
        path: `${CONTENT}/video`,
        fields: [
          [l.texts.name, "Cutting stone"],
          [l.texts.description, "How to begin."],
        ],
        first: (page) => page.getByLabel(t.practice.rating.scale.clarity).check(),
        send: l.video.saveDraft,
        at: `${A}/learning/video/get?search=stone`,
      },
      {
        calls: "admin.viewings.ask",
        path: person,
        open: [p.acts.view],
        fields: [[t.admin.viewings.ask.reason, "You asked us to look."]],
        send: t.admin.viewings.ask.confirm,
        at: `${A}/people/viewing/get?uid=${user.uid}`,
      },
      {
        calls: "subscription.admin.grant",
        path: `/dashboard/admin/subscriptions?email=${encodeURIComponent(noor.email)}`,
        fields: [[s.reason, "A prize"]],
        send: s.grant,
        at: [`${A}/subscription/person/view`, { email: noor.email }],
      },
      {
        calls: "admin.people.grantRole",
        who: "boss",
        path: person,
        open: [p.acts.grantRole, p.roles.admin],
        send: p.role.confirm,
        at: seen,
      },
      {
        calls: "admin.people.suspend",
        who: "boss",
        path: person,
        open: [p.acts.suspend],
        fields: [[p.suspend.reason, "It sold things."]],
        send: p.suspend.confirm,
        at: seen,
      },
    ],
  };
}

walkForms("of one's own", (app: RunningApp, _: Browser) => ownPages(app));
walkForms("of the community", (app) => community(app));
walkForms("of those who look after it", (app) => team(app));
