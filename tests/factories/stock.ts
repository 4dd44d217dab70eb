import { v7 as uuidv7 } from "uuid";
import { type Harness, registerUser } from "#tests/config/harness";
import { callProcedure } from "#tests/factories/permissions/calls";
import { giveTrades, putIn, SHOP } from "#tests/factories/trades";
import { customers, jobs, pricingSettings } from "@/server/db/schema";

export const A_MATERIAL = {
  name: "Black granite",
  category: "granite",
  thickness: 20,
  finish: "polished",
  grain: false,
  slabLength: 3000,
  slabWidth: 1600,
  kerf: 4,
  trim: 10,
  remnantLength: 600,
  remnantWidth: 300,
} as const;

/** Without its material. */
export const A_SLAB = {
  serial: "S-0001",
  length: 3000,
  width: 1600,
  thickness: 20,
  cost: 9_000_001,
  bin: "A-1",
  supplier: "Quarry",
  batch: "B-17",
  defects: [{ x: 100, y: 50, length: 200, width: 30, note: "Crack" }],
  notes: "Left edge is rough.",
} as const;

export const AN_ITEM = { code: "SINK-45", name: "Sink 45", unit: "piece", bin: "R-2", reorderAt: 5000 } as const;

const NOBODY = { name: "", street: "", postcode: "", city: "", taxNumber: "", registration: "", email: "", phone: "", iban: "", bic: "" };

type Person = Awaited<ReturnType<typeof registerUser>>;

/** Somebody who owns shops and somebody who is a member of each, and what they ask of materials, slabs and stock. */
export async function storekeepers(harness: Harness) {
  const { db } = harness.app.services;
  const [owner, member] = await Promise.all([registerUser(harness), registerUser(harness)]);
  await giveTrades(db, [owner.user.uid]);
  const ask = (person: Person, procedure: string, input: unknown) => callProcedure(harness, person.token, `trades.${procedure}`, input);
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked at
  const given = async (person: Person, procedure: string, input: unknown): Promise<any> => {
    const heard = await ask(person, procedure, input);
    if (!heard.given) throw new Error(heard.text);
    return heard.given.data;
  };
  const material = (workspaceId: string, fields: object = {}) => given(owner, "materials.save", { workspaceId, ...A_MATERIAL, ...fields });
  const item = (workspaceId: string, fields: object = {}) => given(owner, "stock.save", { workspaceId, ...AN_ITEM, ...fields });
  return {
    owner,
    member,
    ask,
    given,
    code: async (person: Person, procedure: string, input: unknown) => (await ask(person, procedure, input)).code,
    /** A shop of its own for each test. */
    aShop: async () => {
      const { uid } = await given(owner, "workspace.create", SHOP);
      await putIn(db, uid, member.user.uid);
      return uid as string;
    },
    /** Says in which country a shop sells. */
    sellIn: (workspaceId: string, country: string) =>
      db.insert(pricingSettings).values({
        workspaceId,
        seller: { ...NOBODY, country, note: "" },
        taxIncluded: false,
        marginFloor: 0,
        discountLimit: 0,
        validityDays: 30,
        paymentDays: 14,
        deposit: 0,
        budgetAlert: 8000,
        waste: 0,
      }),
    material,
    slab: async (workspaceId: string, fields: { materialUid?: string; [field: string]: unknown } = {}) => {
      const materialUid = fields.materialUid ?? (await material(workspaceId)).uid;
      return given(owner, "slabs.save", { workspaceId, ...A_SLAB, materialUid, ...fields });
    },
    item,
    aJob: async (workspaceId: string, number = 7) => {
      const [customerId, id] = [uuidv7(), uuidv7()];
      await db.insert(customers).values({ id: customerId, workspaceId, name: "Lan" });
      await db.insert(jobs).values({ id, workspaceId, number, title: "Kitchen", customerId });
      return id;
    },
  };
}

/** Names of fields that hold money: an answer to a member has none of them. */
export const MONEY = /"(?:cost|value|price|amount|margin|total_?[Vv]alue)"/;
