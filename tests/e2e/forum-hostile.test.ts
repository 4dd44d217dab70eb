import type { Page } from "@playwright/test";
import type { RunningApp } from "./app";
import { databaseOf } from "./database";
import { expect, signIn, test } from "./fixtures";
import { aMember, aRoom, FORUMS, firstMessage, PREVIEW, says } from "./forum-actions";
import { HOSTILE } from "./hostile-texts";

/** Messages of one topic: as many as are read at once. */
const AT_ONCE = 20;

interface Watch {
  /** What should not have happened. */
  seen: string[];
}

/** Sees whether a script runs, a dialog opens, the policy is asked, or another host is. */
async function watched(page: Page, app: RunningApp): Promise<Watch> {
  const watch: Watch = { seen: [] };
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      // Forms ask once whether they may make functions of text, and do without.
      if (blockedURI !== "eval") console.error(`policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  page.on("dialog", (dialog) => {
    watch.seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => watch.seen.push(`popup: ${popup.url()}`));
  page.on("pageerror", (error) => watch.seen.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (/policy/i.test(message.text()) && !/unsafe-eval/.test(message.text())) watch.seen.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (/^https?:/.test(url) && !url.startsWith(app.url)) watch.seen.push(`request: ${url}`);
  });
  return watch;
}

/** What of the page is no text of ours: nothing of it should be there. */
const foreign = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll("main *, [role=dialog] *")) {
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name)) found.push(`${element.tagName} ${name}`);
        if (["href", "src", "action", "formaction", "srcset", "xlink:href", "data"].includes(name)) {
          const { protocol, origin, username } = new URL(value, location.href);
          const own = origin === location.origin && element.getAttribute("rel") !== "nofollow noopener ugc";
          const web = ["http:", "https:", "mailto:"].includes(protocol) && username === "" && element.tagName === "A";
          if (!own && !web && !(element.tagName === "IMG" && origin === location.origin)) found.push(`${element.tagName} ${name}=${value}`);
          if (web && !own && (element.getAttribute("target") !== "_blank" || !element.getAttribute("rel")?.includes("noopener")))
            found.push(`${element.tagName} ${value} without rel`);
        }
      }
      if (/^(SCRIPT|STYLE|IFRAME|OBJECT|EMBED|LINK|META|BASE|FORM|MATH|VIDEO|AUDIO|MARQUEE|TEMPLATE)$/.test(element.tagName)) {
        // Where messages are written and searched is ours.
        if (element.tagName !== "FORM" || element.hasAttribute("action")) found.push(element.tagName);
      }
      if (element.id === "main" || element.id === "__next") found.push(`#${element.id}`);
    }
    return found;
  });

const clean = async (page: Page, watch: Watch, where: string) => {
  expect.soft(await page.evaluate(() => "__ran" in window), `${where}: a script ran`).toBe(false);
  expect.soft(watch.seen, where).toEqual([]);
  expect.soft(await foreign(page), where).toEqual([]);
};

test("nothing that is written in a message runs, wherever it shows", async ({ page, app, context, browser }) => {
  test.setTimeout(300_000);
  const room = await aRoom(app, "Hostile");
  const ada = await aMember(app, "Ada L.");
  const sql = await databaseOf(app);
  const [author] = await sql`select user_id from forum_members where handle = ${ada.handle}`;
  // As it would stand there, however it had come past what the API looks at; what it is found by, too.
  const topics: string[] = [];
  for (let at = 0; at < HOSTILE.length; at += AT_ONCE) {
    const part = HOSTILE.slice(at, at + AT_ONCE);
    const [topic] = await sql`
      insert into forum_topics (id, profession_id, author_id, title, locale, last_seq, post_count, poster_ids, poster_count)
      values (gen_random_uuid(), ${room.uid}, ${author?.user_id}, ${part[0]?.[1].slice(0, 140) ?? ""}, 'en', ${part.length}, ${part.length},
        array[${author?.user_id}]::uuid[], 1) returning id`;
    topics.push(topic?.id);
    for (const [place, [, text]] of part.entries())
      await sql`
        insert into forum_posts (id, topic_id, seq, profession_id, author_id, text, fingerprint, search)
        values (gen_random_uuid(), ${topic?.id}, ${place + 1}, ${room.uid}, ${author?.user_id}, ${text.replaceAll("\u0000", "")}, ${at + place},
          array_to_tsvector(array['hostile']))`;
  }
  await sql.end();

  await signIn(context, ada);
  const watch = await watched(page, app);
  for (const topic of topics) {
    await page.goto(`${FORUMS}?topic=${topic}`);
    await expect(page.getByRole("article").first()).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await clean(page, watch, `topic ${topics.indexOf(topic)}`);
  }
  await page.goto(`${FORUMS}?profession=${room.slug}`);
  await expect(page.locator("main h3").first()).toBeVisible();
  await clean(page, watch, "list");
  await page.goto(`${FORUMS}?profession=${room.slug}&search=hostile`);
  await expect(page.locator("main h3").first()).toBeVisible();
  await clean(page, watch, "search");

  // Answered, it comes as a notification, with its title and with what was said.
  const bo = await aMember(app, "Bo Chen");
  for (const [at, topic] of topics.slice(0, 3).entries())
    await says(app.url, bo, topic, `${at} ${HOSTILE[at]?.[1]}`, await firstMessage(app.url, ada, topic));
  await page.goto("/dashboard/notifications");
  await expect(page.getByRole("main").getByText("Bo Chen").first()).toBeVisible();
  await clean(page, watch, "notifications");

  // All of it at once, as it is written.
  await page.goto(`${FORUMS}?topic=${topics[0]}`);
  const field = page.getByRole("textbox").last();
  for (let at = 0; at < HOSTILE.length; at += 40) {
    await field.fill(
      HOSTILE.slice(at, at + 40)
        .map(([, text]) => text)
        .join("\n\n")
        .slice(0, 19_000),
    );
    await page.locator("button[aria-pressed]").last().click();
    await clean(page, watch, `preview ${at}`);
    await page.locator("button[aria-pressed]").last().click();
  }
  await field.fill("");

  const visitor = await browser.newContext({ baseURL: app.url });
  const outside = await visitor.newPage();
  const looked = await watched(outside, app);
  for (const topic of topics) {
    await outside.goto(`${PREVIEW}?topic=${topic}`);
    await expect(outside.getByRole("article").first()).toBeVisible();
    await clean(outside, looked, `visitor ${topics.indexOf(topic)}`);
  }
  await visitor.close();
});
