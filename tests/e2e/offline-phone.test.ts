import { confirmEmail } from "./account-steps";
import { P } from "./actions";
import type { RunningApp } from "./app";
import { confirmedAccount, ending, subscribed } from "./billing-actions";
import { accountsOf } from "./database";
import { accountWith } from "./editing-actions";
import { expect, newAccount } from "./fixtures";
import { aMember, aRoom, FORUMS } from "./forum-actions";
import { TEXTS } from "./languages";
import type { Look } from "./looks";
import { type Prepared, walkForms } from "./offline-forms";
import { INBOX_API } from "./support-actions";
import { aBoss, aWorkspace } from "./trades-actions";

const ON_A_PHONE: Look = { locale: "ar", mode: "dark", width: 360 };
const t = TEXTS[ON_A_PHONE.locale];

/** One of each kind: a page, a page for visitors, a long form, a dialog, and one that answers with a toast. */
async function some(app: RunningApp): Promise<Prepared> {
  const [amal, ada, boss, leaver, desk] = [
    await newAccount(app.url),
    await aMember(app, "Ada Lovelace"),
    await aBoss(app),
    await confirmedAccount(app),
    await accountWith(app, "admin"),
  ];
  await confirmEmail(app, amal);
  await subscribed(app.url, leaver);
  const [room, shop] = [await aRoom(app, "هدوء"), await aWorkspace(app, boss)];
  const newcomer = `noor-${Date.now()}@example.com`;
  const { interviews: i } = t.practice;
  const [a, f, c] = [t.auth, t.forum, t.support.contact];
  return {
    people: { amal, ada, boss, leaver, desk },
    forms: [
      {
        calls: "practice.interviews.save",
        path: "/dashboard/interviews/entry",
        fields: [
          [i.company, "شركة النيل"],
          [i.role, "مهندسة اختبار"],
          [i.date, "2031-03-14"],
        ],
        send: t.common.save,
        at: `${P}/interview/get`,
      },
      {
        calls: "account.register",
        who: "newcomer",
        path: "/auth/register",
        fields: [
          [a.firstName, "نور"],
          [a.lastName, "حداد"],
          [a.email, newcomer],
          [a.password, "another horse battery"],
        ],
        send: a.register.submit,
        at: () => accountsOf(app, newcomer),
        again: 409,
        ends: (page) => expect(page).toHaveURL(/\/dashboard$/),
      },
      {
        calls: "support.contact.save",
        who: "guest",
        seenBy: "desk",
        path: "/contact",
        fields: [
          [c.name, "نور"],
          [c.email, `guest-${Date.now()}@example.com`],
          [c.message, "كم يكلف ذلك؟"],
        ],
        send: c.send,
        at: `${INBOX_API}/conversation/get?queue=new`,
      },
      {
        calls: "forum.topics.create",
        who: "ada",
        path: `${FORUMS}?new=1`,
        fields: [
          [f.new.room, room.uid],
          [f.new.titleLabel, "كم تطول الإجابة؟"],
          [(page) => page.getByRole("textbox", { name: f.new.message }), "دقيقتان تبدوان طويلتين."],
        ],
        send: f.new.send,
        at: `/api/user/personalization/community/topic/get?professionId=${room.uid}`,
      },
      {
        calls: "trades.texts.save",
        who: "boss",
        path: `/dashboard/settings/templates?workspace=${shop}`,
        open: [t.trades.texts.new],
        fields: [
          [t.trades.texts.name, "جاهز"],
          [t.trades.texts.body, "يمكنكم استلام الطاولة."],
        ],
        send: t.common.save,
        at: `/api/user/personalization/trades/text/get?workspaceId=${shop}`,
      },
      ending(t, "وجدت عملًا."),
    ],
  };
}

walkForms("of each kind, in Arabic on a phone,", (app) => some(app), ON_A_PHONE);
