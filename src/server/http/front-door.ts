import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { parse } from "cookie";
import { AppError } from "@/lib/app-error";
import { BUILD_HEADER } from "@/lib/build";
import { isLocale, LOCALE_KEY, type Locale, negotiateLocale } from "@/lib/locales";
import { RPC_PATH } from "@/lib/rpc-path";
import { headersOf, restBody } from "../api/errors";
import type { Env } from "../env";
import type { Log } from "../log";
import { type Call, inScope, newCall } from "../telemetry/scope";
import { OFF, type Telemetry } from "../telemetry/telemetry";
import { sendJson } from "./body";
import type { BuiltPages } from "./built-pages";
import type { ApiHandler } from "./handler";
import { LIVE, READY } from "./health";
import { servePdfData } from "./pdf-data";
import { securityHeaders } from "./security-headers";
import type { StaticFiles } from "./static-files";

export interface FrontDoor {
  handle: RequestListener;
  open(rooms: Rooms): void;
  /** From now on each answer is the last of its connection, so that callers go elsewhere with their next one. */
  close(): void;
}

interface Rooms {
  api: ApiHandler;
  pages: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  /** Files of the build that need no page's server; in development there are none. */
  files?: StaticFiles | undefined;
  /** What the build wrote down of its pages; in development there is nothing. */
  built?: BuiltPages | undefined;
  /** The build that the pages are of, which every answer of the API names: so pages from before a deploy learn of it. */
  build?: string | undefined;
}

/** Tells the pages' rewrites which language's static page answers. Set here only: what comes from outside is dropped. */
const LOCALE_HEADER = "x-parley-locale";

const SVG = "image/svg+xml";

/** Where rows of the specification stand among the pages; all others begin with /api/. */
const REST_AMONG_PAGES = ["/auth/check-provider-account-id/", "/answer/peer-review/"];

const isRest = (url: string): boolean =>
  url.startsWith("/api/") ? !url.startsWith(RPC_PATH) : REST_AMONG_PAGES.some((path) => url.startsWith(path));

/**
 * The process's one request listener: security headers for everything, the API first, files that stand ready second, the pages
 * last. Until the rooms are open, everybody is asked to come back in a moment. Here each request gets its id, and is watched
 * from its arrival to the end of its answer.
 */
export function createFrontDoor(env: Env, log: Log, telemetry: Telemetry = OFF): FrontDoor {
  const setHeaders = securityHeaders(env);
  let rooms: Rooms | undefined;
  let closing = false;

  const handle = async (req: IncomingMessage, res: ServerResponse, call: Call): Promise<void> => {
    setHeaders(res);
    // Nobody needs to be sent back what they sent (RFC 9110, 9.3.8).
    if (req.method === "TRACE") return refuseMethod(req, res, "GET, HEAD, POST, PUT");
    if (!rooms) {
      const asked = req.method === "GET" || req.method === "HEAD" ? req.url?.split("?", 1)[0] : undefined;
      // A start may take minutes, as with a large migration: whoever ends what does not live must not end it then.
      if (asked === LIVE) return sendJson(res, 200, { status: "live" });
      if (asked === READY) return sendJson(res, 503, { status: "starting" }, { "retry-after": "2" });
      // Whoever calls by REST reads errors in one form; pages and their own calls only learn that nobody is there yet.
      if (isRest(req.url ?? "")) {
        const caller = { locale: negotiateLocale(req.headers["accept-language"]), requestId: call.requestId };
        const error = new AppError("unavailable", { retryAfter: 2 });
        return sendJson(res, error.status, restBody(error, caller), headersOf(error));
      }
      res.writeHead(503, { "retry-after": "2", "content-type": "text/plain; charset=utf-8" }).end("Parley is starting.");
      return;
    }
    if (req.url?.startsWith("/_next/")) call.route = "asset";
    if (rooms.build && req.url?.startsWith("/api/")) res.setHeader(BUILD_HEADER, rooms.build);
    if (await rooms.api(req, res)) return;
    if (servePdfData(req, res) || (await rooms.files?.(req, res))) return;
    // Pages are read: what people do goes through the API. Only in development Next takes more, for its own tools.
    if (rooms.built && req.method !== "GET" && req.method !== "HEAD") return refuseMethod(req, res, "GET, HEAD");
    for (const name of Object.keys(req.headers))
      if (name.startsWith("x-middleware-") || name.startsWith("x-nextjs-")) delete req.headers[name];
    const locale = visitorLocale(req);
    req.headers[LOCALE_HEADER] = locale;
    const page = rooms.built?.(req.url ?? "/", locale);
    if (page) setHeaders(res, page.scripts);
    mendHeads(res, page?.exists ?? true);
    await rooms.pages(req, res);
  };

  return {
    handle: (req, res) => {
      const call = newCall(req.method);
      res.setHeader("x-request-id", call.requestId);
      if (closing) res.setHeader("connection", "close");
      const answered = new Promise<void>((resolve) => {
        call.opened = resolve;
        res.once("close", resolve);
      });
      void inScope({ call }, () =>
        telemetry.watch({ kind: "request", call, headers: req.headers }, async () => {
          handle(req, res, call).catch((error: unknown) => {
            log.error({ err: error, route: call.route }, "request failed");
            if (res.headersSent) res.destroy();
            else res.writeHead(500, { "content-type": "text/plain; charset=utf-8" }).end("Something went wrong");
          });
          await answered;
          call.status = res.closed && !res.writableFinished ? 0 : res.statusCode;
        }),
      );
    },
    open: (opened) => {
      rooms = opened;
    },
    close: () => {
      closing = true;
    },
  };
}

/** A body that nobody reads ends with its connection. */
const refuseMethod = (req: IncomingMessage, res: ServerResponse, allow: string): void =>
  void res.writeHead(405, { allow, ...(!req.complete && { connection: "close" }) }).end();

/**
 * What Next would say otherwise, put right as the head of its answer is written. One address has a document per language, which shared
 * caches would keep for everybody (files with a hash in their name are the same for all, and stay as Next sends them); the page that
 * stands for those that do not exist is a 404 (RFC 9110, 15.5.5); and pictures that are texts name how they are written.
 */
function mendHeads(res: ServerResponse, exists: boolean): void {
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => ServerResponse;
  res.writeHead = (status: number, ...rest: unknown[]) => {
    const type = String(res.getHeader("content-type") ?? "");
    if (/^(text\/(html|x-component)|application\/manifest)/.test(type)) res.setHeader("cache-control", "private, no-cache");
    if (type === SVG) res.setHeader("content-type", `${SVG}; charset=utf-8`);
    return writeHead(status === 200 && !exists && type.startsWith("text/html") ? 404 : status, ...rest);
  };
}

function visitorLocale(req: IncomingMessage): Locale {
  const chosen = req.headers.cookie?.includes(LOCALE_KEY) ? parse(req.headers.cookie)[LOCALE_KEY] : undefined;
  return isLocale(chosen) ? chosen : negotiateLocale(req.headers["accept-language"]);
}
