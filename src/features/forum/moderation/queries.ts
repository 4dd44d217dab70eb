import type { UserContext } from "@/server/api/context";
import { countReported } from "../flags/queries";
import { countProposed } from "../proposals/queries";

/** How much waits for those who look after the community. */
export async function waitsForTeam({ db }: UserContext) {
  const [reports, proposals] = await Promise.all([countReported(db), countProposed(db)]);
  return { reports, proposals };
}
