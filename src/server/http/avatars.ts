import type { IncomingMessage, ServerResponse } from "node:http";
import { eq } from "drizzle-orm";
import { validate } from "uuid";
import { AppError } from "@/lib/app-error";
import type { Database } from "../db/client";
import { avatars } from "../db/schema";

/** A picture's random name follows. */
export const AVATARS = "/api/user/avatar/";

export const isAvatarPath = (pathname: string): boolean => pathname.startsWith(AVATARS);

/**
 * Profile pictures, by their random names: pages show them in plain image elements, which send no bearer header. A new
 * picture has a new name, so browsers keep each for good.
 */
export async function serveAvatar(db: Database, req: IncomingMessage, res: ServerResponse, pathname: string): Promise<void> {
  if (req.method !== "GET" && req.method !== "HEAD") throw new AppError("methodNotAllowed", { allow: "GET" });
  const id = pathname.slice(AVATARS.length);
  const [row] = validate(id) ? await db.select({ image: avatars.image }).from(avatars).where(eq(avatars.id, id)) : [];
  if (!row) throw new AppError("notFound");
  res.writeHead(200, {
    "content-type": "image/webp",
    "content-length": row.image.length,
    "cache-control": "private, max-age=31536000, immutable",
  });
  res.end(req.method === "HEAD" ? undefined : row.image);
}
