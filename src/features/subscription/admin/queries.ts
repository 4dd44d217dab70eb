import { and, desc, eq, isNull, like } from "drizzle-orm";
import { readsHistory } from "@/features/account/standing/rules";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import type { UserContext } from "@/server/api/context";
import { auditEvents, complimentaryPeriods, invoices, users } from "@/server/db/schema";
import { currentSubscription, inWorld, planOf, toInvoice, toSubscription } from "../queries";

/** What somebody has and was given, for who helps them. @throws AppError notFound */
export async function getPerson(ctx: UserContext, email: string) {
  const { db } = ctx;
  const [user] = await db
    .select({ uid: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName, role: users.role })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.erasedAt)));
  const { role, ...person } = found(user);
  const [{ plan }, held, grants, asked, acts] = await Promise.all([
    planOf(ctx, db, person.uid),
    currentSubscription(ctx, db, person.uid),
    db
      .select()
      .from(complimentaryPeriods)
      .where(eq(complimentaryPeriods.userId, person.uid))
      .orderBy(desc(complimentaryPeriods.startsAt))
      .limit(PAGE_SIZE),
    db
      .select()
      .from(invoices)
      .where(and(inWorld(ctx.payments, invoices), eq(invoices.userId, person.uid)))
      .orderBy(desc(invoices.createdAt), desc(invoices.id))
      .limit(PAGE_SIZE),
    db
      .select({ event: auditEvents, by: users.email })
      .from(auditEvents)
      .leftJoin(users, eq(users.id, auditEvents.actorId))
      .where(and(eq(auditEvents.subjectId, person.uid), like(auditEvents.action, "subscription.%")))
      .orderBy(desc(auditEvents.at))
      .limit(PAGE_SIZE),
  ]);
  const now = await ctx.payments.now();
  const reads = readsHistory(ctx.actor, { role });
  return {
    ...person,
    plan,
    subscription: held ? toSubscription(held, now) : null,
    grants: grants.map(({ id, plan: given, startsAt, endsAt, reason, revokedAt }) => ({
      uid: id,
      plan: given,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      reason: reads ? reason : "",
      revokedAt: revokedAt?.toISOString() ?? null,
      ended: endsAt <= now,
    })),
    invoices: asked.map(toInvoice),
    acts: (reads ? acts : []).map(({ event: { id, action, at, detail }, by }) => ({
      uid: id,
      action,
      at: at.toISOString(),
      by,
      reason: String(detail.reason ?? ""),
    })),
  };
}
