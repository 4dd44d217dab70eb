import { QueryObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { Queries } from "@/trpc/queries";

/** Questions of which each is answered by hand. */
function asked() {
  const queries = new Queries();
  const answers: ((answer: string) => void)[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ["unread"],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  const seen: (string | undefined)[] = [];
  observer.subscribe(({ data }) => seen.push(data));
  return { queries, answers, observer, seen };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe("what has changed", () => {
  it("is asked for anew while the first answer is under way, and that one is not shown", async () => {
    const { queries, answers, observer, seen } = asked();
    expect(answers).toHaveLength(1);
    const renewed = queries.invalidateQueries({ queryKey: ["unread"] });
    await settled();
    expect(answers).toHaveLength(2);
    answers[0]?.("before");
    await settled();
    answers[1]?.("after");
    await renewed;
    expect(observer.getCurrentResult()).toMatchObject({ data: "after", status: "success", fetchStatus: "idle" });
    expect(seen).not.toContain("before");
  });

  it("is asked for anew when it was answered, and what stood there stays meanwhile", async () => {
    const { queries, answers, observer } = asked();
    answers[0]?.("before");
    await settled();
    const renewed = queries.invalidateQueries({ queryKey: ["unread"] });
    await settled();
    expect(observer.getCurrentResult().data).toBe("before");
    answers[1]?.("after");
    await renewed;
    expect(observer.getCurrentResult().data).toBe("after");
  });

  it("of other questions changes nothing", async () => {
    const { queries, answers } = asked();
    await queries.invalidateQueries({ queryKey: ["other"] });
    await settled();
    expect(answers).toHaveLength(1);
  });
});
