import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readReports } from "@/features/forum/posts/hooks/read-reports";
import { throttle } from "@/lib/throttle";
import { messages } from "@/server/realtime";

describe("what is gathered", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is done at once, and once more for all that came meanwhile", () => {
    const run = vi.fn();
    const { ask } = throttle(run, 1000);
    ask();
    expect(run).toHaveBeenCalledTimes(1);
    for (let at = 0; at < 9; at++) {
      ask();
      vi.advanceTimersByTime(100);
    }
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(100);
    expect(run).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(10_000);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("is done at once again after a pause", () => {
    const run = vi.fn();
    const { ask } = throttle(run, 1000);
    ask();
    vi.advanceTimersByTime(1000);
    ask();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("goes on after a failure, and is not done once it has ended", () => {
    const run = vi.fn(() => {
      throw new Error("away");
    });
    const { ask, end } = throttle(run, 1000);
    expect(ask).toThrow("away");
    ask();
    expect(() => vi.advanceTimersByTime(1000)).toThrow("away");
    expect(run).toHaveBeenCalledTimes(2);
    ask();
    end();
    vi.advanceTimersByTime(5000);
    expect(run).toHaveBeenCalledTimes(2);
  });
});

describe("what somebody reads", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const reporting = () => {
    const send = vi.fn(async (_seq: number) => {});
    return { send, ...readReports(5, send) };
  };

  it("is told together after a while, up to the last of it", async () => {
    const { send, see, seen } = reporting();
    for (const seq of [4, 6, 7, 9, 8]) see(seq);
    expect([seen(), send.mock.calls]).toEqual([9, []]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(send.mock.calls).toEqual([[9]]);
    await vi.advanceTimersByTimeAsync(60_000);
    see(9);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(send.mock.calls).toEqual([[9]]);
    see(10);
    await vi.advanceTimersByTimeAsync(5000);
    expect(send.mock.calls).toEqual([[9], [10]]);
  });

  it("is not told by all who read it at the same moment", async () => {
    const readers = Array.from({ length: 50 }, reporting);
    for (const { see } of readers) see(6);
    const told = () => readers.filter(({ send }) => send.mock.calls.length > 0).length;
    const counts: number[] = [];
    for (let second = 0; second < 5; second++) {
      await vi.advanceTimersByTimeAsync(1000);
      counts.push(told());
    }
    expect([counts[0], counts[4]]).toEqual([0, 50]);
    expect(new Set(counts).size).toBeGreaterThan(2);
  });

  it("is told at once to whoever asks for it, by their way, and then not again", async () => {
    const { send, see, tell } = reporting();
    expect(await tell()).toBe(false);
    see(6);
    const last = vi.fn(async (_seq: number) => {});
    expect(await tell(last)).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([last.mock.calls, send.mock.calls]).toEqual([[[6]], []]);
  });

  it("is told with what comes next where it did not arrive", async () => {
    const { send, see, tell } = reporting();
    send.mockRejectedValueOnce(new Error("away"));
    see(6);
    await vi.advanceTimersByTimeAsync(5000);
    see(7);
    expect(await tell()).toBe(true);
    expect(send.mock.calls).toEqual([[6], [7]]);
    send.mockRejectedValueOnce(new Error("away"));
    see(8);
    expect([await tell(), await tell()]).toEqual([false, true]);
    expect(send.mock.calls).toEqual([[6], [7], [8], [8]]);
  });
});

describe("what a process may have missed", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is told to each of its streams once, and to one after the other", async () => {
    type Listener = (message: string | null) => void;
    const listeners: Listener[] = [];
    const subscribe = async (_topic: string, listener: Listener) => {
      listeners.push(listener);
      return () => {};
    };
    const over = new AbortController();
    const streams = Array.from({ length: 50 }, () => {
      const told: (string | null)[] = [];
      const done = (async () => {
        for await (const message of messages({ subscribe }, ["one", "other"], over.signal)) told.push(message);
      })();
      return { told, done };
    });
    await vi.advanceTimersByTimeAsync(0);
    for (const listener of listeners) listener(null);
    await vi.advanceTimersByTimeAsync(2000);
    const told = streams.filter((stream) => stream.told.length > 0).length;
    expect(told > 0 && told < streams.length).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(streams.map((stream) => stream.told)).toEqual(streams.map(() => [null]));
    over.abort();
    await Promise.all(streams.map(({ done }) => done));
  });
});
