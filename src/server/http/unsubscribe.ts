import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@/lib/app-error";
import type { Services } from "../api/context";
import { unsubscribe } from "../api/root";
import { NOTIFICATION_SETTINGS } from "../mail/templates";
import { UNSUBSCRIBE_PATH } from "../mail/unsubscribe";
import { readBytes, sendJson } from "./body";

export const isUnsubscribe = (pathname: string): boolean => pathname.startsWith(UNSUBSCRIBE_PATH);

/** What a mail program sends is "List-Unsubscribe=One-Click", as a form in one of two ways: that it is a POST says it all. */
const MAX_BYTES = 4096;

/**
 * One-click unsubscription (RFC 8058). Only a POST turns anything off, because scanners open every link of a mail; a person
 * who follows it comes to the settings.
 */
export async function serveUnsubscribe(services: Services, req: IncomingMessage, res: ServerResponse, pathname: string): Promise<void> {
  if (req.method === "GET" || req.method === "HEAD") {
    res.writeHead(303, { location: NOTIFICATION_SETTINGS, "cache-control": "no-store" }).end();
    return;
  }
  if (req.method !== "POST") throw new AppError("methodNotAllowed", { allow: "GET, POST" });
  await readBytes(req, MAX_BYTES);
  await unsubscribe(services, pathname);
  sendJson(res, 200, { unsubscribed: true });
}
