import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@/lib/app-error";
import { negotiateLocale } from "@/lib/locales";
import { admit } from "../admission";
import type { Services } from "../api/context";
import { FEED_PATH, readFeed } from "../api/root";
import { peerAddress } from "./caller";

export const isCalendar = (pathname: string): boolean => pathname.startsWith(FEED_PATH);

/** What follows opens a calendar by itself. */
export const CALENDARS = FEED_PATH;

/** A calendar program sends nothing but the address: whoever has that may read, as by any link, while the area is not off. */
export async function serveCalendar(services: Services, req: IncomingMessage, res: ServerResponse, pathname: string): Promise<void> {
  if (req.method !== "GET" && req.method !== "HEAD") throw new AppError("methodNotAllowed", { allow: "GET" });
  await services.limits.spend("calendar", peerAddress(services, req));
  const locale = negotiateLocale(req.headers["accept-language"]);
  await admit({ ...services, actor: null, authError: null, locale }, { area: "trades", way: "link", changes: false });
  const calendar = Buffer.from(await readFeed(services, pathname));
  res.writeHead(200, {
    "content-type": "text/calendar; charset=utf-8",
    "content-length": calendar.length,
    "content-disposition": 'inline; filename="schedule.ics"',
    "cache-control": "private, max-age=300",
    "x-robots-tag": "noindex",
  });
  res.end(req.method === "HEAD" ? undefined : calendar);
}
