import type { Page } from "@playwright/test";
import { expect, newAccount, test } from "./fixtures";
import { TEXTS } from "./languages";
import { inLook, LOOKS, lookName, openAs, seePage, settled } from "./looks";

const CHUNKS = "/_next/static/chunks/";

/** The scripts that a page loads after those which its document names, but for its words. */
async function lateScripts(page: Page, address: string): Promise<string[]> {
  const asked: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith(CHUNKS) && pathname.endsWith(".js")) asked.push(pathname);
  });
  const document = await (await page.goto(address))?.text();
  await settled(page);
  const sources = asked.filter((path) => !document?.includes(path));
  const texts = await Promise.all(sources.map(async (path) => (await fetch(new URL(path, page.url()))).text()));
  return sources.filter((_, at) => !texts[at]?.includes("partMissing"));
}

for (const look of LOOKS) {
  const t = TEXTS[look.locale];

  test(
    `what would open above a page and does not arrive says so, and what was typed stays, ${lookName(look)}`,
    inLook(look),
    async ({ app, browser }) => {
      const page = await openAs(browser, `${app.url}/dashboard/interviews/entry`, look, await newAccount(app.url));
      const { questions, company } = t.practice.interviews;
      await page.getByLabel(company).fill("Nile Robotics");
      await page.getByRole("button", { name: questions.add }).click();
      const asked = page.getByRole("textbox", { name: questions.text.split(" ")[0] }).last();
      await asked.fill("Why here?");
      await page.context().setOffline(true);

      const told = page.getByText(t.partMissing.dialog);
      // Twice: what did not open can be asked for again, and says so again.
      for (const button of [t.appearance.title, t.appearance.title]) {
        await page.getByRole("button", { name: button, exact: true }).click();
        await expect(told).toBeVisible();
        // Under the pointer it would stay.
        await page.mouse.move(10, 500);
        await expect(told).toHaveCount(0);
      }
      await page.getByRole("button", { name: t.forum.proposal.proposeLabel.split("{number}")[0] }).click();
      await expect(told).toBeVisible();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.getByRole("button", { name: t.notifications.bell.title }).click();
      await expect(page.getByText(t.partMissing.text)).toBeVisible();
      await expect(page.getByRole("link", { name: t.notifications.bell.seeAll })).toBeVisible();
      await seePage(page, "bell-missing", look);
      await page.keyboard.press("Escape");

      await expect(page.getByText(t.pageError.title)).toHaveCount(0);
      await expect(page.getByLabel(company)).toHaveValue("Nile Robotics");
      await expect(asked).toHaveValue("Why here?");
    },
  );

  test(`a part of a page that does not arrive says so in its place, ${lookName(look)}`, inLook(look), async ({ app, browser }) => {
    const account = await newAccount(app.url);
    const address = `${app.url}/dashboard/plan`;
    const whole = await openAs(browser, `${app.url}/dashboard`, look, account);
    const late = await lateScripts(whole, address);
    expect(late.length).toBeGreaterThan(0);

    const page = await openAs(browser, `${app.url}/dashboard`, look, account);
    await page.route(
      ({ pathname }) => late.includes(pathname),
      (route) => route.abort(),
    );
    await page.goto(address);
    const offer = page.getByRole("status").filter({ hasText: t.partMissing.text });
    await expect(offer.first()).toBeVisible();
    await expect(page.getByText(t.pageError.title)).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await seePage(page, "part-missing", look);
    // Loaded anew, with the network back, it is all there.
    await page.unrouteAll();
    await offer.first().getByRole("button", { name: t.partMissing.reload }).click();
    await expect(page.getByText(t.practice.plan.title).first()).toBeVisible();
    await expect(offer).toHaveCount(0);
  });
}
