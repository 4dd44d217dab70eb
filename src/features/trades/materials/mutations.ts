import { count, eq, sql } from "drizzle-orm";
import { AppError, expectVersion } from "@/lib/app-error";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import { materials } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { publishToWorkspace } from "../events";
import { recordEvent } from "../log/mutations";
import { lockWorkspace } from "../workspace/queries";
import { countryOf, materialOf } from "./queries";
import { isBanned, MOST_MATERIALS } from "./rules";
import type { MaterialSaveInput } from "./schema";

/**
 * Keeps a material: a new one, or in the place of one that was seen.
 * @throws AppError notFound | conflict with the material as it is now | materialBanned for what may not be worked with where the shop is |
 *   tooManyMaterials
 */
export const saveMaterial = (ctx: WorkspaceContext, { workspaceId, uid: known, version, ...fields }: MaterialSaveInput) =>
  ctx.inWorkspace(async (tx) => {
    const { member, actor, idempotencyKey } = ctx;
    const uid = known ?? idFrom("material", member.id, idempotencyKey);
    const own = rowIn(materials, workspaceId, uid);
    if (!known) await lockWorkspace(tx, workspaceId);
    const [before] = await tx.select().from(materials).where(own).for("no key update");
    const country = await countryOf(tx, workspaceId);
    if (known) await expectVersion(before, version, () => materialOf(tx, workspaceId, uid, country));
    if (!known && before) return materialOf(tx, workspaceId, uid, country);
    // What a shop has of it already is still to be called by its name, and put away.
    if (before?.category !== fields.category && isBanned(country, fields.category)) throw new AppError("materialBanned");
    // Whichever way round somebody wrote them: the longer side is its length.
    const [remnantWidth = 0, remnantLength = 0] = [fields.remnantLength, fields.remnantWidth].toSorted((a, b) => a - b);
    const set = { ...fields, remnantLength, remnantWidth };
    const acting = { workspaceId, actorId: actor.id };
    const target = { kind: "material" as const, id: uid };
    if (before) {
      await tx
        .update(materials)
        .set({ ...set, version: sql`${materials.version} + 1` })
        .where(own);
      await recordEvent(tx, acting, { action: "material.edit", target, before: { ...before }, after: { ...before, ...set } });
    } else {
      const [counted] = await tx.select({ n: count() }).from(materials).where(eq(materials.workspaceId, workspaceId));
      if ((counted?.n ?? 0) >= MOST_MATERIALS) throw new AppError("tooManyMaterials", { values: { most: MOST_MATERIALS } });
      await tx.insert(materials).values({ id: uid, workspaceId, ...set });
      await recordEvent(tx, acting, { action: "material.add", target, after: set });
    }
    await publishToWorkspace(tx, workspaceId);
    return materialOf(tx, workspaceId, uid, country);
  });
