import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { turns } from "@/server/in-turn";

describe("what is done in turn", () => {
  it("goes one after the other for each key, and beside other keys", async () => {
    const { take } = turns();
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
    const { take } = turns();
    const failed = take("a", () => Promise.reject(new Error("no")));
    const next = take("a", async () => "yes");
    await expect(failed).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});
