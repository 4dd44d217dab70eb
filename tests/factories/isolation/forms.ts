import { aDefinition } from "#tests/factories/forms";
import type { Shop, Slice } from "./shop";

async function form({ ask }: Shop) {
  const { uid, version } = await ask("forms.save", { name: "Site measure", ...aDefinition().definition });
  return { uid: uid as string, version: version as number };
}

async function published(shop: Shop) {
  const { uid, version } = await shop.ask("forms.publish", await form(shop));
  return { uid: uid as string, version: version as number };
}

async function entry(shop: Shop) {
  const { uid, version } = await shop.ask("entries.start", { formUid: (await published(shop)).uid });
  return { uid: uid as string, version: version as number };
}

async function handedIn(shop: Shop) {
  const { definition, answers } = aDefinition();
  const made = await shop.ask("forms.publish", await shop.ask("forms.save", { name: "Handover", ...definition }).then(seen));
  const begun = seen(await shop.ask("entries.start", { formUid: made.uid }));
  return seen(await shop.ask("entries.submit", { ...begun, answers }));
}
const seen = ({ uid, version }: { uid: string; version: number }) => ({ uid, version });

const job = async ({ ask }: Shop): Promise<string> => {
  const customer = await ask("customers.save", { name: "Customer" });
  return (await ask("jobs.save", { title: "Kitchen", customerUid: customer.uid })).uid;
};

export const forms: Slice = {
  calls: {
    "trades.forms.list": () => ({}),
    "trades.forms.open": () => ({}),
    "trades.forms.view": async (shop) => ({ uid: (await form(shop)).uid }),
    "trades.forms.save": async (shop) => ({ ...(await form(shop)), name: "Taken", fields: [] }),
    "trades.forms.publish": form,
    "trades.forms.archive": async (shop) => ({ ...(await published(shop)), archived: true }),
    "trades.forms.delete": form,
    "trades.entries.list": () => ({}),
    "trades.entries.ofJob": async (shop) => ({ jobUid: await job(shop) }),
    "trades.entries.view": async (shop) => ({ uid: (await entry(shop)).uid }),
    "trades.entries.pdf": async (shop) => ({ uid: (await handedIn(shop)).uid }),
    "trades.entries.start": async (shop) => ({ formUid: (await published(shop)).uid, jobUid: await job(shop) }),
    "trades.entries.save": async (shop) => ({ ...(await entry(shop)), answers: {} }),
    "trades.entries.submit": async (shop) => ({ ...(await entry(shop)), answers: {} }),
    "trades.entries.discard": entry,
  },
  fill: entry,
};
