import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/app-error";
import { rateLimits, subscriberOf } from "@/server/http/rate-limits";

/** How many of these calls are let through before the first refusal. */
async function spendUntilRefused(spend: () => Promise<void>, most: number): Promise<{ passed: number; refusal: unknown }> {
  for (let passed = 0; passed < most; passed++) {
    try {
      await spend();
    } catch (refusal) {
      return { passed, refusal };
    }
  }
  return { passed: most, refusal: undefined };
}

describe("rate limits", () => {
  it.each([
    ["credentials", 30],
    ["lookup", 60],
    ["mail", 10],
  ] as const)("%s: %i calls a minute, then a 429 that tells how long to wait", async (budget, points) => {
    const limits = rateLimits(true);
    const { passed, refusal } = await spendUntilRefused(() => limits.spend(budget, "10.0.0.1"), points + 1);
    expect(passed).toBe(points);
    if (!(refusal instanceof AppError)) throw new Error("the refusal is no AppError");
    expect(refusal).toMatchObject({ code: "tooManyRequests", status: 429 });
    expect(Number.isInteger(refusal.retryAfter)).toBe(true);
    expect(refusal.retryAfter).toBeGreaterThanOrEqual(1);
    expect(refusal.retryAfter).toBeLessThanOrEqual(60);
  });

  it("each address and each class has a budget of its own", async () => {
    const limits = rateLimits(true);
    await spendUntilRefused(() => limits.spend("credentials", "10.0.0.1"), 31);
    await expect(limits.spend("credentials", "10.0.0.1")).rejects.toBeInstanceOf(AppError);
    await expect(limits.spend("credentials", "10.0.0.2")).resolves.toBeUndefined();
    await expect(limits.spend("lookup", "10.0.0.1")).resolves.toBeUndefined();
  });

  it("calls at the same time share one budget", async () => {
    const limits = rateLimits(true);
    const spent = await Promise.allSettled(Array.from({ length: 50 }, () => limits.spend("credentials", "10.0.0.1")));
    expect(spent.filter(({ status }) => status === "fulfilled")).toHaveLength(30);
  });

  it("switched off, nothing is refused", async () => {
    const limits = rateLimits(false);
    const { passed } = await spendUntilRefused(() => limits.spend("credentials", "10.0.0.1"), 200);
    expect(passed).toBe(200);
  });

  it("all addresses of one IPv6 subscriber share a budget, and an IPv4 address written as IPv6 is itself", async () => {
    const limits = rateLimits(true);
    await spendUntilRefused(() => limits.spend("mail", "2001:db8:1:2::1"), 11);
    await expect(limits.spend("mail", "2001:db8:1:2:ffff:0:0:9")).rejects.toBeInstanceOf(AppError);
    await expect(limits.spend("mail", "2001:db8:1:3::1")).resolves.toBeUndefined();
    expect(subscriberOf("::ffff:10.0.0.1")).toBe("10.0.0.1");
    expect(subscriberOf("10.0.0.1")).toBe("10.0.0.1");
    expect(subscriberOf("fe80::1%eth0")).toBe(subscriberOf("fe80::2"));
    expect(subscriberOf("unknown")).toBe("unknown");
  });
});
