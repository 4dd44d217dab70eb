import type { Browser, Page } from "@playwright/test";
import { localeTag } from "@/lib/locales";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { confirmedAccount } from "./billing-actions";
import { holdCalls } from "./calls";
import { accountWith } from "./editing-actions";
import { anyQuestion, expect, test } from "./fixtures";
import { TEXTS, type TestedLocale } from "./languages";
import { contextAs, inLook, LOOKS, lookName, openAs, openIn, seeDialog, seePage, settled } from "./looks";
import { filled } from "./words";

const REASON = "Your last take doesn't show";

/** What the device keeps: nothing of it may change while somebody else's account is looked at. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const stores = (await indexedDB.databases()).map(({ name }) => name).sort();
    // A tab that begins as the admin's own counts as a visit of theirs.
    const items = Object.entries(localStorage).filter(([name]) => name !== "visits");
    return { stores, items: Object.fromEntries(items) };
  });

/** Somebody who practised once, and what they were asked, in a language. */
async function practised(app: RunningApp, locale: TestedLocale) {
  const person = await confirmedAccount(app);
  const { uid: question_id } = await anyQuestion(app.url, person.token);
  await callApi(app.url, person.token, "/api/user/personalization/practice/answer/save", { question_id });
  const answer = await fetch(`${app.url}/api/user/personalization/practice/question/detail/get?uid=${question_id}`, {
    headers: { authorization: `Bearer ${person.token}`, "accept-language": localeTag(locale) },
  });
  const { data } = (await answer.json()) as { data: { text: string } };
  const { user } = await callApi(app.url, person.token, "/api/account/my-account");
  return { ...person, question: data.text, uid: user.uid as string };
}

for (const look of LOOKS)
  test(
    `an account is looked at with its owner's consent, for reading only, until its owner ends it, ${lookName(look)}`,
    inLook(look),
    async ({ app, browser }) => {
      const t = TEXTS[look.locale];
      const [own, team, bar] = [t.account.viewings, t.admin.viewings, t.viewing];
      const admin = await accountWith(app, "admin");
      const person = await practised(app, look.locale);
      const theirs = await openAs(browser, `${app.url}/dashboard`, look, person);
      const context = await contextAs(browser, app.url, look, admin);
      const console = await openIn(context, `${app.url}/dashboard/admin/people/person?uid=${person.uid}`);

      await console.getByRole("button", { name: t.admin.people.acts.view }).click();
      const dialog = console.getByRole("dialog");
      await seeDialog(console, "viewing-ask", look);
      await dialog.getByRole("button", { name: team.ask.confirm }).click();
      await expect(dialog.getByLabel(team.ask.reason)).toHaveAttribute("aria-invalid", "true");
      await dialog.getByLabel(team.ask.reason).fill(REASON);
      await dialog.getByRole("button", { name: team.ask.confirm }).click();
      await expect(dialog).toHaveCount(0);
      await expect(console.getByText(team.states.asked, { exact: true })).toBeVisible();

      // Told at once, wherever they are.
      const question = theirs.getByText(filled(own.ask, { by: "Amal Osman" }));
      await expect(question).toBeVisible();
      await expect(theirs.getByText(REASON)).toBeVisible();
      await seePage(theirs, "viewing-asked", look);
      await theirs.getByRole("button", { name: own.allow }).press("Enter");
      await expect(question).toHaveCount(0);
      const end = theirs.getByRole("button", { name: own.end });
      // The focus is where the answer was given, and on the page once nothing is left of it.
      await expect(theirs.locator(":focus:not(#main)").filter({ has: end })).toBeVisible();

      const before = await kept(console);
      const [looking] = await Promise.all([context.waitForEvent("page"), console.getByRole("link", { name: team.open }).click()]);
      const refused: string[] = [];
      looking.on("response", (response) => response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`));
      const frame = looking.getByRole("complementary", { name: bar.label });
      await expect(frame).toBeVisible();
      await settled(looking);
      await expect(looking.getByText(person.question).first()).toBeVisible();
      await seePage(looking, "viewing-home", look);
      await looking.goto("/dashboard/answers");
      await expect(looking.getByText(person.question).first()).toBeVisible();
      await looking.goto("/dashboard/progress");
      await settled(looking);
      expect(refused).toEqual([]);

      // What stays private says so, and what is tried is refused.
      await looking.goto("/dashboard/support");
      await expect(looking.getByRole("heading", { level: 1, name: bar.privateTitle })).toBeVisible();
      await seePage(looking, "viewing-private", look);
      await looking.goto("/dashboard/settings/account");
      await looking.getByLabel(t.account.profile.profession).fill("Something else");
      await looking.getByRole("button", { name: t.account.profile.save }).click();
      await expect(looking.getByText(t.errors.viewOnly).first()).toBeVisible();
      expect(await kept(looking)).toEqual(before);

      // The owner has had enough: the tab is the admin's again.
      await end.press("Enter");
      await expect(theirs.getByRole("main")).toBeFocused();
      await expect(looking.getByRole("heading", { level: 1, name: bar.overTitle })).toBeVisible();
      await expect(frame).toHaveCount(0);
      await looking.getByRole("link", { name: bar.back }).click();
      await expect(looking.getByText(team.states.ended, { exact: true })).toBeVisible();
      await theirs.goto("/dashboard/settings/account?section=data");
      await expect(theirs.getByText(REASON)).toBeVisible();
      await settled(theirs);
      await seePage(theirs, "viewing-history", look);
      for (const page of [theirs, console]) await page.context().close();
    },
  );

/** Somebody of the team in the account of somebody who allows it. */
async function looking(app: RunningApp, browser: Browser) {
  const admin = await accountWith(app, "admin");
  const person = await practised(app, "en");
  const look = { locale: "en", mode: "light", width: 1440 } as const;
  await callApi(app.url, admin.token, "/api/admin/people/viewing/ask", { uid: person.uid, reason: REASON });
  const { data } = await callApi(app.url, person.token, "/api/user/personalization/account/viewing/open/get");
  await callApi(app.url, person.token, "/api/user/personalization/account/viewing/answer", { uid: data[0].uid, allow: true });
  const context = await contextAs(browser, app.url, look, admin);
  const address = `${app.url}/dashboard/admin/people/view?viewing=${data[0].uid}`;
  const page = await context.newPage();
  const frame = page.getByRole("complementary", { name: TEXTS.en.viewing.label });
  return { context, page, frame, address, end: frame.getByRole("button", { name: TEXTS.en.viewing.end }) };
}

test("whoever looks ends it, and may come back to their own account", async ({ app, browser }) => {
  const { viewing: bar, admin: texts } = TEXTS.en;
  const { context, page, frame, address, end } = await looking(app, browser);
  await page.goto(address);
  await expect(frame).toBeVisible();
  // A reload changes nothing.
  await page.reload();
  await expect(frame).toBeVisible();
  await end.click();
  await expect(page.getByRole("heading", { level: 1, name: bar.overTitle })).toBeVisible();
  await page.getByRole("link", { name: bar.back }).click();
  await expect(page.getByText(texts.viewings.states.ended, { exact: true })).toBeVisible();
  // It stands in nobody's way: another is asked for as before.
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1, name: bar.refusedTitle })).toBeVisible();
  await context.close();
});

test("without an answer of the server a look neither begins nor ends, which is said, and both can be asked for again", async ({
  app,
  browser,
}) => {
  const { viewing: bar, admin: texts, common } = TEXTS.en;
  const { context, page, frame, address, end } = await looking(app, browser);
  const title = (name: string) => page.getByRole("heading", { level: 1, name });
  const retry = page.getByRole("button", { name: common.retry });
  await page.route("**/api/trpc/admin.viewings.open*", (route) => route.abort());
  await page.goto(address);
  await expect(title(common.offline)).toBeVisible();
  await page.unroute("**/api/trpc/admin.viewings.open*");
  await retry.click();
  await expect(frame).toBeVisible();
  await settled(page);

  // The way out leads to a page that does not come without a network.
  const at = page.url();
  await context.setOffline(true);
  await end.click();
  await expect(page.locator("[data-sonner-toast]", { hasText: common.offline })).toBeVisible();
  await expect(frame).toBeVisible();
  expect(page.url()).toBe(at);
  await context.setOffline(false);

  // Until it has ended nobody says that it has.
  const answer = await holdCalls(page, "**/api/trpc/admin.viewings.end*", "abort");
  const [asked] = await Promise.all([page.waitForRequest("**/api/trpc/admin.viewings.end*"), end.click()]);
  expect(asked.method()).toBe("POST");
  await expect(page.getByRole("status").filter({ hasText: common.loading })).toBeVisible();
  await expect(title(bar.overTitle)).toHaveCount(0);
  answer();
  await expect(title(common.offline)).toBeVisible();
  await page.unroute("**/api/trpc/admin.viewings.end*");
  await retry.click();
  await expect(title(bar.overTitle)).toBeVisible();
  await page.getByRole("link", { name: bar.back }).click();
  await expect(page.getByText(texts.viewings.states.ended, { exact: true })).toBeVisible();
  await context.close();
});
