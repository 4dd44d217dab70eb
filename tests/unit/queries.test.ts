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
  it("is asked for anew once a first answer that was under way has come, once however often it changed", async () => {
    const { queries, answers, observer, seen } = asked();
    expect(answers).toHaveLength(1);
    const renewed = Promise.all([1, 2, 3].map(() => queries.invalidateQueries({ queryKey: ["unread"] })));
    await settled();
    expect(answers).toHaveLength(1);
    answers[0]?.("before");
    await settled();
    expect(observer.getCurrentResult()).toMatchObject({ data: "before", fetchStatus: "fetching" });
    expect(answers).toHaveLength(2);
    answers[1]?.("after");
    await renewed;
    expect(observer.getCurrentResult()).toMatchObject({ data: "after", status: "success", fetchStatus: "idle" });
    expect(seen.filter(Boolean)).toEqual(expect.arrayContaining(["before", "after"]));
    expect(answers).toHaveLength(2);
  });

  it("shows what comes first however often it changes meanwhile", async () => {
    const { queries, answers, observer } = asked();
    for (let at = 0; at < 20; at++) void queries.invalidateQueries({ queryKey: ["unread"] });
    answers[0]?.("first");
    await settled();
    expect(observer.getCurrentResult().data).toBe("first");
    expect(answers).toHaveLength(2);
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
