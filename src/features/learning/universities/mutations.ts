import { eq } from "drizzle-orm";
import { found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { recordAct } from "@/server/audit";
import { lockRows } from "@/server/db/lock-rows";
import { universities } from "@/server/db/schema";
import { searchVectorOf } from "@/server/db/search";
import type { UniversityInput } from "../schema";
import { getUniversity, universityFacts } from "./queries";

/** Changes what is given of a university's page. @throws AppError notFound */
export async function editUniversity(ctx: UserContext, { uid, sections, ...change }: UniversityInput) {
  await ctx.db.transaction(async (tx) => {
    const [row] = await lockRows(tx, universities, [uid]);
    const before = found(row);
    const next = {
      ...before,
      ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
      sections: { ...before.sections, ...Object.fromEntries(Object.entries(sections ?? {}).filter(([, text]) => text !== undefined)) },
    };
    await tx
      .update(universities)
      .set({ ...next, search: searchVectorOf(next.name, next.city) })
      .where(eq(universities.id, uid));
    const target = { kind: "university", id: uid };
    await recordAct(tx, ctx, { action: "learning.edit", target, before: universityFacts(before), after: universityFacts(next) });
  });
  return getUniversity(ctx, uid, { drafts: true });
}
