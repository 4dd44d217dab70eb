import type { Slice } from "./shop";

const TEXT = "name,contact\nLan,Minh\n";

export const customerFiles: Slice = {
  calls: {
    "trades.customerFiles.export": () => ({}),
    "trades.customerFiles.check": () => ({ text: TEXT }),
    "trades.customerFiles.take": async ({ ask }) => ({ text: TEXT, seen: (await ask("customerFiles.check", { text: TEXT })).seen }),
  },
};
