import { afterEach, expect, it } from "vitest";
import { serverNow, writeToken } from "@/trpc/token";

const HOUR_MS = 3_600_000;
/** A token as a server issues it whose clock differs from this one's. */
const tokenOf = (ahead: number) => {
  const iat = Math.floor((Date.now() - ahead) / 1000);
  return `e30.${btoa(JSON.stringify({ iat, exp: iat + 12 * 3600 }))}.x`;
};
afterEach(() => writeToken(null));

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
