import { decodeJwt, SignJWT } from "jose";
import ar from "#messages/ar.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import { ACCESS_TOKEN_KEY, STATE_KEY } from "@/lib/constants";
import { UNATTENDED_HEADER } from "@/lib/intent";
import { holdCalls } from "./calls";
import { expect, newAccount, signIn, speakLanguage, test } from "./fixtures";
import { anInterview } from "./progress-actions";

const token = (exp: number) =>
  new SignJWT({ sid: "0" }).setProtectedHeader({ alg: "HS256" }).setSubject("0").setExpirationTime(exp).sign(new Uint8Array(32));
const seconds = () => Math.floor(Date.now() / 1000);

for (const address of ["/dashboard/learning?tab=tutorials&page=2", "/dashboard/subscription#invoices"]) {
  test(`a logged-out visitor of ${address} logs in and comes back to the same address`, async ({ page, app }) => {
    const account = await newAccount(app.url);
    await page.goto(address);
    const [asked = "", place = ""] = address.split(/(?=#)/);
    await expect(page).toHaveURL(`${app.url}/auth/login?returnTo=${encodeURIComponent(asked)}&error=SessionRequired${place}`);
    await expect(page.getByText(en.auth.problems.sessionRequired)).toBeVisible();
    await page.getByLabel(en.auth.emailOrUsername).fill(account.email);
    await page.getByLabel(en.auth.password, { exact: true }).fill(account.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(app.url + address);
    expect(await page.evaluate((key) => localStorage.getItem(key), ACCESS_TOKEN_KEY)).toMatch(/^ey/);
  });
}

for (const target of [
  "https://evil.example",
  "//evil.example",
  "/dashboard/../auth",
  "/\\evil.example",
  "javascript:alert(1)",
  "/dashboard\\..\\evil",
]) {
  test(`a login never leads to ${target}`, async ({ page, app, account: _ }) => {
    await page.goto(`/auth/login?returnTo=${encodeURIComponent(target)}`);
    await expect(page).toHaveURL(new RegExp(`^${app.url}/dashboard`));
  });
}

test("a logged-in visitor of /auth goes to the dashboard", async ({ page, app, account: _ }) => {
  for (const path of ["/auth", "/auth/login", "/auth/register", "/auth/home"]) {
    await page.goto(path);
    await expect(page).toHaveURL(`${app.url}/dashboard`);
  }
});

test("the site root and /auth/home are shown without an account", async ({ page }) => {
  for (const path of ["/", "/auth/home"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: en.landing.title })).toBeVisible();
  }
});

test("an expired token is dropped with an alert, and the login follows", async ({ page, context, app }) => {
  await signIn(context, { email: "", password: "", token: await token(seconds() - 10) });
  await page.goto("/dashboard");
  await expect(page.getByText("Token expired")).toBeVisible();
  await expect(page).toHaveURL(`${app.url}/auth/login?returnTo=%2Fdashboard`);
  expect(await page.evaluate((key) => localStorage.getItem(key), ACCESS_TOKEN_KEY)).toBeNull();
});

test("a token that runs out while the page is open ends the session then", async ({ page, account: _ }) => {
  await page.clock.install();
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: /Amal/ })).toBeVisible();
  await page.clock.fastForward("12:00:05");
  await expect(page.getByText("Token expired")).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/login/);
  expect(await page.evaluate((key) => localStorage.getItem(key), ACCESS_TOKEN_KEY)).toBeNull();
});

test("a device's clock that was behind at the login and was put right since ends no session early", async ({ page, account: _ }) => {
  await page.clock.install();
  const ahead = () => page.evaluate((key) => localStorage.getItem(key), `${ACCESS_TOKEN_KEY}.ahead`);
  await page.goto("/auth/home");
  await page.evaluate(([key, by]) => localStorage.setItem(key ?? "", by ?? ""), [`${ACCESS_TOKEN_KEY}.ahead`, String(-13 * 3_600_000)]);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: /Amal/ })).toBeVisible();
  await expect.poll(ahead).toBe("0");
  await page.clock.fastForward("06:00:00");
  await page.reload();
  await expect(page.getByRole("heading", { name: /Amal/ })).toBeVisible();
});

test("a page that nobody has touched for minutes says so of what it asks by itself, until somebody does", async ({ page, account: _ }) => {
  /** What the page asks as it comes into sight, where nobody may be. */
  const asks = async () => {
    const asked = page.waitForRequest(/account\.me\b/);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    return (await asked).headers();
  };
  await page.clock.install();
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: /Amal/ })).toBeVisible();
  expect(await asks()).not.toHaveProperty(UNATTENDED_HEADER);
  await page.clock.fastForward("06:00");
  expect(await asks()).toMatchObject({ [UNATTENDED_HEADER]: "1" });
  await page.keyboard.press("Shift");
  expect(await asks()).not.toHaveProperty(UNATTENDED_HEADER);
});

test("a token that the server does not know ends the session in words", async ({ page, context }) => {
  await signIn(context, { email: "", password: "", token: await token(seconds() + 1000) });
  await page.goto("/dashboard");
  await expect(page.getByText(en.session.ended)).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/login/);
});

test("the loader stands while the session is restored", async ({ page, account: _ }) => {
  const answer = await holdCalls(page, "**/api/trpc/**");
  await page.goto("/dashboard");
  await expect(page.getByRole("status").filter({ hasText: en.session.restoring })).toBeVisible();
  answer();
  await expect(page.getByRole("heading", { name: /Amal/ })).toBeVisible();
});

test("other tabs follow a logout and a login at once", async ({ context, app, account }) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const page of [first, second]) {
    await page.goto(`${app.url}/dashboard`);
    await expect(page.getByRole("heading", { name: /Amal/ })).toBeVisible();
  }
  await first.getByRole("button", { name: en.shell.account }).click();
  await first.getByRole("menuitem", { name: en.shell.logOut }).click();
  for (const page of [first, second]) await expect(page).toHaveURL(/\/auth\/login/);
  // The token is worth nothing any more, also for someone who kept it, as soon as the server hears of it: nobody waits for that on their way out.
  const replay = () => fetch(`${app.url}/api/account/my-account`, { headers: { authorization: `Bearer ${account.token}` } });
  await expect.poll(async () => (await replay()).status).toBe(401);

  await first.getByLabel(en.auth.emailOrUsername).fill(account.email);
  await first.getByLabel(en.auth.password, { exact: true }).fill(account.password);
  await first.keyboard.press("Enter");
  for (const page of [first, second]) await expect(page).toHaveURL(/\/dashboard/);
});

for (const wakes of ["looks for itself", "finds its own time over"] as const)
  test(`a tab that slept while somebody else logged in, and ${wakes}, takes over what they have here, writes nothing over it, and shows nothing of the one before`, async ({
    context,
    app,
    account,
  }) => {
    const points = (text: string) => ({ "0190a5f0-0000-7000-8000-000000000000": text });
    const [first, second] = [await context.newPage(), await context.newPage()];
    const kept = () => first.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "null")?.state.promptMe, STATE_KEY);
    /** Has them on the device and in the first tab, which may still write what it had before. */
    const keep = (promptMe: Record<string, string>) =>
      expect(async () => {
        await first.evaluate(
          ([key, mine]) => {
            const before = JSON.parse(localStorage.getItem(key) ?? "null");
            localStorage.setItem(key, JSON.stringify({ ...before, state: { ...before.state, promptMe: mine } }));
          },
          [STATE_KEY, promptMe] as const,
        );
        await first.reload();
        await expect(first.getByRole("heading", { name: /Amal/ })).toBeVisible();
        expect(await kept()).toEqual(promptMe);
      }).toPass();
    // A tab that sleeps is not told what others write.
    await second.addInitScript(() => {
      const asleep = (event: Event) => "asleep" in document.documentElement.dataset && event.stopImmediatePropagation();
      for (const name of ["storage", "pageshow"]) window.addEventListener(name, asleep, true);
      document.addEventListener("visibilitychange", asleep, true);
    });
    // A choice, so that something is kept.
    await first.goto(`${app.url}/dashboard/practice`);
    await first.getByRole("link", { name: /Nursing/ }).click();
    await expect(first.getByRole("heading", { name: /Nursing/, level: 2 })).toBeVisible();
    await first.goto(`${app.url}/dashboard`);
    await keep(points("Of the first"));
    await anInterview(app, account);
    await second.clock.install();
    await second.goto(`${app.url}/dashboard/interviews`);
    await expect(second.getByText(account.email)).toBeVisible();
    const interview = second.getByText("Nile Robotics");
    await expect(interview).toBeVisible();
    // By now it would wait for no answer to show a page.
    await second.clock.fastForward(6_000);
    await second.route("**/api/**", (route) => route.abort());
    await second.evaluate(() => {
      document.documentElement.dataset.asleep = "";
    });

    await first.getByRole("button", { name: en.shell.account }).click();
    const over = first.waitForResponse(/\/api\/user\/logout$/);
    await first.getByRole("menuitem", { name: en.shell.logOut }).click();
    await over;
    const other = await newAccount(app.url);
    await first.getByLabel(en.auth.emailOrUsername).fill(other.email);
    await first.getByLabel(en.auth.password, { exact: true }).fill(other.password);
    await first.keyboard.press("Enter");
    await expect(first).toHaveURL(/\/dashboard/);
    await keep(points("Of the other"));
    const token = () => first.evaluate((key) => localStorage.getItem(key), ACCESS_TOKEN_KEY);
    const theirs = await token();
    expect(theirs).not.toBe(account.token);

    await second.unroute("**/api/**");
    if (wakes === "looks for itself")
      await second.evaluate(() => {
        delete document.documentElement.dataset.asleep;
        document.dispatchEvent(new Event("visibilitychange"));
      });
    else await second.clock.fastForward(Number(decodeJwt(account.token).exp) * 1000 - (await second.evaluate(() => Date.now())));
    await expect(second.getByText(other.email)).toBeVisible();
    await expect(interview).toHaveCount(0);
    expect(await kept()).toEqual(points("Of the other"));
    expect(await token()).toBe(theirs);
  });

test("the six state slices are kept under one key, follow in other tabs, and start anew after logout", async ({
  context,
  app,
  account,
}) => {
  const page = await context.newPage();
  const kept = () => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "null")?.state, STATE_KEY);
  await page.goto(`${app.url}/dashboard/practice`);
  await page.getByRole("link", { name: /Nursing/ }).click();
  await expect(page.getByRole("heading", { name: /Nursing/, level: 2 })).toBeVisible();
  await expect
    .poll(async () => Object.keys((await kept()) ?? {}).sort())
    .toEqual(["auth", "communityHub", "peerReview", "promptMe", "record", "shared"]);
  const state = await kept();
  expect(state.record).toEqual({ audioRecord: true, readingTime: 1, timeToAnswer: 1 });
  expect(state.shared.selectedCategoryId).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.stringify(state)).not.toContain(account.token);

  // A new visit begins where the last one was.
  const later = await context.newPage();
  await later.goto(`${app.url}/dashboard/practice`);
  await expect(later.getByRole("heading", { name: /Nursing/, level: 2 })).toBeVisible();

  // Loading a page writes nothing over what was kept, also where no other tab has it.
  await page.close();
  await later.reload();
  await expect(later.getByRole("heading", { name: /Nursing/, level: 2 })).toBeVisible();
  expect(await later.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "null")?.state.shared, STATE_KEY)).toEqual(state.shared);

  await later.getByRole("button", { name: en.shell.account }).click();
  await later.getByRole("menuitem", { name: en.shell.logOut }).click();
  await expect(later).toHaveURL(/\/auth\/login/);
  await expect
    .poll(async () => later.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "null")?.state.shared, STATE_KEY))
    .toEqual({ selectedCategoryId: null });
});

test("what was being typed as a session ran out is there for whoever logs in again, and for nobody else", async ({
  page,
  app,
  account,
}) => {
  const form = "/dashboard/interviews/entry";
  const company = page.getByLabel(en.practice.interviews.company);
  const logIn = async ({ email, password }: { email: string; password: string }) => {
    await page.getByLabel(en.auth.emailOrUsername).fill(email);
    await page.getByLabel(en.auth.password, { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(app.url + form);
  };
  const runOut = async () => {
    const over = await token(seconds() - 10);
    await page.evaluate(([key, value]) => localStorage.setItem(key as string, value as string), [ACCESS_TOKEN_KEY, over]);
    await page.reload();
    await expect(page).toHaveURL(/\/auth\/login/);
  };
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parley-draft")));
  await page.goto(form);
  await company.fill("Nile Robotics");
  await expect.poll(drafts).toContain("parley-draft-interview.new");
  // Key points stand on the device alone.
  const points = { "0190a5f0-0000-7000-8000-000000000000": "Situation, task, action" };
  const keyPoints = () => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "null")?.state.promptMe, STATE_KEY);
  await page.evaluate(
    ([key, promptMe]) => {
      const kept = JSON.parse(localStorage.getItem(key) ?? "null");
      localStorage.setItem(key, JSON.stringify({ ...kept, state: { ...kept.state, promptMe } }));
    },
    [STATE_KEY, points] as const,
  );
  await runOut();
  expect(await keyPoints()).toEqual({});
  await logIn(account);
  await expect(company).toHaveValue("Nile Robotics");
  await expect.poll(keyPoints).toEqual(points);

  await runOut();
  await logIn(await newAccount(app.url));
  await expect(company).toHaveValue("");
  expect(await keyPoints()).toEqual({});

  // Who logs out leaves nothing.
  await company.fill("Delta Foods");
  await expect.poll(drafts).toContain("parley-draft-interview.new");
  await page.getByRole("button", { name: en.shell.account }).click();
  await page.getByRole("menuitem", { name: en.shell.logOut }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  expect(await drafts()).toEqual([]);
});

test("what was typed into the registration form survives a reload, the password does not", async ({ page }) => {
  await page.goto("/auth/register");
  await page.getByLabel(en.auth.firstName).fill("Nour");
  await page.getByLabel(en.auth.email, { exact: true }).fill("nour@example.com");
  await page.getByLabel(en.auth.password, { exact: true }).fill("correct horse battery");
  await page.reload();
  await expect(page.getByLabel(en.auth.firstName)).toHaveValue("Nour");
  await expect(page.getByLabel(en.auth.email, { exact: true })).toHaveValue("nour@example.com");
  await expect(page.getByLabel(en.auth.password, { exact: true })).toHaveValue("");
});

test("what is typed into the registration form of one tab changes nothing in that of another", async ({ context, page, app }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto(`${app.url}/auth/register`);
  await page.getByLabel(en.auth.firstName).fill("Nour");
  await page.getByLabel(en.auth.password, { exact: true }).fill("correct horse battery");
  // Whoever listens last hears it when the page has followed.
  const heard = await page.evaluateHandle(() => ({
    once: new Promise((resolve) => window.addEventListener("storage", () => setTimeout(resolve), { once: true })),
  }));
  await other.getByLabel(en.auth.firstName).fill("Amal");
  await heard.evaluate(({ once }) => once);
  await expect(page.getByLabel(en.auth.firstName)).toHaveValue("Nour");
  await expect(page.getByLabel(en.auth.password, { exact: true })).toHaveValue("correct horse battery");
});

test("errors stand beside their fields, in the reader's language, and focus goes to the first", async ({ page, context, app }) => {
  await speakLanguage(context, app.url, "ar");
  await page.goto("/auth/register");
  await page.getByRole("button", { name: ar.auth.register.submit }).click();
  await expect(page.getByLabel(ar.auth.firstName)).toBeFocused();
  await expect(page.getByText(ar.validation.required).first()).toBeVisible();
  await page.getByLabel(ar.auth.email, { exact: true }).fill("no address");
  await page.getByLabel(ar.auth.password, { exact: true }).fill("password123");
  await page.getByRole("button", { name: ar.auth.register.submit }).click();
  await expect(page.getByText(ar.validation.email)).toBeVisible();
  await expect(page.getByText(ar.validation.passwordCommon)).toBeVisible();

  // The server's own objection lands at its field too.
  const taken = await newAccount(app.url);
  await page.getByLabel(ar.auth.firstName).fill("نور");
  await page.getByLabel(ar.auth.lastName).fill("علي");
  await page.getByLabel(ar.auth.email, { exact: true }).fill(taken.email);
  await page.getByLabel(ar.auth.password, { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: ar.auth.register.submit }).click();
  await expect(page.getByText(ar.validation.emailTaken)).toBeVisible();
  await expect(page.getByLabel(ar.auth.email, { exact: true })).toBeFocused();
});
