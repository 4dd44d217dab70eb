import { eq } from "drizzle-orm";
import type { Context } from "@/server/api/context";
import { identities } from "@/server/db/schema";

/** Whether some account is opened by this third-party account. */
export async function providerAccountExists({ db }: Context, id: string): Promise<boolean> {
  const [row] = await db.select({ userId: identities.userId }).from(identities).where(eq(identities.providerAccountId, id)).limit(1);
  return row !== undefined;
}
