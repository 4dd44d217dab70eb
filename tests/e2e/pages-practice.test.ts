import { THEME_PRESETS } from "@/lib/constants";
import { callApi, P, storedAnswer } from "./actions";
import { type Account, anyQuestion, axe, expect, newAccount, signIn, test } from "./fixtures";
import { keepMoment, listOf, mentorship, watchElsewhere } from "./learning-actions";
import { openAs } from "./looks";
import { tellOfALife } from "./notification-actions";
import { walk } from "./page-walk";
import { aPeer } from "./peer-review-actions";
import { satElsewhere } from "./simulation-actions";

walk("before the dashboard, of practice, learning and settings", async (app, browser) => {
  const people = { member: await aPeer(app), newcomer: await newAccount(app.url) };
  const context = await browser.newContext({ permissions: ["microphone", "camera"] });
  await signIn(context, people.member);
  const uid = await storedAnswer(await context.newPage(), app.url, people.member);
  await context.close();
  const { data } = await callApi(app.url, people.member.token, `${P}/answer/share`, { uid });
  const question = await anyQuestion(app.url, people.member.token);
  const simulation = await satElsewhere(app.url, people.member);
  const { video, tutorial, university } = await somethingLearned(app.url, people.member);
  await tellOfALife(app, people.member);
  const places = [
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
    { name: "answer-missing", path: "/dashboard/answers/detail?answer=x", who: "member" },
  ] as const;
  return { people, places };
});

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

test("colours reach their contrast in every preset, mode and contrast", async ({ app, browser }) => {
  const member = await newAccount(app.url);
  for (const mode of ["light", "dark"] as const) {
    const page = await openAs(browser, `${app.url}/dashboard/practice`, { locale: "en", mode, width: 768 }, member);
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
