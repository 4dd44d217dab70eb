import type { Operation, OperationResultEnvelope } from "@trpc/client";
import { TRPCClientError } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { describe, expect, it } from "vitest";
import type { AppRouter } from "@/server/api/root";
import { sameUserLink } from "@/trpc/same-user-link";

type Lost = TRPCClientError<AppRouter>;

/** What becomes of a call of one person's, to which an answer or a refusal comes when another is signed in. */
function asked(before: string | undefined, after: string | undefined, refused = false): Promise<unknown> {
  let signedIn = before;
  const op: Operation = { id: 1, type: "mutation", path: "a.b", input: null, context: {}, signal: null };
  return new Promise((resolve) => {
    sameUserLink(() => signedIn)({})({
      op,
      next: () =>
        observable<OperationResultEnvelope<unknown, Lost>, Lost>((observer) => {
          signedIn = after;
          if (refused) return observer.error(TRPCClientError.from(new Error("refused")));
          observer.next({ result: { type: "data", data: "secret" } });
          observer.complete();
        }),
    }).subscribe({
      next: ({ result }) => resolve("data" in result ? result.data : null),
      error: ({ message }) => resolve(message),
    });
  });
}

describe("an answer", () => {
  it("comes to whoever has asked, and to whoever got a session by it", async () => {
    expect(await asked("ada", "ada")).toBe("secret");
    expect(await asked("ada", "ada", true)).toBe("refused");
    expect(await asked(undefined, "ada")).toBe("secret");
  });

  it("comes to nobody else, nor does what was refused", async () => {
    for (const after of ["bo", undefined])
      for (const refused of [false, true]) expect(await asked("ada", after, refused)).toBe("whoever has asked has left");
  });
});
