import http from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { AppError, type ErrorCode } from "@/lib/app-error";
import { DEFAULT_LOCALE } from "@/lib/locales";
import { errorBody } from "../api/errors";
import type { Log } from "../log";
import { nextRequestId } from "../telemetry/scope";
import { BODY_MS } from "./body";

/** All headers of a request together, its first line with the query among them, in bytes. */
export const MAX_HEADER_BYTES = 16 * 1024;
/** More headers than this are left out, in the order in which they came. */
const MAX_HEADERS = 200;
/** Whoever has not sent all of their headers by now is cut, in milliseconds. Bodies have their own time: see `readBytes`. */
const HEADERS_MS = 20_000;
/** How often that is looked at. */
const CHECK_MS = 5000;
/** A connection on which nothing moves is closed; an upload may take hours as long as it moves. */
const IDLE_MS = 120_000;
/**
 * Whoever sends a body, or takes of an answer that waits for them, fewer bytes a second than this, over the time for which silence is
 * borne, is cut as if nothing had moved: a byte now and then would hold a connection for ever. What Apache's mod_reqtimeout asks of
 * bodies, too; devices go on from what arrived, and players ask for the rest.
 */
const LEAST_PACE = 500;
/** Longer than proxies keep theirs, so that none of them sends a request into a connection that is just being closed. */
const KEEP_ALIVE_MS = 65_000;

type SocketWithHandle = Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null };

/** What Node's parser says, as the error that is told. */
const WIRE_ERRORS: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: "headersTooLarge",
  ERR_HTTP_REQUEST_TIMEOUT: "requestTimeout",
};

/**
 * An HTTP server with the bounds that every process has: how long headers may be and take, and how long silence is borne.
 * @param pace in bytes a second, below which whoever sends or reads is cut
 */
export function createHttpServer(handle: http.RequestListener, log: Log, pace = LEAST_PACE): http.Server {
  const server = http.createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_MS,
      requestTimeout: 0,
      connectionsCheckingInterval: CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (req, res) => {
      res.once("finish", () => endRest(req));
      keepPace(req, res, { span: server.timeout, pace });
      handle(req, res);
    },
  );
  server.maxHeadersCount = MAX_HEADERS;
  server.setTimeout(IDLE_MS);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Bytes that came before it are left alone: they may hold a token.
    log.info({ code: error.code }, "unreadable request");
    // Within an answer that has begun another one would be taken for its body.
    const { _httpMessage: answer } = socket as Duplex & { _httpMessage?: http.ServerResponse };
    if (error.code === "ECONNRESET" || !socket.writable || answer?.headersSent) socket.destroy();
    else refuse(socket, new AppError(WIRE_ERRORS[error.code ?? ""] ?? "badRequest"));
  });
  return server;
}

/**
 * What has moved on a connection, in bytes, and whether something waits for its other side to take it. Asked of Node's own handle, as its
 * time-out does: the socket itself counts a piece, however large, only once all of it has gone.
 */
function movedOn(socket: Socket) {
  const { bytesWritten = 0, writeQueueSize = 0 } = (socket as SocketWithHandle)._handle ?? {};
  return { read: socket.bytesRead, taken: bytesWritten - writeQueueSize, waits: writeQueueSize > 0 };
}

/**
 * Looks once in each span, in milliseconds, at what has come of a body that goes on all through it, and at what was taken of an answer
 * that waited at its beginning and waits at its end: what has nothing to send, as live streams do, is never too slow.
 */
function keepPace(req: http.IncomingMessage, res: http.ServerResponse, { span, pace }: { span: number; pace: number }): void {
  const { socket } = req;
  const least = (pace * span) / 1000;
  let before = movedOn(socket);
  const timer = setInterval(() => {
    // One that waited behind another on its connection is never told that this has gone.
    if (socket.destroyed) return clearInterval(timer);
    const now = movedOn(socket);
    const sends = !req.complete && !req.destroyed;
    const reads = before.waits && now.waits;
    if ((sends && now.read - before.read < least) || (reads && now.taken - before.taken < least)) socket.destroy();
    before = now;
  }, span).unref();
  res.once("close", () => clearInterval(timer));
}

/** Whoever has their answer and still sends keeps no connection with it: neither a byte now and then, nor gigabytes. */
function endRest(req: http.IncomingMessage): void {
  if (req.complete) return;
  const timer = setTimeout(() => req.complete || req.destroy(), BODY_MS);
  req.once("close", () => clearTimeout(timer));
}

/** The error form for what is no request: nobody knows its language, and its connection is of no more use. */
function refuse(socket: Duplex, error: AppError): void {
  const requestId = nextRequestId();
  const body = JSON.stringify(errorBody(error, { locale: DEFAULT_LOCALE, requestId }));
  const head = [
    `HTTP/1.1 ${error.status} ${http.STATUS_CODES[error.status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "cache-control: no-store",
    "content-security-policy: default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options: nosniff",
    "x-frame-options: DENY",
    `x-request-id: ${requestId}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
