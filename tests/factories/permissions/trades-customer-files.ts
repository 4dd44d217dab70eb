import { row, type Table } from "./table";
import { customer, MANAGERS, shop } from "./trades";

const TEXT = "name,contact\nLan,Minh\n";

export const tradesCustomerFilesTable: Table = {
  "trades.customerFiles.export": row(MANAGERS, async (world) => ({ workspaceId: (await customer(world)).workspaceId })),
  "trades.customerFiles.check": row({ ...MANAGERS, owner: "ok" }, async (world) => ({ ...(await shop(world)), text: TEXT })),
  "trades.customerFiles.take": row({ ...MANAGERS, owner: "ok" }, async (world) => {
    const given = { ...(await shop(world)), text: TEXT };
    const { seen } = await world.by(world.owner, "trades.customerFiles.check", given);
    return { ...given, seen };
  }),
};
