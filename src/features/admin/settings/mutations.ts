import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import { AppError } from "@/lib/app-error";
import { SERVICE_TOPIC, SETTING_DEFAULTS, SETTINGS } from "@/lib/settings";
import type { UserContext } from "@/server/api/context";
import { recordAct } from "@/server/audit";
import { settings } from "@/server/db/schema";
import { publish } from "@/server/realtime";
import { sound } from "@/server/settings";
import type { SaveSettingInput } from "./schema";

/**
 * Changes one setting, in every process from now on.
 * @returns it, with what stood there before  @throws AppError conflict where somebody else has changed it meanwhile
 */
export async function saveSetting(ctx: UserContext, { key, value: wanted, version }: SaveSettingInput) {
  const value = SETTINGS[key].parse(wanted);
  const saved = await ctx.db.transaction(async (tx) => {
    // The first change has no row that it could lock.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`setting ${key}`}, 0))`);
    const [row] = await tx.select().from(settings).where(eq(settings.key, key));
    if ((row?.version ?? 0) !== version) throw new AppError("conflict");
    const before = row ? sound(key, row.value, ctx.log) : SETTING_DEFAULTS[key];
    // Nothing is noted that nobody did.
    const stands = isDeepStrictEqual(row ? row.value : before, value);
    if (stands) return { key, value, version, changedAt: row?.changedAt.toISOString() ?? null, before };
    const changedAt = new Date();
    const next = { value, version: version + 1, changedAt };
    await tx
      .insert(settings)
      .values({ key, ...next })
      .onConflictDoUpdate({ target: settings.key, set: next });
    await recordAct(tx, ctx, { action: "settings.save", target: { kind: "setting", id: key }, before, after: value });
    await publish(tx, SERVICE_TOPIC, SERVICE_TOPIC);
    return { key, value, version: next.version, changedAt: changedAt.toISOString(), before };
  });
  ctx.settings.forget();
  return saved;
}
