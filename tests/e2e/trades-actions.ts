import { confirmEmail } from "./account-steps";
import { callApi } from "./actions";
import type { RunningApp } from "./app";
import { accountWith } from "./editing-actions";
import { type Account, newAccount } from "./fixtures";

export const TRADES = "/dashboard/trades";
const T = "/api/user/personalization/trades";

export const SHOP = { name: "Marble & Quartz", timeZone: "Asia/Ho_Chi_Minh", currency: "VND", language: "en", taxMode: "group" };

/** Somebody who was given trades, as those who run the service give it. */
export async function aBoss(app: RunningApp): Promise<Account> {
  const [boss, account] = await Promise.all([accountWith(app, "super_admin"), newAccount(app.url)]);
  await confirmEmail(app, account);
  await callApi(app.url, boss.token, "/api/super/admin/area/grant", { area: "trades", email: account.email });
  return account;
}

/** A workspace of somebody's, to which two are invited. */
export async function aWorkspace(app: RunningApp, { token }: Account): Promise<string> {
  const { data } = await callApi(app.url, token, `${T}/workspace/create`, SHOP);
  for (const [email, role] of [
    ["amal.with-a-rather-long-address@stone-and-benchtops.example.com", "member"],
    ["noor@example.com", "manager"],
  ])
    await callApi(app.url, token, `${T}/invite/send`, { workspaceId: data.uid, email, role });
  return data.uid;
}

/** A customer of a workspace, with two contacts, two sites and two notes. */
export async function aCustomer(app: RunningApp, { token }: Account, workspaceId: string): Promise<string> {
  const contacts = [
    { name: "Lan Nguyễn", role: "Owner", email: "lan.with-a-rather-long-address@nguyen-kitchens.example.com", phone: "+84 90 123 45 67" },
    { name: "سلمى", phone: "ask at the gate" },
  ];
  const sites = [
    { name: "Villa by the river", address: "12 Lê Lợi\nHuế\nViệt Nam", access: "The code is 4711.\nMind the dog." },
    { name: "Show room" },
  ];
  const customer = { workspaceId, name: "Nguyễn Kitchens", notes: "Pays late.", contacts, sites };
  const { data } = await callApi(app.url, token, `${T}/customer/save`, customer);
  const noted = { workspaceId, customerUid: data.uid };
  await callApi(app.url, token, `${T}/note/save`, {
    ...noted,
    body: "Wants the sink on the left.\nSee https://example.com/a-rather-long-address-of-a-sink",
  });
  await callApi(app.url, token, `${T}/note/save`, { ...noted, body: "We come on Monday at eight.", audience: "customer" });
  return data.uid;
}
