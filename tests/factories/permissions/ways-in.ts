import type { JWTPayload } from "jose";
import { type SoftAuthenticator, softAuthenticator } from "#tests/factories/authenticator";
import { totpCode } from "#tests/factories/factors";
import { somebody } from "#tests/factories/openid";
import { identities } from "@/server/db/schema";
import { LISTS, OPEN, OWN, row, SELF, type Table } from "./table";
import type { World } from "./world";

const F = "account.factors";

/** A passkey of the owner's. */
async function aPasskey(world: World): Promise<SoftAuthenticator> {
  const key = softAuthenticator(world.harness.url);
  await world.by(world.owner, `${F}.addPasskey`, { ...(await newPasskey(world, key)), name: world.owner.mark });
  world.owns(key.id);
  return key;
}

async function newPasskey(world: World, key = softAuthenticator(world.harness.url)) {
  const { challengeId, options } = await world.by(world.owner, `${F}.beginPasskey`);
  return { challengeId, response: key.create(options) };
}

/** The owner's passkey, answering a dialog that somebody began. */
async function answered(world: World, dialog: string) {
  const key = await aPasskey(world);
  const { challengeId, options } = await world.by(world.owner, dialog);
  return { challengeId, response: key.get(options) };
}

const proof = async ({ harness }: World, claims: JWTPayload) => ({ provider: "oidc", idToken: await harness.provider.idToken(claims) });

/** Somebody whom the provider knows, and who opens the owner's account. */
async function linked(world: World) {
  const claims = somebody();
  const { db } = world.harness.app.services;
  await db.insert(identities).values({ provider: "oidc", providerAccountId: claims.sub, userId: world.owner.id, email: claims.email });
  return claims;
}

const WRONG_STATE = { stranger: "wrongState", admin: "wrongState", superAdmin: "wrongState" } as const;
const PASSKEY_FAILED = { stranger: "passkeyFailed", admin: "passkeyFailed", superAdmin: "passkeyFailed" } as const;

export const waysInTable: Table = {
  [`${F}.get`]: row(LISTS, async (world) => void (await aPasskey(world))),
  [`${F}.beginTotp`]: row(SELF),
  [`${F}.enableTotp`]: row(
    SELF,
    async (world) => ({ code: totpCode((await world.by(world.owner, `${F}.beginTotp`)).secret) }),
    WRONG_STATE,
  ),
  [`${F}.disableTotp`]: row(SELF),
  [`${F}.renewRecoveryCodes`]: row(SELF, async (world) => void (await aPasskey(world)), WRONG_STATE),
  [`${F}.beginPasskey`]: row(SELF),
  // A dialog is answered by whoever began it.
  [`${F}.addPasskey`]: row(SELF, async (world) => ({ ...(await newPasskey(world)), name: "Laptop" }), PASSKEY_FAILED),
  [`${F}.renamePasskey`]: row(OWN, async (world) => ({ id: (await aPasskey(world)).id, name: "Another" })),
  [`${F}.removePasskey`]: row(OWN, async (world) => ({ id: (await aPasskey(world)).id })),
  [`${F}.beginPasskeyLogin`]: row(OPEN),
  [`${F}.loginWithPasskey`]: row(OPEN, (world) => answered(world, `${F}.beginPasskeyLogin`)),
  [`${F}.beginPasskeyReauthentication`]: row(SELF),
  [`${F}.reauthenticateWithPasskey`]: row(SELF, (world) => answered(world, `${F}.beginPasskeyReauthentication`), PASSKEY_FAILED),

  "account.thirdParty.login": row(OPEN, async (world) => proof(world, await linked(world))),
  "account.thirdParty.register": row(OPEN, (world) => proof(world, somebody())),
  "account.thirdParty.exists": row(OPEN, async (world) => ({ id: (await linked(world)).sub })),
  "account.thirdParty.link": row(SELF, (world) => proof(world, somebody())),
  "account.thirdParty.unlink": row(OWN, async (world) => {
    await linked(world);
    return { provider: "oidc" };
  }),
};
