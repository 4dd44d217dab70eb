import { toViewing, viewingsOf } from "@/features/account/viewings/queries";
import type { UserContext } from "@/server/api/context";

/** Who of the team asked to look at somebody's account, and what became of it, the newest first. */
export async function listViewings({ db, actor }: UserContext, uid: string) {
  const rows = await viewingsOf(db, uid);
  return { data: rows.map((row) => ({ ...toViewing(row), own: row.viewing.adminId === actor.id })), meta: { total: rows.length } };
}
