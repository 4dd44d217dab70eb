import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { callProcedure } from "#tests/factories/permissions/calls";
import { A_CUSTOMER, giveTrades, SHOP, wordingsFor } from "#tests/factories/trades";

const harness = useHarness();
type Person = Awaited<ReturnType<typeof registerUser>>;

let owner: Person;
beforeAll(async () => {
  owner = await registerUser(harness());
  await giveTrades(harness().app.services.db, [owner.user.uid]);
});

const ask = (procedure: string, input: unknown) => callProcedure(harness(), owner.token, `trades.${procedure}`, input);
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked at
const given = async (procedure: string, input: unknown): Promise<any> => {
  const heard = await ask(procedure, input);
  if (heard.code) throw new Error(heard.text);
  return heard.given.data;
};
const code = async (procedure: string, input: unknown) => (await ask(procedure, input)).code;

/** A shop of its own for each test, with a job and two standard tasks. */
async function aShop() {
  const { uid: workspaceId } = await given("workspace.create", { ...SHOP, name: "Marble & Quartz" });
  const customer = await given("customers.save", { workspaceId, ...A_CUSTOMER });
  const fields = { workspaceId, title: "Kitchen bench", customerUid: customer.uid, siteUid: customer.sites[0].uid, dueOn: "2027-02-28" };
  const job = await given("jobs.save", fields);
  await given("standards.save", { workspaceId, title: "Measure", checks: [{ text: "Corners" }] });
  const { tasks } = await given("standards.save", { workspaceId, title: "Install" });
  const [measure, install] = tasks.map(({ uid }: { uid: string }) => uid);
  return { workspaceId, job, measure, install };
}

describe("a job template", () => {
  it("makes a job's tasks with their days and lists, waiting for one another, once for a call that is sent again", async () => {
    const { workspaceId, job, measure, install } = await aShop();
    const steps = [
      { standardUid: measure, offsetDays: 0, waits: true },
      { standardUid: install, offsetDays: 30, waits: true },
      { standardUid: measure, offsetDays: 31, waits: false },
    ];
    const { templates } = await given("templates.save", { workspaceId, name: "Kitchen", steps });
    expect(templates).toEqual([
      {
        uid: expect.any(String),
        version: 1,
        name: "Kitchen",
        steps: steps.map((step, at) => ({ ...step, title: at === 1 ? "Install" : "Measure" })),
      },
    ]);
    const [{ uid }] = templates;
    const apply = () =>
      harness().call("POST", "/api/user/personalization/trades/template/use", {
        token: owner.token,
        body: { workspaceId, uid, jobUid: job.uid, startOn: "2027-01-31" },
        headers: { "idempotency-key": workspaceId },
      });
    expect(await code("templates.use", { workspaceId, uid, jobUid: job.uid, startOn: "9999-12-31" })).toBe("invalidInput: startOn");
    // That day itself could be planned for; the last of the tasks would be due behind it.
    expect(await code("templates.use", { workspaceId, uid, jobUid: job.uid, startOn: "2199-12-15" })).toBe("invalidInput: startOn");
    const answers = await Promise.all([apply(), apply()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { tasks } = await given("tasks.ofJob", { workspaceId, jobUid: job.uid });
    expect(tasks).toMatchObject([
      { title: "Measure", dueOn: "2027-01-31", checks: [{ text: "Corners" }], needs: [] },
      { title: "Install", dueOn: "2027-03-02", checks: [], needs: [{ title: "Measure" }] },
      { title: "Measure", dueOn: "2027-03-03", needs: [] },
    ]);
  });

  it("is changed by whoever saw it, and has no tasks that the shop does no more", async () => {
    const { workspaceId, measure, install } = await aShop();
    const steps = [measure, install].map((standardUid) => ({ standardUid, offsetDays: 1 }));
    const { templates } = await given("templates.save", { workspaceId, name: "Kitchen", steps });
    const [{ uid }] = templates;
    const other = await aShop();
    const foreign = [{ standardUid: other.measure, offsetDays: 1 }];
    expect(await code("templates.save", { workspaceId, uid, version: 1, name: "K", steps: foreign })).toBe("invalidInput: steps");
    expect(await code("templates.save", { workspaceId, uid, version: 1, name: "Vanity", steps })).toBeUndefined();
    expect(await code("templates.save", { workspaceId, uid, version: 1, name: "Late", steps })).toBe("conflict");
    await given("standards.delete", { workspaceId, uid: install, version: 1 });
    const { templates: left } = await given("templates.list", { workspaceId });
    expect(left).toMatchObject([{ name: "Vanity", version: 2, steps: [{ title: "Measure" }] }]);
    expect(await code("templates.delete", { workspaceId, uid, version: 1 })).toBe("conflict");
    expect((await given("templates.delete", { workspaceId, uid, version: 2 })).templates).toEqual([]);
  });
});

describe("a text of the shop", () => {
  it("is filled with a job in its own language, and names nothing that it does not know", async () => {
    const { workspaceId, job } = await aShop();
    const wordings = wordingsFor({
      en: { subject: "{job} ({number})", body: "Dear {contact},\n{customer}, {site}: done by {due}, as {shop} says. {appointment}" },
      ar: { subject: "{job}", body: "الموعد: {due}" },
    });
    const save = (more: object) => ask("texts.save", { workspaceId, name: "Thanks", ...more });
    const unknown = wordingsFor({ en: { subject: "", body: "Dear {margin}" } });
    expect((await save({ wordings: unknown })).code).toBe("invalidInput: wordings.en.body");
    expect((await save({ wordings: wordingsFor({}) })).code).toBe("invalidInput: wordings");
    const { texts } = await given("texts.save", { workspaceId, name: "Thanks", wordings });
    const [{ uid }] = texts;
    expect(texts).toEqual([{ uid, version: 1, name: "Thanks", wordings }]);
    const fill = (locale: string) => given("texts.fill", { workspaceId, uid, jobUid: job.uid, locale });
    expect(await fill("en")).toEqual({
      to: "lan@example.com",
      subject: "Kitchen bench (1)",
      body: "Dear Lan Nguyễn,\nNguyễn Kitchens, 12 Lê Lợi\nHuế: done by 28 February 2027, as Marble & Quartz says. ",
    });
    expect((await fill("ar")).body).toMatch(/^الموعد: .*٢٠٢٧$/);
    expect(await code("texts.fill", { workspaceId, uid, jobUid: job.uid, locale: "fr" })).toBe("wrongState");
    expect((await save({ uid, version: 2, wordings })).code).toBe("conflict");
  });

  it("tells of the next time that is booked, by the shop's clocks", async () => {
    const { workspaceId, job } = await aShop();
    const { uid: resource } = await given("resources.save", { workspaceId, kind: "person", name: "Minh", color: "info" });
    const times = { startsAt: "2099-03-02T02:00:00Z", endsAt: "2099-03-02T05:00:00Z" };
    const booking = { workspaceId, title: "Fit", jobUid: job.uid, state: "confirmed", resources: [resource], ...times, anyway: true };
    await given("schedule.save", booking);
    const wordings = wordingsFor({ en: { subject: "", body: "{appointment}" } });
    const { texts } = await given("texts.save", { workspaceId, name: "Appointment", wordings });
    const { body } = await given("texts.fill", { workspaceId, uid: texts[0].uid, jobUid: job.uid, locale: "en" });
    // Two in the morning in London is nine in Ho Chi Minh City.
    expect(body).toMatch(/^Monday, 2 March 2099 at 09:00$/);
  });
});
