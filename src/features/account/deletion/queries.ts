import type { UserContext } from "@/server/api/context";

/** How much of what would go with the account. */
export async function holdings({ db, actor, personalData }: UserContext): Promise<Record<string, number>> {
  const counts = await Promise.all(personalData.map((held) => held.count(db, actor.id)));
  return Object.assign({}, ...counts);
}
