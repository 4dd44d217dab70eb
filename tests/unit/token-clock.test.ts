import { afterEach, expect, it, vi } from "vitest";
import { readToken, serverNow, writeToken } from "@/trpc/token";

const HOUR_MS = 3_600_000;
/** A token as a server issues it whose clock differs from this one's. */
const tokenOf = (ahead: number) => {
  const iat = Math.floor((Date.now() - ahead) / 1000);
  return `e30.${btoa(JSON.stringify({ iat, exp: iat + 12 * 3600 }))}.x`;
};
afterEach(() => {
  writeToken(null);
  vi.unstubAllGlobals();
});

it.each([-14, 0, 15])("what time it is for the server is known on a device whose clock is %i hours ahead", (hours) => {
  writeToken(tokenOf(hours * HOUR_MS));
  // A token's times are in seconds.
  expect(Math.abs(Date.now() - hours * HOUR_MS - serverNow())).toBeLessThan(2000);
  // What a slow network makes of it is no difference.
  writeToken(tokenOf(20_000));
  expect(Math.abs(Date.now() - serverNow())).toBeLessThan(1000);
  writeToken(null);
  expect(Math.abs(Date.now() - serverNow())).toBeLessThan(1000);
});

it("a token for which there is no room is used all the same, until another tab signs somebody in or out", () => {
  const lying = new Map<string, string>();
  let full = false;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => lying.get(key) ?? null,
    removeItem: (key: string) => lying.delete(key),
    setItem: (key: string, value: string) => {
      if (full) throw new DOMException("full", "QuotaExceededError");
      lying.set(key, value);
    },
  });
  const [earlier, later, elsewhere] = [tokenOf(0), tokenOf(HOUR_MS), tokenOf(2 * HOUR_MS)];
  for (const before of [earlier, null]) {
    full = false;
    writeToken(before);
    full = true;
    writeToken(later);
    expect(readToken()).toBe(later);
    expect(lying.get("accessToken") ?? null).toBe(before);
    lying.set("accessToken", elsewhere);
    expect(readToken()).toBe(elsewhere);
    lying.clear();
    expect(readToken()).toBe(before === null ? later : null);
  }
});
