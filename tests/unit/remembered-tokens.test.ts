import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accessTokens } from "@/server/access-tokens";

const SECRET = "a secret of more than thirty-two characters";
const HOUR_MS = 3_600_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

test("a token that was proven once still ends with its time", async () => {
  const tokens = accessTokens([SECRET]);
  const token = await tokens.issue("user", "session", new Date(Date.now() + HOUR_MS));
  for (let n = 0; n < 2; n++) expect(await tokens.verify(token)).toMatchObject({ userId: "user", sessionId: "session" });
  vi.setSystemTime(Date.now() + HOUR_MS);
  for (let n = 0; n < 2; n++) await expect(tokens.verify(token)).rejects.toMatchObject({ code: "tokenExpired" });
});

test("a proven token vouches for no other", async () => {
  const tokens = accessTokens([SECRET]);
  const expiresAt = new Date(Date.now() + HOUR_MS);
  const token = await tokens.issue("user", "session", expiresAt);
  await tokens.verify(token);
  const [head, , signature] = token.split(".");
  const [, claims] = (await tokens.issue("admin", "session", expiresAt)).split(".");
  await expect(tokens.verify(`${head}.${claims}.${signature}`)).rejects.toMatchObject({ code: "unauthorized" });
  const stranger = await accessTokens([`not ${SECRET}`]).issue("user", "session", expiresAt);
  await expect(tokens.verify(stranger)).rejects.toMatchObject({ code: "unauthorized" });
});
