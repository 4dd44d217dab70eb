import { and, eq, ne } from "drizzle-orm";
import { median } from "@/lib/statistics";
import type { Transaction } from "@/server/db/client";
import { peerReviews } from "@/server/db/schema";
import { toRatings } from "../queries";
import { selfScore } from "./rules";

/** What peers gave a take, each as one number from 1 to 5, and of those the median; null as long as nobody has. */
export async function peersScore(tx: Transaction, answerId: string): Promise<number | null> {
  const reviews = await tx
    .select()
    .from(peerReviews)
    .where(and(eq(peerReviews.answerId, answerId), ne(peerReviews.state, "removed")));
  return median(reviews.map(toRatings).flatMap((ratings) => (ratings ? selfScore(ratings) : [])));
}
