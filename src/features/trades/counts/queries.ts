import { and, asc, eq, sql } from "drizzle-orm";
import type { WorkspaceContext } from "@/server/api/workspace";
import { stockItems } from "@/server/db/schema";
import { containsWords } from "@/server/db/search";
import { showItem } from "../stock/queries";
import { MOST_COUNTED } from "../stock/rules";
import type { CountSheetInput } from "./schema";

/** What there is to be counted, in the order in which one walks by it. */
export const viewSheet = ({ inWorkspace, member: { workspaceId, role } }: WorkspaceContext, { search }: CountSheetInput) =>
  inWorkspace(async (tx) => {
    const rows = await tx
      .select()
      .from(stockItems)
      .where(
        and(
          eq(stockItems.workspaceId, workspaceId),
          eq(stockItems.retired, false),
          containsWords([stockItems.code, stockItems.name, stockItems.bin], search),
        ),
      )
      .orderBy(asc(sql`lower(${stockItems.bin})`), asc(sql`lower(${stockItems.name})`), asc(stockItems.id))
      .limit(MOST_COUNTED + 1);
    return { items: rows.slice(0, MOST_COUNTED).map((row) => showItem(row, role)), more: rows.length > MOST_COUNTED };
  });
