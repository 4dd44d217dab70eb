import { A_CUSTOMER, wordingsFor } from "#tests/factories/trades";
import type { Shop, Slice } from "./shop";

async function template({ ask }: Shop) {
  const { tasks } = await ask("standards.save", { title: "Template", checks: [{ text: "Corners" }] });
  const steps = [{ standardUid: tasks[0].uid as string, offsetDays: 3 }];
  const { templates } = await ask("templates.save", { name: "Kitchen", steps });
  return { uid: templates[0].uid as string, version: templates[0].version as number, steps };
}
const seen = async (shop: Shop) => {
  const { uid, version } = await template(shop);
  return { uid, version };
};
async function text({ ask }: Shop) {
  const { texts } = await ask("texts.save", {
    name: "Thanks",
    wordings: wordingsFor({ en: { subject: "Thanks", body: "Dear {customer}" } }),
  });
  return { uid: texts[0].uid as string, version: texts[0].version as number };
}
async function job({ ask }: Shop): Promise<string> {
  const customer = await ask("customers.save", A_CUSTOMER);
  return (await ask("jobs.save", { title: "Kitchen", customerUid: customer.uid })).uid;
}

export const templates: Slice = {
  calls: {
    "trades.templates.list": () => ({}),
    "trades.templates.save": async (shop) => ({ ...(await template(shop)), name: "Taken" }),
    "trades.templates.delete": seen,
    "trades.templates.use": async (shop) => ({ uid: (await template(shop)).uid, jobUid: await job(shop), startOn: "2027-01-31" }),
    "trades.texts.list": () => ({}),
    "trades.texts.save": async (shop) => ({
      ...(await text(shop)),
      name: "Taken",
      wordings: wordingsFor({ en: { subject: "", body: "No" } }),
    }),
    "trades.texts.delete": text,
    "trades.texts.fill": async (shop) => ({ uid: (await text(shop)).uid, jobUid: await job(shop), locale: "en" }),
  },
  fill: async (shop) => {
    await template(shop);
    await text(shop);
  },
};
