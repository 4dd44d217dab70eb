import { v7 as uuidv7 } from "uuid";
import { SHOP } from "#tests/factories/trades";
import type { Slice } from "./shop";

export const people: Slice = {
  calls: {
    "trades.workspace.view": () => ({}),
    "trades.workspace.save": () => ({ ...SHOP, version: 1 }),
    "trades.workspace.delete": () => ({ name: SHOP.name }),
    "trades.members.list": () => ({}),
    "trades.members.setRole": ({ member }) => ({ ...member, role: "manager" }),
    "trades.members.remove": ({ member }) => member,
    "trades.members.leave": () => ({}),
    "trades.members.transfer": ({ member }) => member,
    "trades.invites.list": () => ({}),
    "trades.invites.send": () => ({ email: `${uuidv7()}@example.com` }),
    "trades.invites.revoke": ({ invite: { uid } }) => ({ uid }),
  },
};
