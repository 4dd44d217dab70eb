import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { keyedQueue } from "@/server/keyed-queue";

describe("what is done in turn", () => {
  it("goes one after the other for each key, and beside other keys", async () => {
    const { take } = keyedQueue();
    const running: string[] = [];
    const seen: string[] = [];
    const work = (key: string) => async () => {
      running.push(key);
      seen.push(running.toSorted().join(""));
      await pause(5);
      running.splice(running.indexOf(key), 1);
      return key;
    };
    const asked = ["a", "a", "b", "a"].map((key) => take(key, work(key)));
    expect(await Promise.all(asked)).toEqual(["a", "a", "b", "a"]);
    expect(seen.some((now) => now === "ab")).toBe(true);
    expect(seen.some((now) => now.includes("aa"))).toBe(false);
  });

  it("goes on after what failed, which is told to whoever asked for it", async () => {
    const { take } = keyedQueue();
    const failed = take("a", () => Promise.reject(new Error("no")));
    const next = take("a", async () => "yes");
    await expect(failed).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });

  it("goes at most so many at once, and by turns: whoever asks for much waits for others between it", async () => {
    const { take } = keyedQueue({ atOnce: 2 });
    let running = 0;
    let most = 0;
    const begun: string[] = [];
    const work = (name: string) => async () => {
      begun.push(name);
      running += 1;
      most = Math.max(most, running);
      await pause(1);
      running -= 1;
    };
    const much = [1, 2, 3, 4, 5, 6].map((n) => take("much", work(`much ${n}`)));
    const others = ["a", "b", "c"].map((key) => take(key, work(key)));
    await Promise.all([...much, ...others]);
    expect(most).toBe(2);
    expect(begun.toSorted()).toEqual(["a", "b", "c", ...much.map((_, n) => `much ${n + 1}`)]);
    expect(begun.indexOf("c")).toBeLessThan(begun.indexOf("much 4"));
  });

  it("tells whoever waits too long, and does nothing of theirs; who came after them has their turn", async () => {
    const { take } = keyedQueue({ atOnce: 1, patience: { ms: 20, refusal: () => new Error("later") } });
    const begun: string[] = [];
    let done = () => {};
    const slow = new Promise<void>((resolve) => {
      done = resolve;
    });
    const first = take("a", async () => {
      begun.push("first");
      await slow;
    });
    const late = take("b", async () => begun.push("late"));
    await expect(late).rejects.toThrow("later");
    done();
    await first;
    await take("b", async () => begun.push("again"));
    expect(begun).toEqual(["first", "again"]);
  });
});
