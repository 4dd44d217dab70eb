import type { Operation, OperationResultEnvelope, TRPCClientError } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { describe, expect, it } from "vitest";
import { REPLAYED_HEADER } from "@/lib/intent";
import { type AppRouter, appRouter } from "@/server/api/root";
import { idempotencyLink, SWITCHES } from "@/trpc/idempotency-link";

/** An answer that the server had given before. */
const REPLAYED = new Response(null, { headers: { [REPLAYED_HEADER]: new Date(0).toUTCString() } });

/**
 * Calls as a page makes them, with the key that each goes with; those that are lost get no answer.
 * @param told hears what the person is told
 */
function aTab(told: () => void = () => {}) {
  const watch = { told, doneBefore: () => {}, codeOf: () => "network", author: () => "0c" };
  const link = idempotencyLink(watch)({});
  return (path: string, input: unknown, lost = false, response?: Response) =>
    new Promise<unknown>((resolve) => {
      const op: Operation = { id: 1, type: "mutation", path, input, context: {}, signal: null };
      let key: unknown;
      link({
        op,
        next: ({ context }) => {
          key = context.idempotencyKey;
          return observable<OperationResultEnvelope<unknown, TRPCClientError<AppRouter>>, TRPCClientError<AppRouter>>((observer) => {
            if (lost) return observer.error(new Error("away") as TRPCClientError<AppRouter>);
            observer.next({ result: { type: "data", data: null }, context: { response } });
            observer.complete();
          });
        },
      }).subscribe({ error: () => resolve(key), complete: () => resolve(key) });
    });
}

describe("a call whose answer was lost", () => {
  it("is the same call until it has been answered, and another one afterwards", async () => {
    const call = aTab();
    const [first, again, later] = [await call("a.b", { n: 1 }, true), await call("a.b", { n: 1 }), await call("a.b", { n: 1 })];
    expect(again).toBe(first);
    expect(later).not.toBe(first);
  });

  it("is named by what is sent next, also where the try that goes by itself was refused for another reason", async () => {
    const refusals: string[] = [];
    const named: unknown[] = [];
    const link = idempotencyLink({ told: () => {}, doneBefore: () => {}, codeOf: () => refusals.shift() ?? "network", author: () => "0c" })(
      {},
    );
    const call = (n: number) =>
      new Promise<unknown>((resolve) =>
        link({
          op: { id: 1, type: "mutation", path: "a.d", input: { n }, context: {}, signal: null },
          next: ({ context }) => {
            named.push(context.unanswered as string[]);
            return observable((observer) => {
              (context.onLost as () => void)();
              observer.error(new Error("shut") as TRPCClientError<AppRouter>);
            });
          },
        }).subscribe({ error: resolve, complete: () => resolve(undefined) }),
      );
    refusals.push("maintenance");
    await call(1);
    await call(2);
    expect(named).toEqual([[], [expect.any(String)]]);
  });

  it("is said to have been done before to whoever pressed twice, and not where it was sent twice by one press", async () => {
    let words = 0;
    const call = aTab(() => {
      words += 1;
    });
    await call("a.c", { n: 1 }, false, REPLAYED);
    expect(words).toBe(0);
    await call("a.c", { n: 1 }, true);
    await call("a.c", { n: 1 }, false, REPLAYED);
    expect(words).toBe(1);
  });

  it("is meant anew once something was answered that puts it otherwise; what makes something is not", async () => {
    const call = aTab();
    const out = { uids: ["0a"], reason: "Spam" };
    const suspended = await call("admin.people.suspend", out, true);
    const received = await call("trades.stock.receive", { uid: "0b", quantity: 5 }, true);
    await call("admin.people.restore", { uids: ["0a"] });
    await call("trades.stock.issue", { uid: "0b", quantity: 1 });
    expect(await call("admin.people.suspend", out)).not.toBe(suspended);
    expect(await call("trades.stock.receive", { uid: "0b", quantity: 5 })).toBe(received);
  });

  it("is meant anew once the same thing was saved otherwise; another thing that is saved changes nothing of it", async () => {
    const call = aTab();
    const rated = { uid: "0a", comments: "abc" };
    const first = await call("practice.saveAnswer", rated, true);
    await call("practice.saveAnswer", { uid: "0b", comments: "x" });
    expect(await call("practice.saveAnswer", rated, true)).toBe(first);
    await call("practice.saveAnswer", { uid: "0a", comments: "abcd" });
    expect(await call("practice.saveAnswer", rated)).not.toBe(first);
  });
});

it("what is put one way or the other is there, and makes nothing", () => {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { meta?: { creates?: true } } }>;
  const paths = SWITCHES.flat();
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.filter((path) => procedures[path]?._def.meta?.creates !== undefined || !(path in procedures))).toEqual([]);
});
