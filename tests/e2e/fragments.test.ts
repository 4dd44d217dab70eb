import type { BrowserContext, Page } from "@playwright/test";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { type Account, expect, newAccount, test } from "./fixtures";
import { TEXTS } from "./languages";
import { linkFromMail } from "./mails";

const { en } = TEXTS;

/**
 * Notes from now on what a browser asks its server for.
 * @returns what of that holds `secret`: an address, what is told with it, and what is kept to be told with everything. The app's own calls
 * tell theirs to what they are about, in their body alone.
 */
function watch(context: BrowserContext, secret: RegExp): () => Promise<string[]> {
  const asked: string[] = [];
  context.on("request", (request) => {
    const body = request.url().includes("/api/trpc/") ? "" : (request.postData() ?? "");
    asked.push([request.method(), request.url(), ...Object.values(request.headers()), body].join(" "));
  });
  return async () => {
    // Else nothing was watched.
    expect(asked.length).toBeGreaterThan(0);
    const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`);
    return [...asked, ...cookies].filter((one) => secret.test(one));
  };
}

/** A page that has stood for a moment ends whatever a third party may have left behind. */
const ending = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith("/api/auth/signout"));

async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.getByLabel(en.auth.emailOrUsername).fill(email);
  await page.getByLabel(en.auth.password, { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

test("a place on a page that needs a login is in nothing that the server is told, and is there after the login", async ({
  page,
  app,
  context,
}) => {
  const account = await newAccount(app.url);
  // The page's own calls name invoices, too.
  const told = watch(context, /(#|%(25)*23)invoices/);
  const ended = ending(page);
  await page.goto("/dashboard/subscription#invoices");
  await expect(page.getByText(en.auth.problems.sessionRequired)).toBeVisible();
  await ended;
  await page.reload();
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page.getByLabel(en.auth.firstName)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await logIn(page, account);
  await expect(page).toHaveURL(`${app.url}/dashboard/subscription#invoices`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await told()).toEqual([]);
});

const FAKE = "Q".repeat(43);
for (const path of ["/reset-password", "/verify-email", "/invitation", "/quote", "/shared", "/contact/conversation"]) {
  test(`the secret of a link to ${path} is told with nothing but the call that it is for`, async ({ page, context }) => {
    const told = watch(context, new RegExp(FAKE));
    const ended = ending(page);
    await page.goto(`${path}#${FAKE}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await ended;
    expect(await told()).toEqual([]);
  });
}

/** The links with a secret that count only for somebody who is signed in. */
const NEED_A_LOGIN = {
  "/invitation": { link: async () => `/invitation#${FAKE}`, press: en.trades.invitation.login, heading: en.trades.invitation.invalidTitle },
  "/verify-email": {
    link: (app: RunningApp, { email }: Account) => linkFromMail(app, email, en.mails.verify_email.subject),
    press: en.auth.verify.loginTitle,
    heading: en.auth.verify.doneTitle,
  },
};
for (const [path, { link, press, heading }] of Object.entries(NEED_A_LOGIN)) {
  test(`the secret of a link to ${path} goes through no login: it waits on the device`, async ({ page, app, context }) => {
    const account = await newAccount(app.url);
    const address = await link(app, account);
    const secret = address.slice(address.indexOf("#") + 1);
    const told = watch(context, new RegExp(secret));
    const ended = ending(page);
    await page.goto(address);
    await ended;
    await page.getByRole("main").getByRole("link", { name: press, exact: true }).click();
    await expect(page).toHaveURL(/\/auth\/login/);
    expect(page.url()).not.toContain(secret);
    await page.reload();
    await logIn(page, account);
    await expect(page.getByRole("heading", { level: 1, name: heading.replace("{email}", account.email) })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}#${secret}$`));
    expect(await told()).toEqual([]);
  });
}

test("a guest's second link that is opened in the same tab shows its own conversation", async ({ page, app }) => {
  const linkOf = async (email: string, message: string) => {
    await callApi(app.url, "", "/api/user/web/contact/us/save", { name: "Amal", email, message });
    return linkFromMail(app, email, en.mails.contact_received.subject);
  };
  const [one, two] = [
    await linkOf(`one-${Date.now()}@example.com`, "About one."),
    await linkOf(`two-${Date.now()}@example.com`, "About two."),
  ];
  const log = page.getByRole("log");
  for (const [link, words, others] of [
    [one, "About one.", "About two."],
    [two, "About two.", "About one."],
    [one, "About one.", "About two."],
  ] as const) {
    await page.goto(link);
    await expect(log.getByText(words)).toBeVisible();
    await expect(log.getByText(others)).toHaveCount(0);
  }
});
