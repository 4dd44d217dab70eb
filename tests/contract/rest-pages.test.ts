import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { aCategory } from "#tests/factories/answers";
import { expectIssues } from "#tests/factories/catalogues";
import { aMember, aRoom, aTopic } from "#tests/factories/forum";
import { callProcedure } from "#tests/factories/permissions/calls";
import { AN_ITEM } from "#tests/factories/stock";
import { A_CUSTOMER, giveTrades, SHOP } from "#tests/factories/trades";
import { PAGE_SIZE } from "@/lib/constants";
import { openApiDocument } from "@/server/api/openapi";

/** Every list that has pages, as the document knows it, with what it asks for besides. */
const LISTS = Object.entries(openApiDocument("https://parley.app").paths ?? {}).flatMap(([path, { get }]) => {
  const asked = (get?.parameters ?? []).flatMap((one) => ("name" in one ? one : []));
  if (!asked.some(({ name }) => name === "page")) return [];
  return [{ path, needs: asked.filter(({ in: place, required }) => place === "query" && required).map(({ name }) => name) }];
});

const harness = useHarness();
let token: string;
/** What lists are of: each is one of those who may see everything and have a shop. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  const person = await aMember(harness(), {}, "super_admin");
  token = person.token;
  ids.userId = person.id;
  ids.category_id = (await aCategory(harness(), token)).category.uid;
  ids.topicId = (await aTopic(harness(), person, (await aRoom(harness())).id)).uid;
  await giveTrades(harness().app.services.db, [person.id]);
  const ask = async (procedure: string, input: object): Promise<string> => {
    const { given, text } = await callProcedure(harness(), token, `trades.${procedure}`, { ...input, workspaceId: ids.workspaceId });
    if (!given) throw new Error(text);
    return given.data.uid;
  };
  ids.workspaceId = await ask("workspace.create", SHOP);
  ids.customerUid = await ask("customers.save", A_CUSTOMER);
  ids.jobUid = await ask("jobs.save", { title: "Kitchen", customerUid: ids.customerUid });
  ids.itemUid = await ask("stock.save", AN_ITEM);
});

describe.each(LISTS)("$path", ({ path, needs }) => {
  const target = (page?: string) => {
    const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? expect.fail(`nobody knows a ${name}`));
    const query = new URLSearchParams(needs.map((name) => [name, ids[name] ?? expect.fail(`nobody knows a ${name}`)]));
    // Notes and files are of one thing, which no field of theirs demands by itself.
    if (/\/trades\/(note|file)\/get$/.test(path)) query.set("jobUid", ids.jobUid ?? "");
    if (page !== undefined) query.set("page", page);
    return `${at}?${query}`;
  };
  const get = (page: string) => harness().call("GET", target(page), { token });

  it("holds a page past the end, and is empty there", async () => {
    const first = await get("1");
    expect(first.status).toBe(200);
    expect(first.body.data.length).toBeLessThanOrEqual(PAGE_SIZE);
    const past = await get("100000");
    expect([past.status, past.body.data]).toEqual([200, []]);
    expect(past.body.meta.total).toBe(first.body.meta.total);
  });

  it("takes the page from a JSON body, too", async () => {
    const inBody = await harness().call("GET", target(), { token, body: { page: 100_000 } });
    expect([inBody.status, inBody.body.data]).toEqual([200, []]);
    expectIssues(await harness().call("GET", target(), { token, body: { page: 0 } }), ["page"]);
  });

  it.each(["0", "-1", "1.5", "x"])("has no page %s, and names the field", async (page) => {
    expectIssues(await get(page), ["page"]);
  });
});

it("they are all that the document has", () => {
  expect(LISTS.length).toBeGreaterThan(40);
});
