import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { reservationSteps } from "@/features/trades/stock/rules";
import { RESERVATION_STATES } from "@/lib/enums/trades-stock";

/** Each lifecycle of the source, and the test that has a table of all its pairs: written down a second time, on purpose. */
const TABLES: Record<string, string> = {
  "account/rules.ts: account": "account-lifecycle",
  "account/viewings/rules.ts: viewing": "viewing-lifecycle",
  "admin/imports/rules.ts: fileImport": "bank-rules",
  "forum/rules.ts: flag": "forum-lifecycles",
  "forum/rules.ts: post": "forum-lifecycles",
  "forum/rules.ts: proposal": "forum-lifecycles",
  "forum/rules.ts: topic": "forum-lifecycles",
  "peer-review/rules.ts: assignment": "peer-review-lifecycle",
  "peer-review/rules.ts: request": "peer-review-lifecycle",
  "peer-review/rules.ts: review": "peer-review-lifecycle",
  "practice/bank/rules.ts: question": "bank-rules",
  "practice/interviews/rules.ts: outcome": "interview-lifecycle",
  "practice/rules.ts: take": "take-lifecycle",
  "practice/simulations/rules.ts: simulation": "simulation-rules",
  "support/chat/rules.ts: conversation": "conversation-lifecycle",
  "trades/cut-plans/rules.ts: planSteps": "trades-cutting",
  "trades/invoices/rules.ts: invoiceSteps": "invoices",
  "trades/jobs/rules.ts: mayMove": "trades-rules",
  "trades/members/rules.ts: roles": "trades-rules",
  "trades/pieces/rules.ts: pieceSteps": "trades-pieces",
  "trades/quotes/rules.ts: quoteSteps": "quote-lifecycle",
  "trades/slabs/rules.ts: slabSteps": "trades-slabs",
  "trades/stock/rules.ts: reservationSteps": "lifecycles",
  "trades/tasks/rules.ts: mayStep": "trades-tasks",
};

/** Lifecycles that are asked by this alone, and are tested by it. */
const ASKED_BY: Record<string, string> = { jobSteps: "mayMove", taskSteps: "mayStep" };

it("every lifecycle has a test of all its pairs", () => {
  const made = readdirSync("src/features", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(`src/features/${file}`, "utf8").matchAll(/const (\w+) = lifecycle[<(]/g)].map(
        ([, name = ""]) => `${file}: ${ASKED_BY[name] ?? name}`,
      ),
    );
  expect(made.toSorted()).toEqual(Object.keys(TABLES));
  for (const [made, test] of Object.entries(TABLES)) {
    const [file = "", name = ""] = made.split(": ");
    const code = readFileSync(`tests/unit/${test}.test.ts`, "utf8");
    const imports = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from "@/features/${file.replace(/\.ts$/, "")}"`);
    expect(code, `${test} knows ${name}`).toMatch(imports);
  }
});

describe("what was put aside of a stock", () => {
  const pairs = RESERVATION_STATES.flatMap((from) => RESERVATION_STATES.map((to) => [from, to] as const));
  it.each(pairs)("%s → %s: is taken or let go, once", (from, to) => {
    expect(reservationSteps.can(from, to, "member")).toBe(["open → issued", "open → released"].includes(`${from} → ${to}`));
  });
});
