import { callApi } from "./actions";
import type { RunningApp } from "./app";
import type { Account } from "./fixtures";

const T = "/api/user/personalization/trades";

export const pricingSetup = (workspaceId: string): string => `/dashboard/settings/pricing-setup?workspace=${workspaceId}`;
export const pricesOf = (workspaceId: string, uid: string): string =>
  `/dashboard/settings/pricing-setup/prices?workspace=${workspaceId}&uid=${uid}`;

const PRICES = [
  { code: "EDGE-20", name: "Pencil round, polished", kind: "edge", unit: "m", price: 25_000, cost: 9000 },
  { code: "HOLE", name: "Tap hole", kind: "cutout", unit: "piece", price: 50_000, cost: 12_000 },
  { code: "FIT", name: "Fitting by two people, with lifting equipment", kind: "labour", unit: "hour", price: 400_000, cost: 380_000 },
  { code: "SILL", name: "عتبة نافذة", kind: "item", unit: "m", price: 300_000, tiers: [{ from: 10_000, price: 270_000 }] },
];

/** A draft of a new list of prices, those that are given; which version it is. */
export async function aDraft(app: RunningApp, { token }: Account, workspaceId: string, name: string, items: object[] = PRICES) {
  const { data } = await callApi(app.url, token, `${T}/price/list/save`, { workspaceId, name });
  const list = data.lists.find((one: { name: string }) => one.name === name);
  let { data: draft } = await callApi(app.url, token, `${T}/price/draft`, { workspaceId, uid: list.uid });
  for (const item of items) draft = await addedPrice(app, { token }, workspaceId, draft, item);
  return draft;
}

/** A draft with one more price. */
export async function addedPrice(
  app: RunningApp,
  { token }: Pick<Account, "token">,
  workspaceId: string,
  { uid, version }: { uid: string; version: number },
  item: object,
) {
  const { data } = await callApi(app.url, token, `${T}/price/item/save`, { workspaceId, uid, version, item });
  return data;
}

/** How a shop sets up its prices: who sells, taxes, two lists, one of them with a past, a version that holds and a draft. */
export async function severalPrices(app: RunningApp, account: Account, workspaceId: string) {
  const { token } = account;
  const tax = { workspaceId, name: "VAT", rate: 1000, category: "S" };
  await callApi(app.url, token, `${T}/tax/save`, tax);
  await callApi(app.url, token, `${T}/tax/save`, { ...tax, name: "Export", rate: 0, category: "Z" });
  const first = await aDraft(app, account, workspaceId, "Retail");
  const publish = async ({ uid, version }: { uid: string; version: number }, validFrom: string) =>
    (await callApi(app.url, token, `${T}/price/publish`, { workspaceId, uid, version, validFrom })).data;
  await publish(first, "2025-01-01");
  const next = async () => (await callApi(app.url, token, `${T}/price/draft`, { workspaceId, uid: first.list.uid })).data;
  const published = await publish(await next(), "2026-01-01");
  const draft = await next();
  await aDraft(app, account, workspaceId, "Builders and kitchen makers, with whom we have worked for years", []);
  return { published: published.uid as string, draft: draft.uid as string };
}
