import type { Services, UserContext } from "@/server/api/context";

/** How much is held of somebody, of what. */
export async function holdingsOf({ db, personalData }: Services, userId: string): Promise<Record<string, number>> {
  const counts = await Promise.all(personalData.map((held) => held.count(db, userId)));
  return Object.assign({}, ...counts);
}

/** How much of what would go with the account. */
export const holdings = (ctx: UserContext): Promise<Record<string, number>> => holdingsOf(ctx, ctx.actor.id);
