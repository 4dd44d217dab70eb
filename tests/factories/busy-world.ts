import type { Harness } from "#tests/config/harness";
import { call, registerUser } from "#tests/config/harness";
import { invoices, notifications } from "@/server/db/schema";
import { aQuestion } from "./answers";
import { givePlan, subscribe } from "./billing";
import { aShop } from "./isolation/shop";
import { plainPdf } from "./pdf";
import { picture } from "./pictures";
import { quoteFields } from "./quotes";
import { begun } from "./support";

/** Somebody who has paid at Stripe, of which the app does not know yet. */
interface Payer {
  userId: string;
  customer: string;
  invoice: string;
}

export interface World {
  publicUrl: string;
  dataDir: string;
  candidate: { token: string; userId: string };
  questionId: string;
  conversationId: string;
  payers: Payer[];
  shop: { workspaceId: string; token: string; fields: Awaited<ReturnType<typeof quoteFields>> };
  /** What goes with messages, into the shop and into profiles: the one is kept as it came, the other written anew. */
  documents: { bytes: Uint8Array; name: string; type: string }[];
  /** The same app at another address. */
  at(url: string): Harness;
}

/** Who acts while an app is killed again and again. @param payers whose payment is told of once each */
export async function makeWorld(harness: Harness, payers: number): Promise<World> {
  const { db, payments } = harness.app.services;
  const candidate = await registerUser(harness);
  await givePlan(harness, candidate.user.uid);
  const shop = await aShop(harness);
  const paid: Payer[] = [];
  for (let n = 0; n < payers; n++) {
    const payer = await registerUser(harness);
    await subscribe(harness, payer.token);
    const { data } = await payments.call((stripe) => stripe.invoices.list({ limit: 100 }));
    const invoice = data.find(({ customer }) => !paid.some((one) => one.customer === String(customer)));
    if (!invoice) throw new Error("no invoice");
    paid.push({ userId: payer.user.uid, customer: String(invoice.customer), invoice: String(invoice.id) });
  }
  // As if nothing of it had been told yet.
  await db.delete(invoices);
  await db.delete(notifications);
  return {
    publicUrl: harness.env.publicUrl,
    dataDir: harness.env.dataDir,
    candidate: { token: candidate.token, userId: candidate.user.uid },
    questionId: await aQuestion(harness, candidate.token),
    conversationId: await begun(harness, candidate.token),
    payers: paid,
    shop: { workspaceId: shop.workspaceId, token: shop.owner.token, fields: await quoteFields(shop.ask) },
    documents: [
      { bytes: plainPdf(20), name: "plan.pdf", type: "application/pdf" },
      { bytes: await picture("png"), name: "kitchen.png", type: "image/png" },
    ],
    at: (url) => ({ ...harness, url, call: (method, target, options) => call(url, method, target, options) }),
  };
}
