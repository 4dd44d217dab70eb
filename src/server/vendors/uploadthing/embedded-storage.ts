import { open } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { eq, inArray, sql } from "drizzle-orm";
import { AppError } from "@/lib/app-error";
import { refusedFile } from "@/lib/refused-file";
import { FULL_SECONDS } from "../../api/errors";
import type { Database } from "../../db/client";
import { requireWrites } from "../../db/reachable";
import { storedFiles } from "../../db/schema";
import type { Env } from "../../env";
import { sendJson } from "../../http/body";
import type { Log } from "../../log";
import type { Secrets } from "../../secrets";
import { Disk, filesFolder } from "./disk";
import { leaseFile } from "./lease";
import { receiveFile } from "./receive";
import { sendFile } from "./send-file";
import { sameSecret, sign, verifySignedUrl } from "./signature";
import type { Begun, UnfinishedUploads } from "./unfinished";

/** Where the app serves the embedded storage. */
export const INGEST_PATH = "/api/storage/ingest";
const FILES_PATH = "/api/storage/files";
/** Names that never leave this process: the SDK signs and calls them, the in-process fetch answers. */
export const FILES_ORIGIN = "http://files.local";
export const STORAGE_API = "http://storage.local";

type StoredFile = typeof storedFiles.$inferSelect;

interface Options {
  /** The first signs; each of them opens. */
  apiKeys: Secrets;
  appId: string;
  env: Env;
  db: Database;
  log: Log;
  unfinished: UnfinishedUploads;
  /** The app's UploadThing route. */
  callback: (request: Request) => Promise<Response>;
  /** Whether files still come here, and not to the hosted service. */
  takes: boolean;
}

/**
 * The hosted side of UploadThing's v7 protocol, for machines without an account: signed, resumable ingest, callbacks,
 * deletion, and signed downloads with Range. Bytes go straight from the socket to the disk.
 */
export class EmbeddedStorage {
  readonly disk: Disk;
  /** What `onUploadComplete` answered, per key, until the PUT that waits for it takes it. */
  private readonly results = new Map<string, unknown>();
  /** Files of which the app is being told, per key: whoever sends one once more meanwhile hears the same. */
  private readonly telling = new Map<string, Promise<unknown>>();
  /** When the disk last had no room. */
  private fullAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: Options) {
    this.disk = new Disk(filesFolder(options.env.dataDir));
  }

  /** Answers the SDK's own calls: route metadata, callback results, deletion, and files that the server makes. */
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.method === "PUT" && pathname.startsWith(`${INGEST_PATH}/`))
      return this.take(request, pathname.slice(INGEST_PATH.length + 1));
    const key = request.headers.get("x-uploadthing-api-key") ?? "";
    if (!sameSecret(key, this.options.apiKeys[0])) return Response.json({ error: "Invalid API key" }, { status: 401 });
    const body = (await request.json()) as Record<string, unknown>;
    if (pathname.endsWith("/route-metadata")) return this.register(body as unknown as Begun);
    if (pathname.endsWith("/callback-result")) {
      this.results.set(String(body.fileKey), body.callbackData);
      return Response.json({ ok: true });
    }
    if (pathname.endsWith("/v6/deleteFiles")) return this.deleteFiles((body.fileKeys as string[] | undefined) ?? []);
    return Response.json({ error: "Not found" }, { status: 404 });
  }

  /** @returns whether the path is the storage's */
  async serve(req: IncomingMessage, res: ServerResponse, pathname: string): Promise<boolean> {
    if (this.options.takes && pathname.startsWith(`${INGEST_PATH}/`)) await this.ingest(req, res, pathname.slice(INGEST_PATH.length + 1));
    else if (pathname.startsWith(`${FILES_PATH}/a/`)) await this.download(req, res, pathname);
    else return false;
    return true;
  }

  /** The address under which the app serves what the SDK signed for FILES_ORIGIN. */
  publicLink = (signed: string): string => this.options.env.publicUrl + FILES_PATH + signed.slice(FILES_ORIGIN.length);

  private async register(begun: Begun): Promise<Response> {
    const left = await this.options.unfinished.register(begun);
    await this.dropBytes(left);
    return Response.json({ ok: true });
  }

  /** Whether it has bytes of such a file. */
  holds = (key: string): Promise<boolean> => this.disk.has(key);

  /** How much of these files has come. */
  bytesOf = async (keys: string[]): Promise<number> =>
    (await Promise.all(keys.map((key) => this.disk.size(key)))).reduce((sum, size) => sum + size, 0);

  /** Of files whose rows are gone, or are going in a transaction that waits for this. */
  async dropBytes(keys: string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.disk.remove(key)));
  }

  /** A file of the server's own, in one go; no route waits for a callback about it. */
  private async take(request: Request, key: string): Promise<Response> {
    const query = verifySignedUrl(request.url, this.options.apiKeys, Date.now());
    if (!query || !request.body) return Response.json({ error: "Invalid signature" }, { status: 403 });
    const [made] = await this.options.db
      .insert(storedFiles)
      .values({ key, name: "", sizeBytes: 0, type: "", slug: "", metadata: {} })
      .onConflictDoNothing()
      .returning({ key: storedFiles.key });
    const file = made && (await this.describe(key, query));
    if (!file) return Response.json({ error: "Another file has this key" }, { status: 409 });
    await this.makeSureOfRoom(file.sizeBytes);
    const stream = Readable.fromWeb(request.body as never);
    const body = { type: request.headers.get("content-type") ?? undefined, stream, isWhole: () => stream.readableEnded };
    const fits = await receiveFile(this.disk, body, key, 0, file.sizeBytes);
    if (!fits || (await this.disk.size(key)) < file.sizeBytes) return Response.json({ error: "Not as announced" }, { status: 400 });
    const stored = await this.seal(file);
    const url = this.urlOf(key);
    return Response.json({ url, appUrl: url, ufsUrl: url, fileHash: stored.md5, serverData: null });
  }

  /** @throws AppError filesFull when the disk has no room for so many bytes */
  async makeSureOfRoom(bytes: number): Promise<void> {
    if (bytes <= 0 || (await this.disk.hasRoom(bytes))) return;
    this.fullAt = performance.now();
    throw new AppError("filesFull", { retryAfter: FULL_SECONDS });
  }

  private async seal(file: StoredFile): Promise<StoredFile> {
    const md5 = await this.disk.seal(file.key);
    const [stored] = await this.options.db
      .update(storedFiles)
      .set({ state: "uploaded", md5, uploadedAt: sql`now()` })
      .where(eq(storedFiles.key, file.key))
      .returning();
    return stored ?? file;
  }

  /** A stored file's bytes. */
  async open(key: string): Promise<ReadableStream<Uint8Array>> {
    const handle = await open(this.disk.path(key));
    return Readable.toWeb(handle.createReadStream()) as ReadableStream<Uint8Array>;
  }

  private async deleteFiles(keys: string[]): Promise<Response> {
    if (keys.length === 0) return Response.json({ success: true, deletedCount: 0 });
    await this.dropBytes(keys);
    const gone = await this.options.db.delete(storedFiles).where(inArray(storedFiles.key, keys)).returning({ key: storedFiles.key });
    return Response.json({ success: true, deletedCount: gone.length });
  }

  private async ingest(req: IncomingMessage, res: ServerResponse, key: string): Promise<void> {
    // The signed address is the only authority here: another origin's page that holds one may use it, as with the hosted service.
    res.setHeader("access-control-allow-origin", "*");
    res.setHeader("access-control-allow-headers", "range, content-type, x-uploadthing-version, b3, traceparent");
    res.setHeader("access-control-allow-methods", "HEAD, PUT");
    res.setHeader("access-control-expose-headers", "x-ut-range-start");
    if (req.method === "OPTIONS") return void res.writeHead(204).end();

    const query = verifySignedUrl(this.options.env.publicUrl + (req.url ?? ""), this.options.apiKeys, Date.now());
    if (!query) return this.refuse(req, res, 403, "Invalid signature");
    const file = await this.describe(key, query);
    if (!file) return this.refuse(req, res, 409, "Another file has this key");
    if (req.method === "HEAD") {
      const present = Math.min(await this.disk.size(key), file.sizeBytes);
      return void res.writeHead(200, { "x-ut-range-start": String(present) }).end();
    }
    if (req.method !== "PUT") throw new AppError("methodNotAllowed", { allow: "HEAD, PUT" });
    await this.put(req, res, file);
  }

  /** The row of a key, filled from its first signed address; undefined when the key already means another file. */
  private async describe(key: string, query: URLSearchParams): Promise<StoredFile | undefined> {
    const text = (name: string) => decodeURIComponent(query.get(name) ?? "");
    const described = { name: text("x-ut-file-name"), sizeBytes: Number(text("x-ut-file-size")), type: text("x-ut-file-type") };
    const { db } = this.options;
    const [row] = await db.select().from(storedFiles).where(eq(storedFiles.key, key));
    if (!row) return undefined;
    if (row.name === "") {
      const [filled] = await db.update(storedFiles).set(described).where(eq(storedFiles.key, key)).returning();
      return filled;
    }
    const same = row.name === described.name && row.sizeBytes === described.sizeBytes && row.type === described.type;
    return same ? row : undefined;
  }

  private async put(req: IncomingMessage, res: ServerResponse, file: StoredFile): Promise<void> {
    const { key } = file;
    // Whole it may have been and be gone since: a removal that was interrupted took the file and left its row.
    if (file.state === "uploaded" && (await this.disk.size(key)) === file.sizeBytes) {
      req.resume();
      return this.finish(res, file);
    }
    const start = Number(/^bytes=(\d+)-/.exec(String(req.headers.range ?? "bytes=0-"))?.[1] ?? Number.NaN);
    const letGo = await leaseFile(this.options.db, key, () => req.destroy());
    // Not 409, which says that the key is another file's: here the same file may come again in a moment.
    if (!letGo) return this.refuse(req, res, 423, "This file is being written by another request");
    // Nobody hears an answer before the file is free for what they send next.
    const outcome = await this.receive(req, file, start).finally(letGo);
    if (outcome === "gone") return;
    if ("refusal" in outcome) return this.refuse(req, res, ...outcome.refusal);
    await this.finish(res, outcome);
  }

  /** @returns the whole file, why there is none, or that whoever sent it went away: they resume later, and there is nothing to answer */
  private async receive(
    req: IncomingMessage,
    file: StoredFile,
    start: number,
  ): Promise<StoredFile | { refusal: [status: number, error: string] } | "gone"> {
    const { key } = file;
    try {
      // Not 423, after which the same may be right in a moment: whoever is told this again and again is not told at which byte to go on.
      if (start !== (await this.disk.size(key))) return { refusal: [416, "Not at this byte: ask where to resume"] };
      await this.makeSureOfRoom(file.sizeBytes - start);
      const body = { type: req.headers["content-type"], stream: req, isWhole: () => req.complete };
      const fits = await receiveFile(this.disk, body, key, start, file.sizeBytes - start);
      const present = await this.disk.size(key);
      if (!fits) {
        await this.disk.truncate(key, 0);
        return { refusal: [413, "More bytes than announced"] };
      }
      if (present < file.sizeBytes) return { refusal: [400, "Fewer bytes than announced"] };
      return await this.seal(file);
    } catch (error) {
      if (isClientGone(error)) return "gone";
      throw error;
    }
  }

  private urlOf = (key: string): string => `${FILES_ORIGIN}/a/${this.options.appId}/${key}`;

  /** Tells the app, and the client what the app made of it. */
  private async finish(res: ServerResponse, file: StoredFile): Promise<void> {
    const { key } = file;
    const told = this.telling.get(key) ?? this.tell(file).finally(() => this.telling.delete(key));
    this.telling.set(key, told);
    const serverData = await told;
    const refused = refusedFile(serverData);
    if (refused) throw new AppError(refused.code, refused.retryAfter === undefined ? {} : { retryAfter: refused.retryAfter });
    const url = this.urlOf(key);
    sendJson(res, 200, { url, appUrl: url, ufsUrl: url, fileHash: file.md5, serverData });
  }

  /** Tells the app through its signed callback. @returns what it made of the file */
  private async tell(file: StoredFile): Promise<unknown> {
    const { env, apiKeys, callback, log } = this.options;
    const url = this.urlOf(file.key);
    const payload = JSON.stringify({
      status: "uploaded",
      file: {
        key: file.key,
        name: file.name,
        size: file.sizeBytes,
        type: file.type,
        customId: file.customId,
        url,
        appUrl: url,
        ufsUrl: url,
        fileHash: file.md5 ?? "",
      },
      origin: env.publicUrl + INGEST_PATH,
      metadata: file.metadata,
    });
    const begun = performance.now();
    await callback(
      new Request(`${env.publicUrl}/api/uploadthing?slug=${encodeURIComponent(file.slug)}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "uploadthing-hook": "callback",
          "x-uploadthing-signature": sign(payload, apiKeys[0]),
        },
        body: payload,
      }),
    );
    // The SDK answers 200 even when the app's own code threw: only a result proves that the app took the file.
    if (!this.results.has(file.key)) {
      log.error({ key: file.key }, "upload callback gave no result");
      // A database that is away says so by itself, and so does a disk without room for what the app makes of the file.
      await requireWrites(this.options.db);
      if (this.fullAt >= begun) throw new AppError("filesFull", { retryAfter: FULL_SECONDS });
      throw new AppError("internal");
    }
    const serverData = this.results.get(file.key);
    this.results.delete(file.key);
    return serverData;
  }

  private async download(req: IncomingMessage, res: ServerResponse, pathname: string): Promise<void> {
    if (req.method !== "GET" && req.method !== "HEAD") throw new AppError("methodNotAllowed", { allow: "GET" });
    const signed = FILES_ORIGIN + (req.url ?? "").slice(FILES_PATH.length);
    const key = pathname.slice(`${FILES_PATH}/a/${this.options.appId}/`.length);
    const allowed = verifySignedUrl(signed, this.options.apiKeys, Date.now());
    const [file] = allowed ? await this.options.db.select().from(storedFiles).where(eq(storedFiles.key, key)) : [];
    if (file?.state !== "uploaded") return this.refuse(req, res, allowed ? 404 : 403, "No such file");
    await sendFile(req, res, this.disk.path(key), file, this.options.log);
  }

  private refuse(req: IncomingMessage, res: ServerResponse, status: number, error: string): void {
    req.resume();
    sendJson(res, status, { error });
  }
}

const isClientGone = (error: unknown): boolean =>
  ["ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE"].includes(String((error as NodeJS.ErrnoException).code));
