import { and, eq } from "drizzle-orm";
import { alias, union } from "drizzle-orm/pg-core";
import { AppError } from "@/lib/app-error";
import { AREAS, type Area } from "@/lib/enums/service";
import type { Context } from "./api/context";
import { areaGrants, workspaceMembers } from "./db/schema";

/** Routers that are never switched off: without one's account, or the administration, nobody could switch anything on again. */
export const ALWAYS_OPEN = ["account", "admin"];

/**
 * Changes that go on while the service is worked on: coming, going, keeping others out of one's account, and keeping the account itself,
 * for the day on which it is erased waits for nobody. A second factor can be set up, and all that it takes: whoever has to switch
 * maintenance off may have lost theirs.
 */
export const IN_MAINTENANCE: ReadonlySet<string> = new Set([
  "account.login",
  "account.loginUser",
  "account.logout",
  "account.reauthenticate",
  "account.sessions.end",
  "account.sessions.endOthers",
  "account.sessions.endAll",
  "account.factors.beginPasskeyLogin",
  "account.factors.loginWithPasskey",
  "account.factors.beginPasskeyReauthentication",
  "account.factors.reauthenticateWithPasskey",
  "account.thirdParty.login",
  "account.viewings.end",
  "account.deletion.cancel",
  "account.links.forgetPassword",
  "account.links.resetPassword",
  "account.links.requestVerification",
  "account.links.verifyEmail",
  "account.factors.beginTotp",
  "account.factors.enableTotp",
  "account.factors.beginPasskey",
  "account.factors.addPasskey",
]);

/** Seconds after which it is worth asking again. */
const MAINTENANCE_RETRY = 60;

/** The area that a procedure belongs to; null for what is always open. @throws AppError areaClosed for a router that is in no area */
export function areaOf(path: string): Area | null {
  const [router = ""] = path.split(".", 1);
  if (ALWAYS_OPEN.includes(router)) return null;
  const area = AREAS.find((one) => one === router);
  if (!area) throw new AppError("areaClosed");
  return area;
}

/** How somebody comes into an area who does not have it: invited, by a link that they hold, or for what they have there already. */
type Way = "invitation" | "link" | "holding";

const billing = (...names: string[]) => names.map((name): [string, Way] => [`subscription.${name}`, "holding"]);

/** Procedures that are open, one way, to somebody who does not have the area that they belong to. */
export const WAYS_IN: ReadonlyMap<string, Way> = new Map<string, Way>([
  // What somebody does who was invited into an area, before they have it.
  ["trades.invites.preview", "invitation"],
  ["trades.invites.accept", "invitation"],
  // What whoever holds a link does, with or without an account: an area that is for chosen people alone is open for that.
  ["trades.quoteLinks.open", "link"],
  ["trades.quoteLinks.accept", "link"],
  ["trades.quoteLinks.decline", "link"],
  ["trades.quoteLinks.pdf", "link"],
  // What goes on with what somebody has already while its area is closed, be it for everybody or for them: whoever is charged must be able to
  // see that, to end it, and to have the invoices. Nothing new is sold.
  ...billing("active", "usage", "refresh", "cancel", "resume", "changeMethod", "cardCheckout", "pay", "invoices", "receipt"),
  ...billing("demo.checkout", "demo.pay", "demo.authenticate"),
]);

type Caller = Asker & Pick<Context, "locale" | "authError">;

/** @throws AppError areaClosed | unauthorized, where it is for some, by whoever is not signed in | maintenance for what changes something, with the words of whoever works on the service */
export async function admit(caller: Caller, { area, way, changes }: { area: Area | null; way?: Way; changes: boolean }): Promise<void> {
  if (area && !(await isOpen(caller, area, way))) throw new AppError("areaClosed");
  if (!changes) return;
  const { on, message } = await caller.settings.get("maintenance");
  if (!on) return;
  const text = message[caller.locale] || message.en;
  throw new AppError("maintenance", { values: { said: text ? "yes" : "no", text }, retryAfter: MAINTENANCE_RETRY });
}

type Asker = Pick<Context, "settings" | "db" | "actor">;

async function isOpen(caller: Caller, area: Area, way: Way | undefined): Promise<boolean> {
  if (way === "holding") return true;
  const state = (await caller.settings.get("areas"))[area];
  if (way === "link") return state !== "off";
  if (state === "chosen") {
    // Whose session has ended is told so, and not that there is nothing here for them.
    if (!caller.actor) throw caller.authError ?? new AppError("unauthorized");
    if (way === "invitation") return true;
  }
  return state === "chosen" ? (await given(caller)).has(area) : state === "on";
}

/** The areas that are there for somebody. */
export async function openAreas(caller: Asker): Promise<ReadonlySet<Area>> {
  const states = await caller.settings.get("areas");
  const chosen = AREAS.some((area) => states[area] === "chosen") ? await given(caller) : NONE;
  return new Set(AREAS.filter((area) => states[area] === "on" || (states[area] === "chosen" && chosen.has(area))));
}

const NONE: ReadonlySet<Area> = new Set();

/** Whether an area is there for somebody in their own right, and not only because they are in somebody else's workspace. */
export async function hasAreaItself({ settings, db, actor }: Asker, area: Area): Promise<boolean> {
  const state = (await settings.get("areas"))[area];
  if (state !== "chosen" || !actor) return state === "on";
  const [row] = await db
    .select({ area: areaGrants.area })
    .from(areaGrants)
    .where(and(eq(areaGrants.userId, actor.id), eq(areaGrants.area, area)));
  return row !== undefined;
}

/** What somebody has of the areas that are not for everybody: what was given to them, and trades where they are in the workspace of somebody who has them. */
async function given({ db, actor }: Asker): Promise<ReadonlySet<Area>> {
  if (!actor) return NONE;
  const own = db.select({ area: areaGrants.area }).from(areaGrants).where(eq(areaGrants.userId, actor.id));
  const theirs = db
    .select({ area: areaGrants.area })
    .from(workspaceMembers)
    .innerJoin(owners, and(eq(owners.workspaceId, workspaceMembers.workspaceId), eq(owners.role, "owner")))
    .innerJoin(areaGrants, and(eq(areaGrants.userId, owners.userId), eq(areaGrants.area, "trades")))
    .where(eq(workspaceMembers.userId, actor.id));
  return new Set((await union(own, theirs)).map(({ area }) => area));
}

const owners = alias(workspaceMembers, "owners");
