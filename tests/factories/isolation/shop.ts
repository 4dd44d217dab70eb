import { v7 as uuidv7 } from "uuid";
import { type Harness, registerUser } from "#tests/config/harness";
import { callProcedure } from "#tests/factories/permissions/calls";
import { anInvite, giveTrades, putIn, SHOP } from "#tests/factories/trades";

/** A shop of somebody's own, with a member and an invitation; `ask` does what its owner asks, and gives what is answered. */
export async function aShop(harness: Harness) {
  const { db } = harness.app.services;
  const [owner, colleague] = await Promise.all([registerUser(harness), registerUser(harness)]);
  await giveTrades(db, [owner.user.uid]);
  const { given } = await callProcedure(harness, owner.token, "trades.workspace.create", SHOP);
  const workspaceId: string = given.data.uid;
  const member = await putIn(db, workspaceId, colleague.user.uid);
  const about = { workspaceId, email: `${uuidv7()}@example.com`, invitedBy: owner.user.uid };
  const invite = await anInvite({ db, secrets: harness.env.secrets }, about);
  const ask = async (procedure: string, input: object) => {
    const heard = await callProcedure(harness, owner.token, `trades.${procedure}`, { workspaceId, ...input });
    if (heard.code) throw new Error(`${procedure}: ${heard.text}`);
    return heard.given.data;
  };
  return { harness, owner, colleague, workspaceId, member, invite, ask };
}
export type Shop = Awaited<ReturnType<typeof aShop>>;

/** What one part of trades adds to the test of isolation. */
export interface Slice {
  /** What is called with ids: each of its procedures that works in a workspace, with an input that is right for a shop's owner. */
  calls: Record<string, (shop: Shop) => object | Promise<object>>;
  /** Puts a row at least into each of its tables. */
  fill?: (shop: Shop) => Promise<unknown>;
}
