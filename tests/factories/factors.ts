import { Secret, TOTP } from "otpauth";
import type { Harness } from "#tests/config/harness";

export const SECURITY = "/api/user/personalization/account/security";

/** What an authenticator app would show. @param steps how many periods of 30 seconds later */
export const totpCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** A code that is right at no time near now. */
export function wrongCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => totpCode(secret, steps));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.includes(code)) ?? "";
}

/** Sets up an authenticator app through the API. */
export async function enableTotp(harness: Harness, token: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await harness.call("POST", `${SECURITY}/totp/begin`, { token });
  if (begun.status !== 200) throw new Error(`not begun: ${JSON.stringify(begun.body)}`);
  const { secret } = begun.body.data;
  const enabled = await harness.call("POST", `${SECURITY}/totp/enable`, { token, body: { code: totpCode(secret) } });
  if (enabled.status !== 200) throw new Error(`not enabled: ${JSON.stringify(enabled.body)}`);
  return { secret, recoveryCodes: enabled.body.data.recoveryCodes };
}
