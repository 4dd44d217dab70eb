import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { CARDS, cardOf, givePlan, openCheckout, subscribe } from "#tests/factories/billing";
import { complimentaryPeriods } from "@/server/db/schema";
import { LISTS, OPEN, OWN, row, SELF, type Table, TEAM, TEAM_SEES } from "./table";
import type { Person, World } from "./world";

const S = "subscription";

/** The owner pays for a plan. */
async function subscribed(world: World, person: Person = world.owner): Promise<void> {
  const { uid } = await subscribe(world.harness, person.token);
  if (person === world.owner) world.owns(uid);
}

/** The invoice that somebody has paid. */
async function paid(world: World, person: Person = world.owner): Promise<{ invoiceId: string }> {
  await subscribed(world, person);
  const [invoice] = await world.by(person, `${S}.invoices`, {});
  return { invoiceId: person === world.owner ? world.owns(invoice.uid) : invoice.uid };
}

const aCheckout = async (world: World) => ({ session: await openCheckout(world.harness, world.owner.token) });

async function atTheBank(world: World) {
  const { session } = await aCheckout(world);
  await world.by(world.owner, `${S}.demo.pay`, { session, ...cardOf(CARDS.secure) });
  return { session };
}

async function given(world: World): Promise<string> {
  await givePlan(world.harness, world.owner.id);
  const { db } = world.harness.app.services;
  const [grant] = await db.select().from(complimentaryPeriods).where(eq(complimentaryPeriods.userId, world.owner.id));
  return grant?.id ?? "";
}

/** For whoever has no subscription there is none to do anything with. */
const NONE = { stranger: "noSubscription", admin: "noSubscription", superAdmin: "noSubscription" } as const;
const YEARLY = { plan: "pro", interval: "year" };
const REASON = "As they were told";

export const subscriptionTable: Table = {
  [`${S}.plans`]: row(OPEN),
  [`${S}.active`]: row(LISTS, async (world) => void (await subscribed(world))),
  [`${S}.usage`]: row(SELF),
  [`${S}.checkout`]: row(SELF, () => ({ plan: "plus", interval: "month" })),
  [`${S}.refresh`]: row(SELF),
  [`${S}.previewChange`]: row(
    SELF,
    async (world) => {
      await subscribed(world);
      return YEARLY;
    },
    NONE,
  ),
  [`${S}.change`]: row(
    SELF,
    async (world) => {
      await subscribed(world);
      const { prorationDate, currentPriceId } = await world.by(world.owner, `${S}.previewChange`, YEARLY);
      return { ...YEARLY, prorationDate, currentPriceId };
    },
    NONE,
  ),
  [`${S}.cancel`]: row(
    SELF,
    async (world) => {
      await subscribed(world);
      return {};
    },
    NONE,
  ),
  [`${S}.resume`]: row(SELF, async (world) => void (await subscribed(world)), NONE),
  [`${S}.changeMethod`]: row(
    SELF,
    async (world) => {
      await subscribed(world);
      return { paymentMethodId: "pm_card_mastercard" };
    },
    NONE,
  ),
  [`${S}.cardCheckout`]: row(SELF, async (world) => void (await subscribed(world)), NONE),
  [`${S}.pay`]: row(SELF, async (world) => void (await subscribed(world)), NONE),
  [`${S}.invoices`]: row(LISTS, async (world) => {
    await paid(world);
    return {};
  }),
  [`${S}.receipt`]: row(OWN, paid),

  [`${S}.demo.checkout`]: row(OWN, aCheckout),
  [`${S}.demo.pay`]: row(OWN, async (world) => ({ ...(await aCheckout(world)), ...cardOf(CARDS.success) })),
  [`${S}.demo.authenticate`]: row(OWN, async (world) => ({ ...(await atTheBank(world)), ok: true })),
  [`${S}.demo.clock`]: row(TEAM),
  [`${S}.demo.advance`]: row(TEAM, () => ({ days: 1 })),

  [`${S}.admin.person`]: row(TEAM_SEES, ({ owner }) => ({ email: owner.email })),
  [`${S}.admin.grant`]: row(TEAM, ({ owner }) => ({ user: owner.id, plan: "plus", days: 30, reason: REASON })),
  // Nobody decides about what is their own.
  [`${S}.admin.grant: to oneself`]: row(TEAM, ({ admin }) => ({ user: admin.id, plan: "plus", days: 30, reason: REASON }), {
    admin: "forbidden",
  }),
  [`${S}.admin.revoke`]: row(TEAM, async (world) => ({ uid: await given(world), reason: REASON })),
  [`${S}.admin.refund`]: row(TEAM, async (world) => ({ ...(await paid(world)), uid: randomUUID(), amount: 100, reason: REASON })),
  [`${S}.admin.refund: of what one has paid`]: row(
    TEAM,
    async (world) => ({ ...(await paid(world, world.admin)), uid: randomUUID(), amount: 100, reason: REASON }),
    { admin: "forbidden" },
  ),
};
