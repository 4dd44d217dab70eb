import { plainPdf } from "#tests/factories/pdf";
import { callApi, startTake, watchErrors } from "./actions";
import { loseFirstAnswer } from "./calls";
import { databaseOf } from "./database";
import { expect, signIn, test } from "./fixtures";
import { TEXTS } from "./languages";
import { linkFromMail } from "./mails";
import { begun, SUPPORT } from "./support-actions";
import { aBoss, aWorkspace, TRADES } from "./trades-actions";

const { practice, support } = TEXTS.en;
const { composer, contact } = support;

const pdf = (name: string) => ({ name, mimeType: "application/pdf", buffer: plainPdf(1) });

test("files that are chosen while a message is being kept stay for the next one", async ({ page, app, account }) => {
  const uid = await begun(app.url, account, "Files", "First");
  await page.goto(`${SUPPORT}?conversation=${uid}`);
  const remove = (name: string) => page.getByRole("button", { name: composer.removeFile.replace("{name}", name) });
  const files = page.locator("input[type=file]");
  await files.setInputFiles([pdf("first.pdf")]);
  await expect(remove("first.pdf")).toBeVisible();
  // A device whose storage is busy keeps a message slowly: a transaction goes on until it is let go.
  await page.evaluate(
    () =>
      new Promise<void>((busy) => {
        const opening = indexedDB.open("parley-support");
        opening.onsuccess = () => {
          const store = opening.result.transaction("outgoing", "readwrite").objectStore("outgoing");
          const goOn = () => {
            if ((window as { letGo?: true }).letGo) return;
            store.count().onsuccess = goOn;
          };
          goOn();
          busy();
        };
      }),
  );
  await page.getByRole("textbox", { name: composer.label, exact: true }).fill("With the first");
  await page.getByRole("button", { name: composer.send, exact: true }).click();
  await files.setInputFiles([pdf("second.pdf")]);
  await expect(remove("second.pdf")).toBeVisible();
  await expect(remove("first.pdf")).toBeVisible();
  await page.evaluate(() => {
    (window as { letGo?: true }).letGo = true;
  });
  await expect(page.getByRole("log").getByText("With the first")).toBeVisible();
  await expect(remove("first.pdf")).toBeHidden();
  await expect(remove("second.pdf")).toBeVisible();
});

test("a guest's question whose answer was lost stands there once, also when it is sent again after a reload", async ({ page, app }) => {
  const email = `guest-again-${Date.now()}@example.com`;
  await page.goto("/contact");
  // What is entered before the page has woken up is sent, but not kept.
  await expect(async () => {
    await page.getByLabel(contact.name, { exact: true }).fill("");
    await page.getByLabel(contact.name, { exact: true }).fill("Gail Guest");
    expect(await page.evaluate(() => localStorage.getItem("parley-draft-contact"))).toContain("Gail Guest");
  }).toPass();
  await page.getByLabel(contact.email, { exact: true }).fill(email);
  await page.getByLabel(contact.message, { exact: true }).fill("Does this arrive once?");
  const asked = await loseFirstAnswer(page, /support\.contact\.save/);
  const send = page.getByRole("button", { name: contact.send, exact: true });
  await send.click();
  await expect(page.getByText(TEXTS.en.common.offlineKept)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(contact.message, { exact: true })).toHaveValue("Does this arrive once?");
  await send.click();
  await expect(page.getByText(contact.sentTitle)).toBeVisible();
  expect(asked()).toBe(2);
  const sql = await databaseOf(app);
  expect(await sql`select id from support_conversations where guest_email = ${email}`).toHaveLength(1);
  await sql.end();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parley-draft-contact")))).toEqual([]);
});

test("what a guest began to write waits for an hour, and is on the device no longer", async ({ page }) => {
  await page.clock.install();
  await page.goto("/contact");
  const name = page.getByLabel(contact.name, { exact: true });
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parley-draft-contact")));
  await expect(async () => {
    await name.fill("");
    await name.fill("Gail Guest");
    expect(await kept()).toHaveLength(1);
  }).toPass();
  await page.clock.fastForward("55:00");
  await page.reload();
  await expect(name).toHaveValue("Gail Guest");
  await page.clock.fastForward("10:00");
  // Whichever page is opened then.
  await page.goto("/auth/login");
  await expect.poll(kept).toEqual([]);
  await page.goto("/contact");
  await expect(page.getByRole("button", { name: contact.send, exact: true })).toBeVisible();
  await expect(name).toHaveValue("");
});

test("what a guest writes on by the mailed link is kept, and stands there once, also when it is sent again after a reload", async ({
  page,
  app,
}) => {
  const email = `guest-on-${Date.now()}@example.com`;
  await callApi(app.url, "", "/api/user/web/contact/us/save", { name: "Gail Guest", email, message: "Is it open?" });
  await page.goto(await linkFromMail(app, email, TEXTS.en.mails.contact_received.subject));
  const log = page.getByRole("log");
  const field = page.getByRole("textbox", { name: composer.label, exact: true });
  await expect(log.getByText("Is it open?")).toBeVisible();
  await field.fill("On Sundays");
  await page.reload();
  await expect(field).toHaveValue("On Sundays");
  const sent = await loseFirstAnswer(page, /support\.contact\.send/);
  await field.press("Enter");
  await expect(page.getByText(TEXTS.en.common.offlineKept)).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue("On Sundays");
  await field.press("Enter");
  await expect(field).toHaveValue("");
  expect(sent()).toBe(2);
  await expect(log.getByText("On Sundays")).toHaveCount(1);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parley-draft-guest")))).toEqual([]);
});

test("a take whose upload broke begins anew where nobody passes on at which byte it goes on", async ({ page, app, account }) => {
  let puts = 0;
  await page.route("**/api/storage/ingest/**", async (route) => {
    const request = route.request();
    if (request.method() !== "PUT") return route.continue();
    puts += 1;
    if (puts === 1) {
      await fetch(request.url(), { method: "PUT", body: Buffer.alloc(1_000) });
      return route.abort();
    }
    // As some proxies do.
    const { range: _, ...headers } = request.headers();
    return route.continue({ headers });
  });
  await startTake(page, app.url, account, "audio", 1_500);
  await page.getByRole("button", { name: practice.recording.stop }).click();
  const again = page.getByRole("button", { name: practice.upload.retry });
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 500 });
    await expect(page.getByText(practice.review.stored, { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  // What broke, what was refused three times, and the whole.
  expect(puts).toBe(5);
});

test("a save whose answer was lost once goes again by itself, is done once, and nobody hears of it", async ({ app, page }) => {
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  await signIn(page.context(), boss);
  await page.goto(`${TRADES}/customers?workspace=${shop}`);
  await page.getByRole("link", { name: TEXTS.en.trades.customers.new }).click();
  await page.getByLabel(TEXTS.en.trades.customers.name, { exact: true }).fill("Kitchens by Lan");
  const errors = await watchErrors(page);
  const asked = await loseFirstAnswer(page, /trades\.customers\.save/);
  await page.getByRole("button", { name: TEXTS.en.common.save }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Kitchens by Lan" })).toBeVisible();
  expect(asked()).toBe(2);
  expect(await errors()).toEqual([]);
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
  const { data } = await callApi(app.url, boss.token, `/api/user/personalization/trades/customer/get?workspaceId=${shop}`);
  expect(data).toHaveLength(1);
});
