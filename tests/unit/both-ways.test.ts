import { describe, expect, it } from "vitest";
import { bothWays } from "@/ui/editing/both-ways";

/** Rows that are on; a call turns those that stand otherwise, and says which they were. */
function aList(...on: string[]) {
  const shown = new Set(on);
  let refused = false;
  const actions = bothWays(
    {
      on: { id: "on", label: "On", done: (count) => `${count} on` },
      off: { id: "off", label: "Off", danger: true, done: (count) => `${count} off` },
    },
    async (uids, wanted) => {
      if (refused) return null;
      const turned = uids.filter((uid) => shown.has(uid) !== wanted);
      for (const uid of turned) wanted ? shown.add(uid) : shown.delete(uid);
      return turned.map((uid) => ({ uid }));
    },
  );
  const run = (id: string, ...uids: string[]) => {
    const action = actions.find((one) => one.id === id);
    if (!action) throw new Error(id);
    return action.run(uids.map((uid) => ({ uid })));
  };
  const refuse = () => {
    refused = true;
  };
  return { run, refuse, now: () => [...shown].toSorted() };
}

describe("rows that are turned both ways", () => {
  it("go back to where each of them stood, and those that stood so already stay", async () => {
    const { run, now } = aList("a");
    const outcome = await run("on", "a", "b", "c");
    expect([outcome?.done, now()]).toEqual(["2 on", ["a", "b", "c"]]);
    await outcome?.undo?.();
    expect(now()).toEqual(["a"]);
    const off = await run("off", "a", "b");
    expect([off?.done, now()]).toEqual(["1 off", []]);
    await off?.undo?.();
    expect(now()).toEqual(["a"]);
  });

  it("offer nothing to undo where nothing changed, and say nothing where it was refused", async () => {
    const { run, refuse } = aList("a");
    expect(await run("on", "a")).toEqual({ done: "0 on" });
    const outcome = await run("off", "a");
    refuse();
    expect(await run("on", "a")).toBeNull();
    await expect(outcome?.undo?.()).rejects.toThrow("refused");
  });
});
