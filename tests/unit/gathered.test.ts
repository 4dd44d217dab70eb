import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { throttle } from "@/lib/throttle";

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
