import { randomUUID } from "node:crypto";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import type { Account } from "./fixtures";
import { TRADES } from "./trades-actions";

const T = "/api/user/personalization/trades";

export const quotesOf = (workspaceId: string): string => `${TRADES}/quotes?workspace=${workspaceId}`;
export const quoteOf = (workspaceId: string, uid: string): string => `${TRADES}/quotes/quote?workspace=${workspaceId}&uid=${uid}`;

const piece = (label: string, length: number, width: number, grain = "any") => ({
  ...{ id: randomUUID(), label, length, width, grain, count: 1, code: "", cutouts: [] },
  edges: { front: "", back: "", left: "", right: "" },
});
const line = (text: string, price: number, given: object = {}) => ({
  ...{ kind: "item", text, unit: "piece", quantity: 1000, price, cost: Math.round(price / 2) },
  ...given,
});

/** A quote whose acceptance the shop wrote down. */
export async function anAcceptance(app: RunningApp, { token }: Pick<Account, "token">, workspaceId: string, customerUid: string) {
  const post = async (path: string, body: object) => (await callApi(app.url, token, `${T}/${path}`, { workspaceId, ...body })).data;
  const about = { customerUid, title: "Hearth", language: "en", validUntil: "2099-12-31", lines: [line("Hearth in slate", 800_000)] };
  const { uid, version } = await post("quote/save", about);
  const sent = await post("quote/send", { uid, version, email: "lan@nguyen-kitchens.example.com" });
  await post("quote/answer", { uid, version: sent.version, accepted: true, name: "Lan Nguyễn" });
  return uid as string;
}

/** What a shop has offered: a draft, and one that waits for its customer, who reads it at `link` of the app. */
export async function severalQuotes(app: RunningApp, { token }: Account, workspaceId: string, customerUid: string) {
  const post = async (path: string, body: object) => (await callApi(app.url, token, `${T}/${path}`, { workspaceId, ...body })).data;
  await post("tax/save", { name: "VAT", rate: 1000, category: "S" });
  const about = { customerUid, validUntil: "2099-12-31", terms: "Half in advance.\nالنصف مقدمًا." };
  const lines = [
    line("Worktop in black granite, polished, with a mitred edge along the whole of its front", 12_345_678, { quantity: 3840, unit: "m2" }),
    line("تركيب في الموقع", 900_000, { unit: "hour", quantity: 6500, discount: 1000 }),
    line("Splashback behind the stove", 2_400_000, { optional: true }),
  ];
  const draft = await post("quote/save", {
    ...about,
    title: "Kitchen with an island and a window sill",
    language: "ar",
    notes: "Haggles.",
    pieces: [piece("Worktop by the window", 2400, 620, "along"), piece("جزيرة", 1800, 900)],
    lines,
    discount: { is: "rate", rate: 250 },
  });
  const other = await post("quote/save", { ...about, title: "Vanity", language: "en", lines });
  const sent = await post("quote/send", { uid: other.uid, version: other.version, email: "lan@nguyen-kitchens.example.com" });
  return { draft: draft.uid as string, sent: sent.uid as string, link: String(sent.link).slice(app.url.length) };
}
