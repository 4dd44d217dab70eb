import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@/lib/app-error";
import { negotiateLocale } from "@/lib/locales";
import { RPC_PATH } from "@/lib/rpc-path";
import type { Services } from "../api/context";
import { appRouter } from "../api/root";
import { requireWrites } from "../db/reachable";
import { type Call, currentCall, newCall } from "../telemetry/scope";
import { nextAuthHandler } from "../vendors/next-auth";
import type { FileStoreHttp } from "../vendors/uploadthing/file-store";
import { isAvatarPath, serveAvatar } from "./avatars";
import { sendJson } from "./body";
import { isCalendar, serveCalendar } from "./calendar";
import { nodeContext, peerAddress } from "./caller";
import { serveDocument } from "./document";
import { LIVE, READY } from "./health";
import { isSubscription, type LiveStreams, serveLive } from "./live";
import { restRoutes, sendError, serveRest } from "./rest";
import { nameProcedures, otherRoute, patternOf } from "./routes";
import { serveRpc } from "./rpc";
import { isUnsubscribe, serveUnsubscribe } from "./unsubscribe";
import { isWebhook, serveWebhook } from "./webhooks";

/** Answers a request if it is the API's; false hands it to the pages. */
export type ApiHandler = (req: IncomingMessage, res: ServerResponse) => Promise<boolean>;

const RPC = `${RPC_PATH}/`;
const OPENAPI = "/api/openapi.json";
const UPLOADS = "/api/uploadthing";
const AUTH = "/api/auth/";
const READ_ONLY = new Set([OPENAPI, LIVE, READY]);

export function createApiHandler(services: Services, files: FileStoreHttp, streams: LiveStreams): ApiHandler {
  const routes = restRoutes(appRouter);
  const nextAuth = nextAuthHandler(services.env, services.log);
  const { log } = services;
  const callerOf = (req: IncomingMessage, requestId: string) => ({
    locale: negotiateLocale(req.headers["accept-language"]),
    requestId,
    log,
  });

  const serve = async (req: IncomingMessage, res: ServerResponse, call: Call): Promise<boolean> => {
    const { requestId } = call;
    const url = req.url ?? "/";
    const at = url.indexOf("?");
    const pathname = at < 0 ? url : url.slice(0, at);
    const query = at < 0 ? "" : url.slice(at + 1);
    const asksAfterHealth = pathname === LIVE || pathname === READY;
    const found = pathname.startsWith(RPC) ? undefined : routes.match(pathname);
    // Some routes of the specification stand among the pages; pages and files beside them are only read from the disk.
    if ((found || pathname.startsWith("/api/")) && !asksAfterHealth) await services.limits.spend("arrival", peerAddress(services, req));

    if (pathname.startsWith(RPC)) {
      const path = pathname.slice(RPC.length);
      nameProcedures(call, path);
      const makeContext = () => nodeContext(services, req, requestId);
      if (isSubscription(appRouter, path))
        await serveLive(appRouter, streams, req, res, path, query, callerOf(req, requestId), makeContext);
      else await serveRpc(appRouter, req, res, path, query, callerOf(req, requestId), makeContext);
      return true;
    }
    if (found) {
      call.route = patternOf(found);
      await serveRest(found, req, res, query, () => nodeContext(services, req, requestId));
      return true;
    }
    if (!pathname.startsWith("/api/") && pathname !== "/api") return false;
    call.route = otherRoute(pathname);
    if (isAvatarPath(pathname)) await serveAvatar(services.db, req, res, pathname);
    else if (isCalendar(pathname)) await serveCalendar(services, req, res, pathname);
    else if (isUnsubscribe(pathname)) await serveUnsubscribe(services, req, res, pathname);
    else if (isWebhook(pathname) && req.method !== "POST")
      sendError(res, new AppError("methodNotAllowed", { allow: "POST" }), callerOf(req, requestId));
    else if (isWebhook(pathname)) await serveWebhook(services, req, res, pathname);
    else if (pathname === UPLOADS) await files.serveRoute(req, res);
    else if (pathname.startsWith(AUTH)) await nextAuth(req, res, pathname, query);
    else if (READ_ONLY.has(pathname) && req.method !== "GET" && req.method !== "HEAD")
      sendError(res, new AppError("methodNotAllowed", { allow: "GET" }), callerOf(req, requestId));
    else if (pathname === OPENAPI) await serveDocument(req, res, services.env.publicUrl);
    else if (pathname === LIVE) sendJson(res, 200, { status: "live" });
    else if (pathname === READY && streams.closed) sendJson(res, 503, { status: "stopping" }, { "retry-after": "5" });
    else if (pathname === READY) await ready(services, res);
    else if (!(await files.embedded.serve(req, res, pathname))) throw new AppError("unknownPath");
    return true;
  };

  return async (req, res) => {
    const call = currentCall() ?? newCall(req.method);
    const begun = performance.now();
    let served = true;
    try {
      served = await serve(req, res, call);
    } catch (error) {
      if (res.headersSent) res.destroy();
      // Nobody reads on in a body that was given up: what came after it over this connection would never be heard.
      else sendError(res, error, callerOf(req, call.requestId), req.complete ? {} : { connection: "close" });
    }
    // Patterns only: paths, queries and bodies may hold what people wrote, or what opens something by itself.
    if (served) {
      const { requestId, method, route, procedures } = call;
      const ms = Math.round(performance.now() - begun);
      log.info({ requestId, method, route, ...(procedures && { procedures }), status: res.statusCode, ms }, "call");
    }
    return served;
  };
}

/** A balancer that asks whether a process is ready does not wait for long. */
const READY_MS = 3000;

/** Ready means that the database answers, and soon, and takes writes: a balancer sends people elsewhere while it does not. */
async function ready({ db, log }: Services, res: ServerResponse): Promise<void> {
  try {
    await soon(requireWrites(db));
    sendJson(res, 200, { status: "ready" });
  } catch (error) {
    log.error({ err: error }, "not ready");
    sendJson(res, 503, { status: "database unavailable" }, { "retry-after": "5" });
  }
}

/** @throws when it takes too long */
function soon<T>(work: PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${READY_MS} ms`)), READY_MS);
    Promise.resolve(work)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
}
