import en from "#messages/en.json" with { type: "json" };
import { callApi, openSession, P, startTake, storedAnswer } from "./actions";
import { detailPath } from "./delivery-actions";
import { expect, newAccount, test } from "./fixtures";

const p = en.practice;

test("the screen stays on while a question is read and answered", async ({ page, context, app, account }) => {
  await context.addInitScript(() => {
    const held = new Set<object>();
    Object.assign(window, { held });
    const request = async () => {
      const sentinel = { release: async () => void held.delete(sentinel) };
      held.add(sentinel);
      return sentinel;
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
  });
  await openSession(page, app.url, account);
  const held = () => page.evaluate(() => (window as unknown as { held: Set<object> }).held.size);
  await page.getByRole("radio", { name: p.check.audio }).click();
  await expect(page.getByText(p.check.heard)).toBeVisible();
  await page.getByRole("button", { name: p.check.continue }).click();
  expect(await held()).toBe(0);
  await page.keyboard.press("Space");
  await expect.poll(held).toBe(1);
  await page.keyboard.press("Space");
  await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible();
  await expect.poll(held).toBeGreaterThan(0);
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  await expect.poll(held).toBe(0);
});

test("simulation is strict: time ends the take, and there is no retake", async ({ page, app, account }) => {
  await openSession(page, app.url, account);
  await page.getByRole("button", { name: p.check.continue }).click();
  await page.getByRole("radiogroup", { name: p.setup.answerTime }).getByRole("radio").first().click();
  await page.getByRole("radio", { name: p.setup.mode.simulation }).click();
  await page.getByRole("button", { name: p.setup.skipReading }).click();
  await expect(page.getByRole("heading", { name: p.review.title, exact: true })).toBeVisible({ timeout: 45_000 });
  await expect(page.getByRole("button", { name: p.review.retake })).toBeHidden();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
  expect(data[0].mode).toBe("simulation");
});

test("a recording that nobody ends ends by itself, and is kept, and says so to whoever comes back", async ({ page, app, account }) => {
  await page.clock.install();
  await startTake(page, app.url, account, "audio", 2_000);
  await page.clock.fastForward("02:00:01");
  await expect(page.getByRole("heading", { name: p.review.title, exact: true })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: p.session.cutShort.tooLong })).toBeVisible();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
});

test("reading ends by itself and the answer begins; the keyboard does it all", async ({ page, app, account }) => {
  await openSession(page, app.url, account);
  await page.getByRole("button", { name: p.check.continue }).click();
  await page.getByRole("radiogroup", { name: p.setup.readingTime }).getByRole("radio").first().click();
  await page.getByRole("heading", { name: p.setup.title }).click();
  await page.keyboard.press("Space");
  await expect(page.getByText(p.reading.title)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: p.setup.title })).toBeVisible();
  await page.keyboard.press("Space");
  await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible({ timeout: 45_000 });
  await page.waitForTimeout(1_500);
  await page.keyboard.press("Space");
  await expect(page.getByRole("heading", { name: p.review.title, exact: true })).toBeVisible();
  await page.keyboard.press("KeyR");
  await expect(page.getByRole("heading", { name: p.setup.title })).toBeVisible();
});

test("a rating that was not saved is still there after a reload", async ({ page, app, account }) => {
  await startTake(page, app.url, account, "audio", 1_500);
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  await page.getByLabel(p.rating.comments).fill("Slower at the start.");
  await page.getByRole("radiogroup", { name: p.rating.scale.clarity }).getByRole("radio").nth(2).click();
  await page.getByRole("button", { name: p.rating.save }).click();
  await expect(page.getByText(p.rating.missing).first()).toBeVisible();
  const { data } = await callApi(app.url, account.token, `${P}/answer/get`);
  await page.goto(`/dashboard/answers/detail?answer=${data[0].uid}`);
  await expect(page.getByLabel(p.rating.comments)).toHaveValue("Slower at the start.");
});

test("a recording that did not load can be loaded again, and one that this browser cannot play says what to do instead", async ({
  page,
  app,
  account,
}) => {
  const uid = await storedAnswer(page, app.url, account);
  const { data } = await callApi(app.url, account.token, `${P}/answer/detail/get`, { uid });
  const { pathname } = new URL(data.media.link);
  await page.route(
    (url) => url.pathname === pathname,
    (route) => route.fulfill({ status: 404 }),
  );
  await page.goto(detailPath(uid));
  const again = page.getByRole("button", { name: p.player.again });
  await expect(page.getByText(p.player.failed)).toBeVisible();
  await expect(again).toBeVisible();
  // So an iPhone with iOS 16 answers of WebM.
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.canPlayType = () => "";
  });
  await page.reload();
  await expect(page.getByText(p.player.unplayable)).toBeVisible();
  // It may be the address all the same.
  await expect(again).toBeVisible();
});

test("an answer that does not play from the device plays from the server, which has it", async ({ page, app, account }) => {
  await startTake(page, app.url, account, "audio", 2_000);
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  const player = page.locator("audio");
  await player.evaluate((audio: HTMLAudioElement) => {
    audio.src = URL.createObjectURL(new Blob(["nothing that plays"]));
  });
  await expect(player).not.toHaveAttribute("src", /^blob:/);
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(1);
  await expect(page.getByText(p.player.failed)).toBeHidden();
});

test("notes that another device saved meanwhile stay where only the difficulty is said here, and beside what was typed here before", async ({
  page,
  app,
  account,
}) => {
  const uid = await storedAnswer(page, app.url, account);
  await page.goto(detailPath(uid));
  const comments = page.getByLabel(p.rating.comments);
  await expect(comments).toHaveValue("Name the result earlier.");
  const save = (part: object) => callApi(app.url, account.token, `${P}/answer/save`, { uid, ...part });
  const { data: before } = await callApi(app.url, account.token, `${P}/answer/detail/get`, { uid });
  await save({ question_id: before.question_id, comments: "Written on the phone." });
  await page.getByRole("radiogroup", { name: p.rating.difficulty }).getByRole("radio").nth(1).click();
  await page.getByRole("button", { name: p.rating.save }).click();
  await expect(comments).toHaveValue("Written on the phone.");
  // The notes may have come before what is saved here has arrived.
  const stored = async () => (await callApi(app.url, account.token, `${P}/answer/detail/get`, { uid })).data;
  await expect.poll(async () => (await stored()).question_difficulty).not.toBeNull();
  expect(await stored()).toMatchObject({ comments: "Written on the phone.", rate_your_self: before.rate_your_self });

  await comments.fill("Typed here, and not saved.");
  await save({ question_id: before.question_id, comments: "Written on the phone later." });
  await page.reload();
  await expect(comments).toHaveValue("Typed here, and not saved.\n\nWritten on the phone later.");
  await page.getByRole("button", { name: p.rating.save }).click();
  await expect.poll(async () => (await stored()).comments).toBe("Typed here, and not saved.\n\nWritten on the phone later.");
});

test("starting over is asked for twice, and keeps nothing of the take", async ({ page, app, account }) => {
  await startTake(page, app.url, account, "audio", 1_500);
  // One tap beside the button that keeps it throws nothing away: the recording goes on.
  const ask = page.getByRole("button", { name: p.recording.startOver });
  await ask.click();
  await page.getByRole("dialog").getByRole("button", { name: p.recording.goOn }).click();
  await expect(page.getByRole("button", { name: p.recording.stop })).toBeVisible();
  await ask.click();
  await page.getByRole("dialog").getByRole("button", { name: p.recording.startOver }).click();
  await expect(page.getByRole("heading", { name: p.setup.title })).toBeVisible();
  await page.goto("/dashboard/answers");
  await expect(page.getByRole("heading", { name: p.answers.empty })).toBeVisible();
  await expect(page.getByRole("heading", { name: p.device.title })).toBeHidden();
});

test("neither a step back nor a link ends an answer: whoever leaves stops it first", async ({ page, app, account }) => {
  await startTake(page, app.url, account, "audio", 1_000);
  const { pathname } = new URL(page.url());
  const dialog = page.getByRole("dialog");
  await page.goBack();
  await expect(dialog.getByText(p.recording.leaveTitle)).toBeVisible();
  await dialog.getByRole("button", { name: p.recording.goOn }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible();

  await page.getByRole("link", { name: en.shell.places.answers }).click();
  await dialog.getByRole("button", { name: p.recording.stop }).click();
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(pathname);
  // What it was about is over: the same link leads away.
  await page.getByRole("link", { name: en.shell.places.answers }).click();
  await expect(page).toHaveURL(/\/dashboard\/answers$/);
  await expect(dialog).toHaveCount(0);
});

test("once an answer is recorded one step back leads away, and the answer is kept", async ({ page, app, account, context }) => {
  await page.goto(`${app.url}/dashboard`);
  await page.getByRole("link", { name: p.home.start }).click();
  await page.getByRole("radio", { name: p.check.audio }).click();
  await expect(page.getByText(p.check.heard)).toBeVisible();
  await page.getByRole("button", { name: p.check.continue }).click();
  await page.getByRole("button", { name: p.setup.skipReading }).click();
  await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible();
  // A step back that was not meant leaves nothing behind either.
  await page.goBack();
  await page.getByRole("dialog").getByRole("button", { name: p.recording.goOn }).click();
  await page.waitForTimeout(1_000);
  await context.setOffline(true);
  await page.getByRole("button", { name: p.recording.stop }).click();
  // What its maker says of it stays where the page is, whatever becomes of the network.
  await expect(page.getByRole("radiogroup").first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(p.review.stored, { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("link", { name: p.home.rateAction })).toBeVisible();
  expect((await callApi(app.url, account.token, `${P}/answer/get`)).data).toHaveLength(1);
});

test("no session's end cuts off an answer: a logout in another tab waits for it, and the take is kept", async ({
  context,
  app,
  account,
}) => {
  const page = await context.newPage();
  await startTake(page, app.url, account, "audio", 1_500);
  const other = await context.newPage();
  await other.goto(`${app.url}/dashboard`);
  await other.getByRole("button", { name: en.shell.account }).click();
  await other.getByRole("menuitem", { name: en.shell.logOut }).click();
  await expect(other).toHaveURL(/\/auth\/login/);
  await page.bringToFront();
  await page.waitForTimeout(1_000);
  await expect(page.getByText(p.recording.title, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: p.recording.stop }).click();
  await expect(page).toHaveURL(/\/auth\/login/);

  // Somebody else logs in on this browser: the take is neither shown to them nor sent as theirs.
  const stranger = await newAccount(app.url);
  await other.getByLabel(en.auth.emailOrUsername).fill(stranger.email);
  await other.getByLabel(en.auth.password, { exact: true }).fill(stranger.password);
  await other.keyboard.press("Enter");
  await expect(other.getByRole("heading", { name: /Amal/ })).toBeVisible();
  await other.goto(`${app.url}/dashboard/answers`);
  await expect(other.getByRole("heading", { name: p.answers.empty })).toBeVisible();
  await expect(other.getByRole("heading", { name: p.device.title })).toBeHidden();
  await other.getByRole("button", { name: en.shell.account }).click();
  await other.getByRole("menuitem", { name: en.shell.logOut }).click();

  // Its maker comes back, and it is sent.
  await other.getByLabel(en.auth.emailOrUsername).fill(account.email);
  await other.getByLabel(en.auth.password, { exact: true }).fill(account.password);
  await other.keyboard.press("Enter");
  await expect(other).toHaveURL(/\/dashboard$/);
  await other.goto(`${app.url}/dashboard/answers`);
  await expect(other.locator("main ul li a")).toHaveCount(1);
  await expect(other.getByRole("heading", { name: p.device.title })).toBeHidden();
});

test("on a phone the question, the clock and the stop button are in sight while recording video", async ({ page, app, account, look }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await startTake(page, app.url, account, "video", 500);
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  await expect(page.getByRole("timer")).toBeInViewport();
  await expect(page.getByRole("button", { name: p.recording.stop })).toBeInViewport({ ratio: 1 });
  await look("session-recording-phone");
});
