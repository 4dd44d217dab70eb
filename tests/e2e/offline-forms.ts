import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { REPLAYED_HEADER } from "@/lib/intent";
import { localeDirection } from "@/lib/locales";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { type Account, overflows, TAKES_PICTURES, test, WIDE } from "./fixtures";
import { TEXTS } from "./languages";
import { contextAs, type Look, settled } from "./looks";

/** How the forms are seen, where nothing else is said. */
const AT_A_DESK: Look = { locale: "en", mode: "light", width: 1440 };

/** What is pressed: a button, an entry of a menu or a choice by its whole name, or what is harder to find. */
export type Press = string | RegExp | ((page: Page) => Locator);
/** A field by its whole label, and what is written into it or chosen there. */
export type Typed = readonly [label: string | RegExp | ((page: Page) => Locator), value: string];

/** A form that writes. */
export interface WritingForm {
  /** What it calls when it is sent, as the API names its procedures. */
  calls: string;
  /** The code that calls it, as its file below src/features is named, where several do: each of them is a form of its own. */
  by?: string;
  /** Whose form it is. */
  who?: string;
  path: string;
  /** What is pressed until it is there. */
  open?: readonly Press[];
  fields?: readonly Typed[];
  /** What else has to be done before it can be sent. */
  first?: (page: Page) => Promise<void>;
  send: Press;
  /**
   * What the API says of it, as a path with its query, or with a body to post; or what is looked up otherwise. It changes when the form is
   * taken, and not once more.
   */
  at: string | readonly [path: string, body: object] | (() => Promise<unknown>);
  /** Whose eyes see that, where it is not the form's own owner. */
  seenBy?: string;
  /** Where a refusal is told otherwise than in the general words. */
  told?: string | RegExp;
  /** What the same call hears when it comes again, where the page makes that good by another one. */
  again?: 409;
  /** A second try is rightly done once more: it opens another session, or makes other codes. */
  anew?: true;
  /** What is to be seen in the end, where that is not the page as it was. */
  ends?: (page: Page) => Promise<void>;
  /** The page hears that it was done, though the answer was lost, and has nothing left to press. */
  showsItself?: true;
}

/** Who is there, and the forms that are walked through as them. */
export interface Prepared<Form = WritingForm> {
  people: Record<string, Account>;
  forms: Form[];
}

const within = async (page: Page) =>
  (await page.getByRole("dialog").count()) > 0 ? page.getByRole("dialog").last() : page.locator("body");

export async function find(page: Page, what: Press): Promise<Locator> {
  if (typeof what === "function") return what(page);
  const scope = await within(page);
  const name = { name: what, exact: true } as const;
  const inside = scope.getByRole("button", name).or(scope.getByRole("radio", name)).or(scope.getByRole("tab", name));
  return inside
    .or(page.getByRole("menuitem", name))
    .or(page.getByRole("menuitemcheckbox", name))
    .or(scope.getByRole("switch", name))
    .filter({ visible: true })
    .first();
}

async function field(page: Page, label: Typed[0]): Promise<Locator> {
  if (typeof label === "function") return label(page);
  return (await within(page)).getByLabel(label, { exact: true }).filter({ visible: true }).first();
}

export async function write(page: Page, [label, value]: Typed): Promise<void> {
  const control = await field(page, label);
  // What never comes is this form's failure, and not the end of the whole walk.
  await expect(control, String(label)).toBeVisible();
  const kind = await control.evaluate((element) => (element instanceof HTMLSelectElement ? "select" : "text"));
  if (kind === "text") return control.fill(value);
  const known = await control.locator(`option[value="${value}"]`).count();
  await control.selectOption(known > 0 ? value : { label: value });
}

/** Says that there is no connection, in words, and leaves everything as it was: the button can be pressed again. */
async function toldAndKept(page: Page, form: WritingForm, { locale, width }: Look): Promise<void> {
  const { offline, offlineKept } = TEXTS[locale].common;
  // Two ways of saying it: the second where what was typed is kept on the device.
  const words = form.told ? [form.told] : [offline, offlineKept];
  const told = words.map((text) => page.getByText(text)).reduce((one, other) => one.or(other));
  await expect(told.filter({ visible: true }).first(), "it says that there is no connection").toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("dir", localeDirection(locale));
  await expect.poll(() => overflows(page), "with the word in it the page is wider than the screen").toBe(false);
  // Where a form is longer than the screen, what is said of it comes into sight.
  if (width === 360) await expect(told.filter({ visible: true }).first()).toBeInViewport({ ratio: 1 });
  if (TAKES_PICTURES) await page.screenshot({ path: `test-results/pages/offline-${form.calls}-${locale}-${width}.png` });
  const button = await find(page, form.send);
  await expect(button, "it can be pressed again").toBeEnabled();
  await expect(button, "nothing turns without end").not.toHaveAttribute("aria-busy");
  for (const [label, value] of form.fields ?? []) {
    const control = await field(page, label);
    const kept = await control.evaluate((element) =>
      element instanceof HTMLSelectElement ? [element.value, element.selectedOptions[0]?.label] : [(element as HTMLInputElement).value],
    );
    expect(kept.join("|").replaceAll(/[\s,.٬]/g, ""), `what was written stays: ${String(label)}`).toContain(
      value.replaceAll(/[\s,.]/g, ""),
    );
  }
  // A word that stood there is not taken for the next one.
  await page.mouse.move(0, 0);
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0, { timeout: 20_000 });
}

/** That it had been done, up to where the time stands. */
const repeatedBefore = ({ locale }: Look): string => TEXTS[locale].session.repeated.split(/\u2068?\{time\}/)[0]?.trim() ?? "";

/** What the API says of it now, or whatever else is looked up. */
export async function standing(
  app: RunningApp,
  eyes: Account | undefined,
  { calls, at }: Pick<WritingForm, "calls" | "at">,
): Promise<string> {
  const look = async () => {
    if (typeof at === "function") return at();
    if (!eyes) throw new Error(`nobody looks at ${calls}`);
    const [path, body] = typeof at === "string" ? [at] : at;
    return callApi(app.url, eyes.token, path, body);
  };
  // Which version it is, when that began, and how far the open page has told that it was read, is of no matter: what stands in it is.
  return JSON.stringify(await look(), (key, value) => (/^(version|updated_?at|readSeq)$/i.test(key) ? undefined : value));
}

/**
 * Sends a form without a network, then with one that loses the answer, and then once more: each time but the last the person is told and
 * loses nothing, and at the end it was taken once.
 */
export async function sendThrice(page: Page, app: RunningApp, eyes: Account | undefined, form: WritingForm, as = AT_A_DESK): Promise<void> {
  const context = page.context();
  const state = () => standing(app, eyes, form);
  const send = async () => (await find(page, form.send)).click();
  await page.goto(app.url + form.path);
  await settled(page);
  for (const what of form.open ?? []) await (await find(page, what)).click();
  for (const one of form.fields ?? []) await write(page, one);
  await form.first?.(page);
  const before = await state();

  await context.setOffline(true);
  await send();
  await toldAndKept(page, form, as);
  expect(await state(), "nothing has arrived").toBe(before);

  await context.setOffline(false);
  const address = new RegExp(`/api/trpc/${form.calls.replaceAll(".", "\\.")}(\\?|$)`);
  let lost = 0;
  // What somebody does who is signed in goes a second time by itself.
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    expect(answer.status(), await answer.text()).toBe(lost === 0 ? 200 : (form.again ?? 200));
    lost += 1;
    // A page that shows by itself that it is done may have been left since.
    await route.abort().catch(() => {});
  });
  await send();
  await expect.poll(() => lost).toBeGreaterThan(0);
  const taken = await state();
  expect(taken, "it was taken, though nobody heard so").not.toBe(before);
  if (form.showsItself) {
    await expect(page.getByRole("dialog"), "the page shows that it is done").toHaveCount(0);
    return form.ends?.(page);
  }
  await toldAndKept(page, form, as);
  await page.unroute(address);

  const [answer] = await Promise.all([page.waitForResponse((response) => address.test(response.url())), send()]);
  // Of a page that was left its words are gone.
  const said = await answer.text().catch(() => "");
  expect(answer.status(), `the same again: ${said}`).toBe(form.again ?? 200);
  // Whoever did mean it a second time has to know that it was not done a second time.
  if (answer.headers()[REPLAYED_HEADER])
    await expect(page.getByText(repeatedBefore(as)).first(), "it says that it had been done").toBeVisible();
  if (!form.anew) expect(await state(), "it was taken once").toBe(taken);
  await form.ends?.(page);
}

type Prepare<Form> = (app: RunningApp, browser: Browser) => Promise<Prepared<Form>>;

export const walkForms = (of: string, prepare: Prepare<WritingForm>, as = AT_A_DESK): void =>
  walkTable(`every form ${of} tells of a lost network, keeps what was written, and is taken once`, prepare, sendThrice, as);

/** Walks through a table of what is sent: one browser for each person, and one page. */
export function walkTable<Form extends Pick<WritingForm, "calls" | "who" | "seenBy">>(
  name: string,
  prepare: Prepare<Form>,
  send: (page: Page, app: RunningApp, eyes: Account | undefined, form: Form, as: Look) => Promise<void>,
  as = AT_A_DESK,
): void {
  // Those on a phone have a form of each kind: what all of them share is seen on every machine.
  test(name, as === AT_A_DESK ? { tag: WIDE } : {}, async ({ app, browser }) => {
    test.setTimeout(600_000);
    const { people, forms } = await prepare(app, browser);
    const pages = new Map<string, Page>();
    const wanted = process.env.FORM;
    for (const form of forms.filter(({ calls }) => !wanted || calls === wanted)) {
      const who = form.who ?? Object.keys(people)[0] ?? "";
      let page = pages.get(who);
      if (!page) {
        const context = await contextAs(browser, app.url, as, people[who]);
        page = await context.newPage();
        pages.set(who, page);
      }
      const eyes = people[form.seenBy ?? who];
      const at = page;
      await test.step(form.calls, async () => {
        try {
          await send(at, app, eyes, form, as);
        } catch (error) {
          // The others are walked through all the same.
          expect.soft(error instanceof Error ? error.message.split("\n").slice(0, 24).join("\n") : error, form.calls).toBeUndefined();
        } finally {
          await at.context().setOffline(false);
          await at.unrouteAll({ behavior: "ignoreErrors" });
          // Nothing that is under way or kept of one form reaches the next one.
          await at.goto("about:blank");
        }
      });
    }
    for (const page of pages.values()) await page.context().close();
  });
}
