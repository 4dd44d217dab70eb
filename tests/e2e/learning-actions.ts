import type { Locator, Page } from "@playwright/test";
import { callApi } from "./actions";
import { type Account, expect, test } from "./fixtures";

/** Free builds of Chromium may come without the videos' codec; people's browsers have it. */
export async function skipWithoutCodec(page: Page): Promise<void> {
  const plays = await page.evaluate(() => document.createElement("video").canPlayType('video/mp4; codecs="avc1.42E01E,mp4a.40.2"'));
  test.skip(plays === "", "this Chromium has no H.264");
}

/** Learning and the library, in the API. */
const L = "/api/user/personalization";

export interface VideoRow {
  uid: string;
  title: string;
  duration: number;
  position: number;
  coverage: number;
  status: "not_started" | "in_progress" | "completed";
}

// biome-ignore lint/suspicious/noExplicitAny: lists of every shape are looked at by tests
export const listOf = async (url: string, { token }: Account, path: string): Promise<any[]> =>
  (await callApi(url, token, `${L}/${path}`)).data;

export const library = (url: string, account: Account, query = ""): Promise<VideoRow[]> =>
  listOf(url, account, `video/library/get${query}`);

/** The newest mentorship videos. */
export const mentorship = (url: string, account: Account): Promise<VideoRow[]> =>
  listOf(url, account, "learning/resources/mentorship/program/get");

/** What the server knows of somebody's watching; nothing was watched of what is not listed. */
export async function progressOf(url: string, account: Account, uid: string) {
  const rows = [...(await library(url, account, "?status=in_progress")), ...(await library(url, account, "?status=completed"))];
  const { status, position, coverage } = rows.find((row) => row.uid === uid) ?? { status: "not_started", position: 0, coverage: 0 };
  return { status, position, coverage };
}

/** As if another device had played this much, and had stopped there. */
export const watchElsewhere = (url: string, { token }: Account, uid: string, to: number) =>
  callApi(url, token, `${L}/video/library/update/status`, { uid, ranges: [[0, to]], position: to });

export const dismiss = (url: string, { token }: Account, uid: string) =>
  callApi(url, token, `${L}/learning/resources/suggested/dismiss`, { uid });

export const keepMoment = (url: string, { token }: Account, video: string, at: number, note: string) =>
  callApi(url, token, `${L}/video/library/bookmark/save`, { video, at, note });

export const videoPath = (uid: string) => `/dashboard/videolibrarydetail?learningdetail=${uid}`;

export class Player {
  readonly box: Locator;
  readonly video: Locator;

  constructor(readonly page: Page) {
    this.box = page.locator("[data-media-player]");
    this.video = this.box.locator("video");
  }

  async open(url: string, uid: string): Promise<void> {
    await this.page.goto(url + videoPath(uid));
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.box).toHaveAttribute("data-can-play", /.*/);
  }

  time = () => this.video.evaluate((video: HTMLVideoElement) => video.currentTime);
  /** As the player itself knows it, which goes by the video's events: what a key does next goes by that. */
  paused = () => this.box.evaluate((box) => box.hasAttribute("data-paused"));
  rate = () => this.video.evaluate((video: HTMLVideoElement) => video.playbackRate);

  /** Presses a key while the player has the focus. */
  async press(key: string): Promise<void> {
    await this.box.focus();
    await this.page.keyboard.press(key);
  }

  /** Until it has played up to a second. */
  async reach(second: number, timeout = 30_000): Promise<void> {
    await expect.poll(this.time, { timeout, intervals: [100] }).toBeGreaterThanOrEqual(second);
  }
}
