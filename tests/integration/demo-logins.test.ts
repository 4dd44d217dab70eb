import { describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { callProcedure } from "#tests/factories/permissions/calls";
import { SHOP } from "#tests/factories/trades";
import { type DemoLogin, seedDemoLogins } from "@/server/db/seed";

const harness = useHarness();
const PASSWORDS = { candidate: "sorghum-harvest-31", admin: "basalt-lantern-42", super_admin: "heron-estuary-53" };
const seed = () => seedDemoLogins(harness().app.services.db, PASSWORDS);

async function logIn({ email, password }: DemoLogin): Promise<string> {
  const answer = await harness().call("POST", "/api/account/login", { body: { email, password } });
  return answer.body.accessToken;
}

const post = (token: string, path: string, body: unknown) => harness().call("POST", path, { token, body });
const closedFor = async (token: string) => (await harness().call("GET", "/api/service/get", { token })).body.data.closed;

describe("demo logins", () => {
  it("have trades from the first start on, and whoever it is taken from does not get it back with the next one", async () => {
    const logins = await seed();
    expect(logins.map(({ role, isNew }) => [role, isNew])).toEqual([
      ["candidate", true],
      ["admin", true],
      ["super_admin", true],
    ]);
    const tokens = await Promise.all(logins.map(logIn));
    for (const token of tokens) expect(await closedFor(token)).toEqual([]);
    const [candidate = "", , boss = ""] = tokens;
    expect((await callProcedure(harness(), candidate, "trades.workspace.create", SHOP)).code).toBeUndefined();

    const given = (await post(boss, "/api/super/admin/area/grant/get", { area: "trades" })).body.data as {
      userId: string;
      email: string;
    }[];
    expect(given.map(({ email }) => email).sort()).toEqual(logins.map(({ email }) => email).sort());
    const person = given.find(({ email }) => email === logins[0]?.email);
    expect((await post(boss, "/api/super/admin/area/revoke", { area: "trades", userId: person?.userId })).status).toBe(200);
    expect((await seed()).filter(({ isNew }) => isNew)).toEqual([]);
    expect(await closedFor(candidate)).toEqual(["trades"]);
  });
});
