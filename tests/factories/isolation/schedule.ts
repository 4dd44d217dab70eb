import { A_CUSTOMER } from "#tests/factories/trades";
import { USUAL_HOURS } from "@/lib/working-time";
import { A_BOOKING, A_PERSON, AN_ABSENCE } from "../schedule";
import type { Shop, Slice } from "./shop";

type Kept = Promise<{ uid: string; version: number }>;

const person = ({ ask }: Shop): Kept => ask("resources.save", A_PERSON);
const absence = async (shop: Shop) => {
  const resourceUid = (await person(shop)).uid;
  const kept = await shop.ask("resources.saveAbsence", { ...AN_ABSENCE, resourceUid });
  return { resourceUid, uid: kept.uid as string, version: kept.version as number };
};
const booking = async (shop: Shop) => {
  const resources = [(await person(shop)).uid];
  const kept = await shop.ask("schedule.save", { ...A_BOOKING, resources });
  return { resources, uid: kept.uid as string, version: kept.version as number };
};

export const schedule: Slice = {
  calls: {
    "trades.resources.list": () => ({}),
    "trades.resources.settings": () => ({}),
    "trades.resources.absences": () => ({}),
    "trades.resources.save": async (shop) => ({ ...A_PERSON, ...(await keyOf(person(shop))), name: "Taken" }),
    "trades.resources.saveSettings": () => ({ hours: USUAL_HOURS, holidays: [], version: 0 }),
    "trades.resources.saveAbsence": async (shop) => ({ ...AN_ABSENCE, ...(await absence(shop)), kind: "sick" }),
    "trades.resources.deleteAbsence": async (shop) => keyOf(absence(shop)),
    "trades.resources.openFeed": async (shop) => ({ uid: (await person(shop)).uid }),
    "trades.resources.endFeed": async (shop) => ({ uid: (await person(shop)).uid }),
    "trades.schedule.view": () => ({ from: "2037-03-02" }),
    "trades.schedule.ofJob": async ({ ask }) => {
      const customer = await ask("customers.save", A_CUSTOMER);
      return { jobUid: (await ask("jobs.save", { title: "Kitchen", customerUid: customer.uid })).uid };
    },
    "trades.schedule.nextFree": async (shop) => ({ resources: [(await person(shop)).uid], minutes: 60, from: A_BOOKING.startsAt }),
    "trades.schedule.save": async (shop) => ({ ...A_BOOKING, ...(await booking(shop)), title: "Taken" }),
    "trades.schedule.delete": async (shop) => keyOf(booking(shop)),
  },
  fill: async (shop) => {
    await shop.ask("resources.saveSettings", { hours: USUAL_HOURS, holidays: [], version: 0 });
    const { resourceUid } = await absence(shop);
    await shop.ask("resources.save", { kind: "team", name: "Crew", color: "info", members: [resourceUid] });
    await booking(shop);
  },
};

const keyOf = async (kept: Kept) => {
  const { uid, version } = await kept;
  return { uid, version };
};
