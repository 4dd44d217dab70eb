import { SignJWT } from "jose";
import { type Harness, registerUser } from "#tests/config/harness";
import type { ErrorCode } from "@/lib/app-error";
import { secretId } from "@/server/secrets";

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

export interface BadToken {
  name: string;
  token: string;
  code: ErrorCode;
}

/** Every kind of bearer token that must not open anything, made of an account that really exists. */
export async function badTokens(harness: Harness): Promise<BadToken[]> {
  const { token, user } = await registerUser(harness);
  const [header = "", payload = "", signature = ""] = token.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as { sub: string; sid: string; exp: number; aud: string };
  const stranger = await registerUser(harness);
  const ended = await registerUser(harness);
  await harness.call("GET", "/api/user/logout", { token: ended.token });
  const [secret] = harness.env.secrets;
  const sign = (body: Record<string, unknown>, { key = secret, kid = secretId(key) } = {}) =>
    new SignJWT(body).setProtectedHeader({ alg: "HS256", kid }).sign(new TextEncoder().encode(key));
  const other = "another secret that is long enough";
  const flipped = (signature[0] === "A" ? "B" : "A") + signature.slice(1);
  return [
    { name: "garbage", token: "garbage", code: "unauthorized" },
    { name: "three dots of garbage", token: "a.b.c", code: "unauthorized" },
    {
      name: "expired",
      token: await harness.app.services.tokens.issue(user.uid, claims.sid, new Date(Date.now() - 60_000)),
      code: "tokenExpired",
    },
    { name: "of an ended session", token: ended.token, code: "sessionEnded" },
    { name: "unsigned (alg none)", token: `${base64({ alg: "none" })}.${payload}.`, code: "unauthorized" },
    { name: "alg none with a signature", token: `${base64({ alg: "none" })}.${payload}.${signature}`, code: "unauthorized" },
    { name: "tampered signature", token: `${header}.${payload}.${flipped}`, code: "unauthorized" },
    {
      name: "another's id under the old signature",
      token: `${header}.${base64({ ...claims, sub: stranger.user.uid })}.${signature}`,
      code: "unauthorized",
    },
    { name: "signed with another secret", token: await sign(claims, { key: other }), code: "unauthorized" },
    {
      name: "signed with another secret under our own's name",
      token: await sign(claims, { key: other, kid: secretId(secret) }),
      code: "unauthorized",
    },
    { name: "for somebody else", token: await sign({ ...claims, aud: "another" }), code: "unauthorized" },
    { name: "for nobody in particular", token: await sign({ ...claims, aud: undefined }), code: "unauthorized" },
    {
      name: "before its time",
      token: await sign({ ...claims, nbf: Math.floor(Date.now() / 1000) + 3600 }),
      code: "unauthorized",
    },
    { name: "without an expiry", token: await sign({ sub: claims.sub, sid: claims.sid, aud: claims.aud }), code: "unauthorized" },
    {
      name: "a session of somebody else",
      token: await sign({ ...claims, sub: stranger.user.uid }),
      code: "sessionEnded",
    },
  ];
}
