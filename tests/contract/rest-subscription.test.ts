import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { BILLING, subscribe } from "#tests/factories/billing";
import { CATALOGUES, expectIssues } from "#tests/factories/catalogues";

const harness = useHarness();
let token: string;
let other: string;
let invoiceId: string;

beforeAll(async () => {
  ({ token } = await registerUser(harness()));
  ({ token: other } = await registerUser(harness()));
  await subscribe(harness(), token);
  const { body } = await harness().call("GET", `${BILLING}/receipt/invoices/get`, { token });
  invoiceId = body.data[0].uid;
});

const get = (path: string, as = token) => harness().call("GET", `${BILLING}${path}`, { token: as });
const post = (path: string, body: unknown, as = token) => harness().call("POST", `${BILLING}${path}`, { token: as, body });

describe("row 17, the own subscription", () => {
  it("is null for whoever has none", async () => {
    const { status, body } = await get("/active/get", other);
    expect([status, body]).toEqual([200, { data: null }]);
  });

  it("has these fields and no more", async () => {
    expect(Object.keys((await get("/active/get")).body.data).sort()).toEqual(
      [
        "amount",
        "cancelAt",
        "cancelReason",
        "card",
        "currency",
        "currentPeriodEnd",
        "currentPeriodStart",
        "graceEndsAt",
        "interval",
        "lapsesAt",
        "plan",
        "status",
        "trialEnd",
        "uid",
      ].sort(),
    );
  });
});

describe("row 18, cancelling", () => {
  it("is not found for whoever has nothing to cancel", async () => {
    for (const answer of [await get("/canceling", other), await post("/canceling", {}, other)])
      expect([answer.status, answer.body.code]).toEqual([404, "noSubscription"]);
  });

  it.each([[{ reason: "because" }], [{ reason: 1 }], [{ comment: "x".repeat(501) }], [{ comment: ["x"] }]])(
    "with %j is a 400",
    async (body) => {
      expectIssues(await post("/canceling", body), [Object.keys(body)[0] ?? ""]);
      expect((await get("/active/get")).body.data.cancelAt).toBeNull();
    },
  );

  it.each(["PUT", "DELETE", "PATCH"])("is not a matter of %s", async (method) => {
    const { status, headers } = await harness().call(method, `${BILLING}/canceling`, { token });
    expect(status).toBe(405);
    expect(headers.get("allow")?.split(", ").sort()).toEqual(["GET", "POST"]);
  });
});

describe("row 19, the card", () => {
  it.each(["", "card", "pm_", "pm_x; drop table", "in_1", 5, null, ["pm_1"]])("named %j is a 400", async (paymentMethodId) => {
    expectIssues(await post("/change/method", { paymentMethodId }), ["paymentMethodId"]);
  });

  it("of a stranger does not exist", async () => {
    await subscribe(harness(), other);
    const mine = await harness().app.services.payments.call(async (stripe) => {
      const { data } = await stripe.subscriptions.list({ limit: 10, status: "all" });
      return data.map(({ default_payment_method: method }) => String(method));
    });
    expect(mine).toHaveLength(2);
    const answers = await Promise.all(mine.map((paymentMethodId) => post("/change/method", { paymentMethodId })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe("row 20, the invoices", () => {
  it.each(["0", "-1", "1.5", "x", "1e3"])("of page %s are a 400", async (page) => {
    expectIssues(await get(`/receipt/invoices/get?page=${page}`), ["page"]);
  });

  it("are the own ones, and an empty page past the end", async () => {
    const { body } = await get("/receipt/invoices/get");
    expect(body.meta).toEqual({ total: 1 });
    expect(Object.keys(body.data[0]).sort()).toEqual(["amount", "amountRefunded", "createdAt", "currency", "number", "status", "uid"]);
    expect((await get("/receipt/invoices/get?page=2")).body).toEqual({ data: [], meta: { total: 1 } });
  });
});

describe("row 21, the receipt", () => {
  it("is the PDF itself, to be saved under its number", async () => {
    const { status, headers, body } = await post("/receipt/invoices/download", { invoiceId });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/pdf");
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="parley-[\w-]+\.pdf"$/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body.slice(0, 5)).toBe("%PDF-");
  });

  it.each([undefined, "", "in_", "in_1; x", "sub_1", 7, null])("of %j is a 400", async (id) => {
    expectIssues(await post("/receipt/invoices/download", { invoiceId: id }), ["invoiceId"]);
  });

  it("of a stranger does not exist, nor of nobody's", async () => {
    for (const answer of [
      await post("/receipt/invoices/download", { invoiceId }, other),
      await post("/receipt/invoices/download", { invoiceId: "in_nobody" }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, "notFound"]);
      expect(answer.headers.get("content-type")).toContain("application/json");
    }
  });

  it("is described as what it is", async () => {
    const { body } = await harness().call("GET", "/api/openapi.json");
    const answer = body.paths[`${BILLING}/receipt/invoices/download`].post.responses["200"];
    expect(Object.keys(answer.content)).toEqual(["application/pdf"]);
  });
});

describe("refusals", () => {
  it.each(Object.keys(CATALOGUES) as (keyof typeof CATALOGUES)[])("speak the caller's language: %s", async (locale) => {
    const { body } = await harness().call("POST", `${BILLING}/checkout`, {
      token,
      body: { plan: "plus", interval: "month" },
      headers: { "accept-language": locale === "cn" ? "zh-CN" : locale },
    });
    expect(body.message).toBe(CATALOGUES[locale].errors.alreadySubscribed);
  });
});
