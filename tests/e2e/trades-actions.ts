import { randomUUID } from "node:crypto";
import { aDefinition } from "#tests/factories/forms";
import type { FormField } from "@/lib/form-definitions";
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

/** A job for a customer, moved on as far as is asked for. */
export async function aJob(
  app: RunningApp,
  { token }: Account,
  {
    workspaceId,
    customerUid,
    states = [],
    ...fields
  }: { workspaceId: string; customerUid: string; title: string; dueOn?: string; states?: string[] },
): Promise<string> {
  let { data } = await callApi(app.url, token, `${T}/job/save`, { workspaceId, customerUid, ...fields });
  for (const to of states)
    ({ data } = await callApi(app.url, token, `${T}/job/move`, {
      workspaceId,
      uid: data.uid,
      version: data.version,
      to,
      reason: "Stone is late",
    }));
  return data.uid;
}

/** Jobs in several columns, one of them with a history; which one that is. */
export async function severalJobs(app: RunningApp, account: Account, workspaceId: string, customerUid: string): Promise<string> {
  const jobs = [
    { title: "Splashback", dueOn: "2020-03-01" },
    { title: "Bathroom vanity with two basins and an undermount cut-out", states: ["quoted"] },
    { title: "مطبخ الفيلا", states: ["quoted", "won"] },
    { title: "Show room counter", states: ["quoted", "won", "on_hold"] },
  ];
  for (const job of jobs) await aJob(app, account, { workspaceId, customerUid, ...job });
  const states = ["quoted", "won", "in_progress", "completed", "in_progress"];
  return aJob(app, account, { workspaceId, customerUid, title: "Kitchen bench, granite", dueOn: "2030-01-31", states });
}

/** Something to do for a job, or for the shop itself. */
export async function aTask(app: RunningApp, { token }: Account, workspaceId: string, fields: object): Promise<string> {
  const { data } = await callApi(app.url, token, `${T}/task/save`, { workspaceId, ...fields });
  return data.uid;
}

/** Tasks of a job as there are in a shop: one of them waits for another, one is blocked. */
export async function severalTasks(app: RunningApp, account: Account, workspaceId: string, jobUid: string): Promise<void> {
  const measure = await aTask(app, account, workspaceId, { jobUid, title: "Measure and make the template", dueOn: "2020-03-01" });
  const checks = ["Edges polished", "Cut-outs checked against the template, twice"].map((text) => ({ text }));
  await aTask(app, account, workspaceId, { jobUid, title: "Cut", details: "20 mm\nMitre at 45°", checks, needs: [measure] });
  const delivery = await aTask(app, account, workspaceId, { jobUid, title: "تسليم الألواح", dueOn: "2030-01-31" });
  const blocked = { workspaceId, uid: delivery, version: 1, moveUid: randomUUID(), to: "blocked", reason: "The slab comes on Friday" };
  await callApi(app.url, account.token, `${T}/task/move`, blocked);
  await callApi(app.url, account.token, `${T}/standardtask/save`, { workspaceId, title: "Template", checks });
  const { data } = await callApi(app.url, account.token, `${T}/standardtask/save`, { workspaceId, title: "Install" });
  const steps = data.tasks.map(({ uid }: { uid: string }, at: number) => ({ standardUid: uid, offsetDays: at * 10, waits: true }));
  await callApi(app.url, account.token, `${T}/template/save`, { workspaceId, name: "Kitchen with island", steps });
  const wordings = { en: { subject: "{job}", body: "Dear {contact}" }, ar: { subject: "{job}", body: "الموعد: {appointment}" } };
  const nothing = { subject: "", body: "" };
  const text = { workspaceId, name: "We come on …", wordings: { fr: nothing, vi: nothing, cn: nothing, ...wordings } };
  await callApi(app.url, account.token, `${T}/text/save`, text);
}

/** Who and what a workspace books, and what it has booked in the first week of March 2038. */
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
  await book("Fit the kitchen", "2038-03-02T02:00:00Z", "2038-03-02T05:00:00Z", [crew]);
  await book("Template a vanity", "2038-03-02T06:00:00Z", "2038-03-02T08:30:00Z", [salma], "tentative");
  await book("Polish for two days", "2038-03-03T01:00:00Z", "2038-03-04T09:00:00Z", [minh]);
  await post("resource/absence/save", {
    kind: "leave",
    resourceUid: salma,
    startsAt: "2038-03-03T17:00:00Z",
    endsAt: "2038-03-06T17:00:00Z",
  });
  return { minh, salma, van, crew };
}

/** Two published forms, one of them asked for by a task of a job, and what was filled in: a draft, and one that was handed in. */
export async function severalForms(app: RunningApp, { token }: Account, workspaceId: string, jobUid: string) {
  const post = async (path: string, body: object) => (await callApi(app.url, token, `${T}/${path}`, { workspaceId, ...body })).data;
  const form = async (name: string, fields: FormField[]) => {
    const { uid, version } = await post("form/save", { name, fields });
    return post("form/publish", { uid, version });
  };
  const { definition, answers } = aDefinition();
  const site = await form("Site measure with a name that takes more than one line on a phone", definition.fields);
  await form("قائمة فحص القالب", aDefinition().definition.fields);
  await post("form/save", { name: "Not ready yet", fields: [{ kind: "heading", id: randomUUID(), label: "", when: null }] });
  await post("task/save", { jobUid, title: "Measure the site", formUid: site.uid });
  const draft = await post("entry/start", { formUid: site.uid, jobUid });
  const { uid, version } = await post("entry/start", { formUid: site.uid, jobUid });
  await post("entry/submit", { uid, version, answers });
  return { form: site.uid as string, draft: draft.uid as string, entry: uid as string };
}

/** What a shop has: a slab with defects that was broken into remnants, one with photos to come, and items of which some is put aside. */
export async function aStock(app: RunningApp, { token }: Account, workspaceId: string, jobUid: string) {
  const post = async (path: string, body: object) => (await callApi(app.url, token, `${T}/${path}`, { workspaceId, ...body })).data;
  const material = { thickness: 20, slabLength: 3000, slabWidth: 1600, kerf: 4, trim: 10, remnantLength: 600, remnantWidth: 300 };
  const granite = await post("material/save", { ...material, name: "Black granite", category: "granite", finish: "polished" });
  await post("material/save", {
    ...material,
    ...{ name: "رخام كرارا الأبيض المصقول من الدرجة الأولى", category: "marble", grain: true, retired: true },
  });
  const defects = [
    { x: 150, y: 200, length: 400, width: 60, note: "Crack that runs along the vein, filled at the quarry" },
    { x: 2500, y: 1200, length: 250, width: 300, note: "بقعة صدأ" },
  ];
  const slab = (serial: string, fields: object) =>
    post("slab/save", { serial, materialUid: granite.uid, length: 3000, width: 1600, thickness: 20, cost: 9_000_000, ...fields });
  const whole = await slab("B-0001", { bin: "A-1", supplier: "Quarry", batch: "Block 17", defects, notes: "Left edge is rough." });
  const broken = await slab("B-0002", { bin: "A-2" });
  const remnants = [
    { length: 1400, width: 900, bin: "R-1" },
    { length: 800, width: 600 },
  ];
  await post("slab/break", { uid: broken.uid, version: 1, remnants });
  const held = await slab("B-0003", { bin: "A-1" });
  await post("slab/move", { uid: held.uid, version: 1, to: "quarantined" });
  await slab("B-0004", { state: "ordered" });
  const sink = await post("stock/save", { code: "SINK-45", name: "Sink 45 cm, undermount", unit: "piece", bin: "R-2", reorderAt: 5000 });
  const glue = await post("stock/save", { code: "GLUE", name: "غراء الحجر الشفاف", unit: "kg" });
  await post("stock/receive", { uid: sink.uid, quantity: 6000, value: 9_000_000, note: "Delivery 12" });
  await post("stock/receive", { uid: glue.uid, quantity: 12_500, value: 2_500_000 });
  await post("stock/issue", { uid: glue.uid, jobUid, quantity: 1250 });
  await post("reservation/save", { itemUid: sink.uid, jobUid, quantity: 1000 });
  await post("reservation/save", { itemUid: sink.uid, quantity: 1000, note: "For the show room" });
  return { slab: whole.uid as string, broken: broken.uid as string, item: sink.uid as string };
}
