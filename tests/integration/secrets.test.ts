import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, PASSWORD, registerUser, startHarness } from "#tests/config/harness";
import { answerDetail, capturedAnswer, PRACTICE, RATINGS } from "#tests/factories/answers";
import { enableTotp, SECURITY, totpCode } from "#tests/factories/factors";
import { startProcess } from "#tests/factories/processes";
import { finish, putFile, resumeAt, storedAnswer, uploadAddress } from "#tests/factories/uploads";
import { resealTotp } from "@/features/account/factors/mutations";
import { users } from "@/server/db/schema";
import { sealedPrefix } from "@/server/sealed";
import type { Secrets } from "@/server/secrets";
import { decodeWith } from "@/server/vendors/identities";

const OLD = "the secret of before, long enough to be one";
const NEW = "the secret from now on, long enough as well";

let before: Harness;
const others: Harness[] = [];

beforeAll(async () => {
  before = await startHarness({ SECRET: OLD, STORAGE_KEY: OLD });
});
afterAll(async () => {
  for (const one of others) await one.close();
  await before?.close();
});

/** The app started anew on the same data with other keys. */
async function startedWith(keys: { secrets: Secrets } | { storageKeys: Secrets }): Promise<Harness> {
  const one = await startProcess({ ...before.env, ...keys }, before.databaseUrl);
  others.push(one);
  return one;
}
const withSecrets = (...secrets: Secrets) => startedWith({ secrets });

/** A take that somebody has shared: the link's token. */
async function sharedLink(token: string): Promise<string> {
  const { uid } = await storedAnswer(before, token);
  await before.call("POST", `${PRACTICE}/answer/save`, { token, body: { uid, rate_your_self: RATINGS } });
  const { body } = await before.call("POST", `${PRACTICE}/answer/share`, { token, body: { uid } });
  return new URL(body.data.share_link).hash.slice(1);
}

const open = (at: Harness, link: string) => at.call("POST", "/api/user/web/practice/shared/view", { body: { token: link } });
const whoAmI = (at: Harness, token: string) => at.call("GET", "/api/account/my-account", { token });
const login = (at: Harness, email: string, code?: string) =>
  at.call("POST", "/api/account/login", { body: { email, password: PASSWORD, code } });
const sealed = async () => (await before.app.services.db.select({ text: users.totpSecret }).from(users)).flatMap(({ text }) => text ?? []);
const forgetSteps = () => before.app.services.db.update(users).set({ totpLastStep: 0 });

describe("a new SECRET beside the previous one", () => {
  it("keeps people signed in, links open and authenticator apps good; without the previous one tokens and links end", async () => {
    const person = await registerUser(before);
    const { secret } = await enableTotp(before, person.token);
    const link = await sharedLink(person.token);

    const during = await withSecrets(NEW, OLD);
    expect((await whoAmI(during, person.token)).status).toBe(200);
    expect((await open(during, link)).status).toBe(200);
    await forgetSteps();
    const again = await login(during, person.email, totpCode(secret));
    expect(again.status).toBe(200);
    // What is issued from now on needs the new one only.
    const after = await withSecrets(NEW);
    expect((await open(after, link)).body.code).toBe("notFound");
    expect((await whoAmI(after, again.body.accessToken)).status).toBe(200);
    expect((await whoAmI(after, person.token)).body.code).toBe("unauthorized");
    expect((await whoAmI(before, again.body.accessToken)).body.code).toBe("unauthorized");
  });

  it("seals authenticator apps anew, so that the previous one can be taken away", async () => {
    const person = await registerUser(before);
    const { secret } = await enableTotp(before, person.token);
    const during = await withSecrets(NEW, OLD);
    expect((await sealed()).some((text) => text.startsWith(sealedPrefix([OLD])))).toBe(true);
    await resealTotp(during.app.services);
    expect((await sealed()).every((text) => text.startsWith(sealedPrefix([NEW])))).toBe(true);
    const anew = (await sealed()).toSorted();
    await resealTotp(during.app.services);
    expect((await sealed()).toSorted()).toEqual(anew);

    const after = await withSecrets(NEW);
    await forgetSteps();
    expect((await login(after, person.email, totpCode(secret))).status).toBe(200);
  });

  it("leaves what no known secret opens as it is, for when the right one comes back", async () => {
    const person = await registerUser(before);
    const { secret } = await enableTotp(before, person.token);
    const kept = await sealed();
    const stranger = await withSecrets("a secret that was never used before");
    await resealTotp(stranger.app.services);
    expect(await sealed()).toEqual(kept);
    const back = await withSecrets(NEW, OLD);
    await forgetSteps();
    expect((await login(back, person.email, totpCode(secret))).status).toBe(200);
  });

  it("gone at once, it leaves whoever has an authenticator app their recovery codes, and a way to set the app up anew", async () => {
    const person = await registerUser(before);
    const { secret, recoveryCodes } = await enableTotp(before, person.token);
    const begun = await registerUser(before);
    expect((await before.call("POST", `${SECURITY}/totp/begin`, { token: begun.token })).status).toBe(200);
    const after = await withSecrets("a secret that nobody had before this one");
    await forgetSteps();
    expect((await login(after, person.email, totpCode(secret))).body.code).toBe("wrongCode");
    const inside = await login(after, person.email, recoveryCodes[0]);
    expect(inside.status).toBe(200);
    const token = inside.body.accessToken;
    const proof = { password: PASSWORD, code: recoveryCodes[1] };
    expect((await after.call("POST", "/api/user/personalization/account/reauthenticate", { token, body: proof })).status).toBe(200);
    expect((await after.call("POST", `${SECURITY}/totp/disable`, { token })).status).toBe(200);
    expect((await enableTotp(after, token)).recoveryCodes).toHaveLength(10);
    // What was only begun is begun anew.
    const other = (await login(after, begun.email)).body.accessToken;
    const enable = await after.call("POST", `${SECURITY}/totp/enable`, { token: other, body: { code: "123456" } });
    expect(enable.body.code).toBe("wrongState");
    expect((await enableTotp(after, other)).recoveryCodes).toHaveLength(10);
  });

  it("takes a third party's proof that was under way", async () => {
    const proof = { id: randomUUID() };
    const token = await encode({ token: { proof }, secret: OLD });
    expect(await decodeWith([NEW, OLD])({ token, secret: NEW })).toMatchObject({ proof });
    await expect(decodeWith([NEW])({ token, secret: NEW })).rejects.toThrow();
  });
});

describe("a new STORAGE_KEY beside the previous one", () => {
  /** A signed address, asked of one process. */
  const at = (process: Harness, address: string) => address.replace(before.url, process.url);
  const status = async (process: Harness, address: string) => (await fetch(at(process, address))).status;
  const linkOf = async (process: Harness, token: string, uid: string): Promise<string> =>
    (await answerDetail(process, token, uid)).media.link;

  it("plays what addresses of before open, and signs new ones by itself; without the previous one those of before end", async () => {
    const { token } = await registerUser(before);
    const { uid } = await storedAnswer(before, token);
    const old = await linkOf(before, token, uid);
    const during = await startedWith({ storageKeys: [NEW, OLD] });
    expect(await status(during, old)).toBe(200);
    const fresh = await linkOf(during, token, uid);
    expect([await status(during, fresh), await status(before, fresh)]).toEqual([200, 403]);
    const after = await startedWith({ storageKeys: [NEW] });
    expect([await status(after, fresh), await status(after, old)]).toEqual([200, 403]);
  });

  it("lets an upload go on that began before, by its old address and by a new one", async () => {
    const { token } = await registerUser(before);
    const during = await startedWith({ storageKeys: [NEW, OLD] });
    for (const anew of [false, true]) {
      const { uid, bytes, recording, name } = await capturedAnswer(before, token, 9000);
      const file = { name, size: recording.size, type: recording.type };
      const old = await uploadAddress(before, token, uid, file);
      expect((await putFile(old, bytes.subarray(0, 4000), file.type)).status).toBe(400);
      const address = at(during, anew ? await uploadAddress(during, token, uid, file) : old);
      expect(await resumeAt(address)).toBe(4000);
      expect((await finish(address, bytes, file.type)).put.body).toMatchObject({ serverData: { stored: true, uid } });
    }
    const after = await startedWith({ storageKeys: [NEW] });
    const { uid, recording, name } = await capturedAnswer(before, token, 9000);
    const old = await uploadAddress(before, token, uid, { name, size: recording.size, type: recording.type });
    expect((await fetch(at(after, old), { method: "HEAD" })).status).toBe(403);
  });
});
