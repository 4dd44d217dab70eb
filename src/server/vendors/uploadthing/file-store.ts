import { randomInt } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { createRouteHandler, UTApi } from "uploadthing/server";
import type { FileRouter } from "uploadthing/types";
import { AppError, ERROR_STATUS, type ErrorCode } from "@/lib/app-error";
import { headersOf } from "../../api/errors";
import type { Database, Executor } from "../../db/client";
import { requireWrites } from "../../db/reachable";
import { storedFiles } from "../../db/schema";
import type { Env } from "../../env";
import { MAX_JSON_BYTES, sendWebResponse, toWebRequest } from "../../http/body";
import type { Log } from "../../log";
import type { Telemetry } from "../../telemetry/telemetry";
import { createMalwareScanner } from "../malware";
import { watchArrivals } from "./arrivals";
import { belongTogether, markOf } from "./belonging";
import { EmbeddedStorage, FILES_ORIGIN, INGEST_PATH, STORAGE_API } from "./embedded-storage";
import { logFailures } from "./failures";
import { plainRefusal } from "./refusal";
import { removeStray } from "./stray";
import { type Begun, boundUploads, UnfinishedUploads } from "./unfinished";

/** The storage has no such file, and will have none if it is asked again. */
export class FileGone extends Error {
  constructor(cause?: unknown) {
    super("the storage has no such file", { cause });
  }
}

/** Files of people: recordings now; pictures and documents with their features. */
export interface FileStore {
  /** An address of a stored file that answers Range requests; it lives for a quarter of an hour unless told otherwise. */
  link(key: string, seconds?: number): Promise<string>;
  /** A stored file's bytes, for what the server itself makes of it. @throws FileGone */
  open(key: string): Promise<ReadableStream<Uint8Array>>;
  /** Stores a file that the server made. @returns its key */
  save(file: { name: string; type: string; bytes: Blob }): Promise<string>;
  remove(keys: string[]): Promise<void>;
  /**
   * Removes what uploads by this route left of these records. The hosted service drops unfinished ones by itself.
   * @param slug the route, since an id is the sender's choice: under the same one may lie what another route has stored for good
   */
  removeUnfinished(slug: string, uids: string[]): Promise<void>;
  /** Gives up uploads that began so many days ago and that nobody is sending. The hosted service drops its bytes by itself. */
  removeAbandoned(days: number): Promise<void>;
  /** Removes whatever was uploaded by this person, finished or not. The hosted service drops unfinished uploads by itself. */
  removeAllOf(userId: string): Promise<void>;
  /** Removes what lies in the embedded storage without a row that knows of it, untouched since; nothing where it is another database's. @returns how many files */
  removeStray(since: Date): Promise<number>;
}

export interface FileStoreHttp extends FileStore {
  /** UploadThing's route of the app: asks for upload addresses, and the storage's callbacks. */
  serveRoute(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** The embedded storage's own endpoints. Beside the hosted service it takes nothing, and hands out what lay on the disk before. */
  embedded: EmbeddedStorage;
}

/** Long enough to listen and pause, short enough that a revoked or leaked address soon ends; a player asks for a new one. */
const LINK_SECONDS = 15 * 60;

/** The service is waited for as long as Stripe is for a receipt, in milliseconds, and while a file is on its way for an hour, as long as an address to send one lives. */
const CALL_MS = 20_000;
const FILE_MS = 60 * 60 * 1000;

/** A key has 31 bits: a file whose key is taken is given another, and is sent once more where the storage fails for a moment. */
const SAVE_TRIES = 2;
/** The most that is drawn at random. */
const MOST_RANDOM = 2 ** 48 - 1;

const APP_ID = "parley";

/** UploadThing's keys begin so, and its SDK takes no other. */
const API_KEY = "sk_";
const asApiKey = (key: string): string => (key.startsWith(API_KEY) ? key : API_KEY + key);

interface FileStoreOptions {
  env: Env;
  db: Database;
  log: Log;
  routes: () => FileRouter;
  /** Bytes that an account may have begun to send and not finished, where that is more than anybody may. */
  mayHaveUnfinished: (db: Executor, account: string) => Promise<number>;
  telemetry: Pick<Telemetry, "uploaded" | "scanned">;
}

/**
 * UploadThing through its own SDK, always. With UPLOADTHING_TOKEN it talks to the hosted service; without, the same SDK
 * code talks to the storage that this app embeds, through an in-process `fetch` where the server is the caller.
 */
export function createFileStore(args: FileStoreOptions): FileStoreHttp {
  const { env, db, log, telemetry } = args;
  const scanner = env.CLAMAV === undefined ? undefined : createMalwareScanner(env.CLAMAV);
  const unfinished = new UnfinishedUploads(db, args.mayHaveUnfinished);
  const hosted = env.UPLOADTHING_TOKEN !== undefined;
  const [current, ...previous] = env.storageKeys;
  const apiKey = asApiKey(current);
  const embedded = new EmbeddedStorage({
    apiKeys: [apiKey, ...previous.map(asApiKey)],
    appId: APP_ID,
    env,
    db,
    log,
    unfinished,
    takes: !hosted,
    callback: (request) => handler(request),
  });
  // `logLevel`: at its default the SDK logs signed addresses.
  const common = { isDev: false, logLevel: "Error" } as const;
  const onDisk = {
    ...common,
    token: Buffer.from(JSON.stringify({ apiKey, appId: APP_ID, regions: ["embedded"], ingestHost: "embedded" })).toString("base64"),
    ingestUrl: env.publicUrl + INGEST_PATH,
    callbackUrl: `${env.publicUrl}/api/uploadthing`,
    apiUrl: STORAGE_API,
    ufsHost: new URL(FILES_ORIGIN).host,
    ufsAppIdLocation: "path" as const,
    // Node wants to be told that a body is streamed.
    fetch: (input: RequestInfo | URL, init?: RequestInit) => embedded.fetch(new Request(input, { ...init, duplex: "half" } as RequestInit)),
  };
  const atService = {
    ...common,
    token: env.UPLOADTHING_TOKEN,
    // The hosted service is told of what begins, and so is our own list of it.
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      if (String(input instanceof Request ? input.url : input).endsWith("/route-metadata"))
        await embedded.dropBytes(await unfinished.register((await new Request(input, init).json()) as Begun));
      // In the place of the SDK's own signal, which it never gives: with one made of both, Node 20 may lose the time that is over.
      return fetch(input, { ...init, signal: AbortSignal.timeout(init?.method === "PUT" ? FILE_MS : CALL_MS) });
    },
  };
  const config: Record<string, unknown> = hosted ? atService : onDisk;

  let route: ((request: Request) => Promise<Response>) | undefined;
  const handler = (request: Request): Promise<Response> => {
    // A storage of ours knows by itself what has arrived.
    const arrived = async (key: string) => (hosted ? unfinished.forget([key]) : undefined);
    const routes = () => watchArrivals(boundUploads(args.routes(), unfinished, arrived), { scanner, files: store, log, telemetry });
    route ??= createRouteHandler({
      router: logFailures(routes(), log),
      config: { ...config, handleDaemonPromise: "await" },
    });
    return route(request);
  };
  const api = new UTApi(config);
  const disk = hosted ? new UTApi(onDisk) : api;

  const signedUrl = async (one: UTApi, key: string, expiresIn = LINK_SECONDS): Promise<string> =>
    (await one.generateSignedURL(key, { expiresIn })).ufsUrl;
  /** Whoever moves to the hosted service leaves on the disk what came before. */
  const liesOnDisk = async (key: string): Promise<boolean> => !hosted || embedded.holds(key);

  const removeWhere = async (which: SQL | undefined): Promise<void> =>
    store.remove((await db.select({ key: storedFiles.key }).from(storedFiles).where(which)).map(({ key }) => key));

  const store: FileStoreHttp = {
    embedded,
    link: async (key, seconds) =>
      (await liesOnDisk(key)) ? embedded.publicLink(await signedUrl(disk, key, seconds)) : signedUrl(api, key, seconds),
    open: async (key) => {
      if (await liesOnDisk(key))
        return embedded.open(key).catch((error) => Promise.reject(error.code === "ENOENT" ? new FileGone(error) : error));
      const answer = await fetch(await signedUrl(api, key), { signal: AbortSignal.timeout(FILE_MS) });
      if (answer.status === 404) throw new FileGone();
      if (!answer.ok || !answer.body) throw new Error(`the storage answered ${answer.status}`);
      return answer.body;
    },
    save: async ({ name, type, bytes }) => {
      // The SDK would only say that it failed.
      if (!hosted) await embedded.makeSureOfRoom(bytes.size);
      let failure: unknown;
      for (let tries = 0; tries < SAVE_TRIES; tries += 1) {
        // As the SDK's own file class, but around any blob: one that lies on the disk is never in memory as a whole. A key is a short hash
        // of what a file is called, of its size and of when: of those that are made at once and are alike, each is to have its own.
        const lastModified = randomInt(MOST_RANDOM);
        const file = Object.assign(bytes.slice(0, bytes.size, type), { name, customId: undefined, lastModified });
        const { data, error } = await api.uploadFiles(file as never, { contentDisposition: "attachment", acl: "private" });
        if (data) return data.key;
        failure = error;
      }
      throw new Error("the storage did not take a file", { cause: failure });
    },
    remove: async (keys) => {
      if (keys.length === 0) return;
      if (!hosted) return void (await api.deleteFiles(keys));
      const held = await Promise.all(keys.map((key) => embedded.holds(key)));
      const elsewhere = keys.filter((_, at) => !held[at]);
      if (elsewhere.length > 0) await api.deleteFiles(elsewhere);
      await embedded.dropBytes(keys.filter((_, at) => held[at]));
      await unfinished.forget(keys);
    },
    removeUnfinished: async (slug, uids) => {
      if (uids.length > 0) await removeWhere(and(eq(storedFiles.slug, slug), inArray(sql`${storedFiles.metadata} ->> 'uid'`, uids)));
    },
    removeAbandoned: (days) => unfinished.giveUp(days, (keys) => embedded.dropBytes(keys)),
    removeAllOf: (userId) => removeWhere(sql`${storedFiles.metadata} ->> 'userId' = ${userId}`),
    removeStray: async (since) => {
      if (await belongTogether(db, env.dataDir)) return removeStray(embedded.disk, db, since);
      log.error({ mark: markOf(env.dataDir) }, "the files are another database's: none of them is swept until the mark is removed");
      return 0;
    },
    serveRoute: async (req, res) => {
      const request = await toWebRequest(req, env.publicUrl, MAX_JSON_BYTES);
      if (wantsNothing(request)) throw new AppError("badRequest");
      const bytes = hosted ? 0 : await announced(request.clone());
      const answer = await handler(request);
      // Before gigabytes are sent in vain. What of them lies here already needs no more room.
      if (bytes > 0 && answer.ok) await embedded.makeSureOfRoom(bytes - (await embedded.bytesOf(await addressed(answer.clone()))));
      await sendWebResponse(res, await passing(answer, db, request.headers.get("accept-language")));
    },
  };
  return store;
}

/** The SDK would answer null, as if something had been done: a call asks for addresses, or it is the storage's own. */
const wantsNothing = ({ method, url, headers }: Request): boolean =>
  method === "POST" && new URL(url).searchParams.has("actionType") === headers.has("uploadthing-hook");

/** How many bytes a request for upload addresses is about; 0 for any other. */
async function announced(request: Request): Promise<number> {
  if (new URL(request.url).searchParams.get("actionType") !== "upload") return 0;
  const body = (await request.json().catch(() => undefined)) as { files?: { size?: unknown }[] } | undefined;
  const sizes = Array.isArray(body?.files) ? body.files.map((file) => Number(file?.size)) : [];
  return sizes.filter((size) => size > 0).reduce((sum, size) => sum + size, 0);
}

/** The keys to which addresses were given. */
const addressed = async (answer: Response): Promise<string[]> => ((await answer.json()) as { key: string }[]).map(({ key }) => key);

/**
 * The SDK knows few statuses: a refusal of ours has its own, and says in a header when to come back. Where it was the database that failed
 * beneath the SDK, asking it once more says so. What the SDK refuses by itself is said as we say it.
 */
async function passing(answer: Response, db: Database, language: string | null): Promise<Response> {
  if (answer.status < 400) return answer;
  const told = ownRefusal(await answer.text());
  if (!told && answer.status === 500) await requireWrites(db);
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  if (!told) return Response.json(plainRefusal(answer.status, language), { status: answer.status, headers });
  const { retryAfter, ...body } = told;
  const status = ERROR_STATUS[told.code];
  for (const [name, value] of Object.entries(headersOf({ status, retryAfter, allow: undefined }))) headers.set(name, value);
  return Response.json(body, { status, headers });
}

function ownRefusal(text: string): { code: ErrorCode; retryAfter?: number } | undefined {
  try {
    const body = JSON.parse(text) as { code?: unknown; retryAfter?: number };
    return typeof body.code === "string" && Object.hasOwn(ERROR_STATUS, body.code) ? (body as { code: ErrorCode }) : undefined;
  } catch {
    return undefined;
  }
}
