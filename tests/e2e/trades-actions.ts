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

/** A customer of a workspace, with two contacts and two sites. */
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
  return data.uid;
}

/** Who and what a workspace books, and what it has booked in the first week of March 2027. */
export async function aSchedule(app: RunningApp, { token }: Account, workspaceId: string) {
  const post = async (path: string, body: object) => (await callApi(app.url, token, `${T}/${path}`, { workspaceId, ...body })).data;
  const keep = async (kind: string, name: string, color: string, fields: object = {}): Promise<string> =>
    (await post("resource/save", { kind, name, color, ...fields })).uid;
  const minh = await keep("person", "Minh", "primary");
  const salma = await keep("person", "سلمى عبد الرحمن", "info");
  const van = await keep("vehicle", "Van with the rather long name", "warning");
  await keep("machine", "Bridge saw", "neutral");
  const crew = await keep("team", "Crew", "success", { members: [minh, van] });
  const book = (title: string, startsAt: string, endsAt: string, resources: string[], state = "confirmed") =>
    post("schedule/booking/save", { title, startsAt, endsAt, resources, state });
  await book("Fit the kitchen", "2027-03-02T02:00:00Z", "2027-03-02T05:00:00Z", [crew]);
  await book("Template a vanity", "2027-03-02T06:00:00Z", "2027-03-02T08:30:00Z", [salma], "tentative");
  await book("Polish for two days", "2027-03-03T01:00:00Z", "2027-03-04T09:00:00Z", [minh]);
  await post("resource/absence/save", {
    kind: "leave",
    resourceUid: salma,
    startsAt: "2027-03-03T17:00:00Z",
    endsAt: "2027-03-06T17:00:00Z",
  });
  return { minh, salma, van, crew };
}
