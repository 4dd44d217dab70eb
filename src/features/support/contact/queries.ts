import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import { AppError } from "@/lib/app-error";
import type { Context } from "@/server/api/context";
import type { Executor } from "@/server/db/client";
import { conversations } from "@/server/db/schema";
import { GUEST_PURPOSE } from "@/server/mail/templates";
import { openToken } from "@/server/signed-tokens";
import { attachmentLink, type Conversation } from "../chat/queries";

/** A guest's link ends so long after the last word. */
const LINK_DAYS = 90;

/** The conversation whose link somebody holds. @throws AppError linkInvalid */
export async function guestConversation({ env }: Context, db: Executor, token: string): Promise<Conversation> {
  const id = openToken(env.secrets, GUEST_PURPOSE, token);
  const [row] = id
    ? await db
        .select()
        .from(conversations)
        .where(
          and(
            eq(conversations.id, id),
            isNotNull(conversations.guestEmail),
            gt(conversations.movedAt, sql`now() - make_interval(days => ${LINK_DAYS})`),
          ),
        )
    : [];
  if (!row) throw new AppError("linkInvalid");
  return row;
}

/** @throws AppError linkInvalid | notFound */
export async function guestFile(ctx: Context, token: string, uid: string) {
  const { id } = await guestConversation(ctx, ctx.db, token);
  return attachmentLink(ctx, uid, eq(conversations.id, id));
}
