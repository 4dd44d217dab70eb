import type { Locator, Page } from "@playwright/test";
import { callApi, P } from "./actions";
import type { Account } from "./fixtures";

/** What a take's page asks the server for. */
export const deliveryOfAnswer = async (url: string, { token }: Account, uid: string) =>
  (await callApi(url, token, `${P}/answer/delivery/get?uid=${uid}`)).data;
export const marksOfAnswer = async (url: string, { token }: Account, uid: string) =>
  (await callApi(url, token, `${P}/answer/star/get?uid=${uid}`)).data.marks as { part: string; startMs: number; endMs: number }[];

export const detailPath = (uid: string): string => `/dashboard/answers/detail?answer=${uid}`;

/** The player, at a moment and ready to go on from there. */
export async function standAt(page: Page, seconds: number): Promise<Locator> {
  const player = page.locator("audio");
  await player.evaluate(async (audio: HTMLMediaElement, at) => {
    if (audio.readyState < 1) await new Promise((done) => audio.addEventListener("loadedmetadata", done, { once: true }));
    audio.pause();
    const moved = new Promise((done) => audio.addEventListener("seeked", done, { once: true }));
    audio.currentTime = at;
    await moved;
  }, seconds);
  return player;
}
