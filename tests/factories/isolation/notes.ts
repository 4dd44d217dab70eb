import { plainPdf } from "#tests/factories/pdf";
import { A_CUSTOMER } from "#tests/factories/trades";
import { sendToWorkspace } from "#tests/factories/workspace-files";
import type { Shop, Slice } from "./shop";

const customer = async ({ ask }: Shop): Promise<string> => (await ask("customers.save", A_CUSTOMER)).uid;

async function document(shop: Shop) {
  const about = { customerUid: await customer(shop) };
  const { harness, owner, workspaceId } = shop;
  const put = await sendToWorkspace(harness, owner.token, workspaceId, plainPdf(1), { name: "a.pdf", type: "application/pdf", about });
  if (!put.body.serverData?.taken) throw new Error(`not taken: ${JSON.stringify(put.body)}`);
  return { uid: put.uid, version: 1 };
}

async function note(shop: Shop) {
  const about = { customerUid: await customer(shop), body: `Ask @[${shop.member.uid}]` };
  const { uid, version } = await shop.ask("notes.save", about);
  return { uid, version };
}

export const notes: Slice = {
  calls: {
    "trades.files.list": async (shop) => ({ customerUid: await customer(shop) }),
    "trades.files.view": async (shop) => ({ uid: (await document(shop)).uid }),
    "trades.files.rename": async (shop) => ({ ...(await document(shop)), name: "Taken" }),
    "trades.files.delete": document,
    "trades.notes.list": async (shop) => ({ customerUid: await customer(shop) }),
    "trades.notes.save": async (shop) => ({ ...(await note(shop)), body: "Taken" }),
    "trades.notes.delete": note,
  },
  fill: (shop) => Promise.all([document(shop), note(shop)]),
};
