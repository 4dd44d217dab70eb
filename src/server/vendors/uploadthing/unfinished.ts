import { and, eq, inArray, lt, not, type SQL, sql } from "drizzle-orm";
import type { FileRouter } from "uploadthing/types";
import { AppError } from "@/lib/app-error";
import { negotiateLocale } from "@/lib/locales";
import type { Database, Executor } from "../../db/client";
import { storedFiles } from "../../db/schema";
import { currentCall, nextRequestId } from "../../telemetry/scope";
import { isIdle } from "./lease";
import { uploadRefusal } from "./refusal";

/** Bytes that anybody may have begun to send and not finished: two of the longest takes, or the photos of a week without a network. */
const ANYBODYS = 4 * 1024 ** 3;

/** Uploads that are given up at once; the rest are next in an hour. */
const MOST_GIVEN_UP = 1000;

/** What the server tells the storage of an upload; it comes back with the file. */
export type Metadata = Record<string, unknown> & {
  /** How large the file is said to be. */
  announced?: number;
};

export interface Begun {
  fileKeys: string[];
  metadata: Metadata;
  callbackSlug: string;
}

/**
 * Uploads that have begun and not ended, wherever the files are kept. What an account has announced of them is bounded, all of it
 * together, whatever it is called: bytes of a file that never becomes whole belong to nothing that any other limit counts.
 */
export class UnfinishedUploads {
  /** @param allows bytes that an account may have unfinished, where that is more than anybody may */
  constructor(
    private readonly db: Database,
    private readonly allows: (db: Executor, account: string) => Promise<number>,
  ) {}

  /** @throws AppError uploadsUnfinished where an account has begun too much else to send this as well */
  async expectRoom(slug: string, metadata: Metadata): Promise<void> {
    const whose = ownerOf(metadata);
    if (!whose) return;
    const [had, replaced] = await sums(this.db, whose.rows, sameRecord(slug, metadata));
    if (!(await this.fits(this.db, whose.account, { had, replaced, announced: metadata.announced ?? 0 })))
      throw new AppError("uploadsUnfinished");
  }

  /**
   * Knows of an upload from now on. What the same record began under other keys goes, unless it is being written: nobody goes back to that.
   * A key that is known stays as it is, so that its upload goes on; one that has no room is not known, and its address opens nothing.
   * @returns the keys that go
   */
  async register({ fileKeys, metadata, callbackSlug: slug }: Begun): Promise<string[]> {
    const whose = ownerOf(metadata);
    const announced = metadata.announced ?? 0;
    return this.db.transaction(async (tx) => {
      if (whose) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${whose.account}`}, 0))`);
      const known = await tx.$count(storedFiles, inArray(storedFiles.key, fileKeys));
      if (known === fileKeys.length) return [];
      const left = whose && and(whose.rows, sameRecord(slug, metadata), not(inArray(storedFiles.key, fileKeys)), isIdle);
      if (whose) {
        const [had, replaced] = await sums(tx, whose.rows, left);
        if (!(await this.fits(tx, whose.account, { had, replaced, announced }))) return [];
      }
      const gone = left ? await tx.delete(storedFiles).where(left).returning({ key: storedFiles.key }) : [];
      // Name and type follow with the signed address.
      const row = { name: "", sizeBytes: Math.ceil(announced / fileKeys.length), type: "", slug, metadata };
      // Keys are short hashes: one that belongs to another upload stays that upload's, and the newcomer's address is refused.
      await tx
        .insert(storedFiles)
        .values(fileKeys.map((key) => ({ key, ...row })))
        .onConflictDoNothing();
      return gone.map(({ key }) => key);
    });
  }

  /**
   * Gives up what began so many days ago, unless it has arrived since or is being written: whether it has is asked as its row goes, and not
   * before. The row is held until the bytes are gone, so that nobody who asks for the same key meanwhile loses what they then send.
   */
  async giveUp(days: number, dropBytes: (keys: string[]) => Promise<void>): Promise<void> {
    const old = lt(storedFiles.createdAt, sql`now() - make_interval(days => ${days})`);
    await this.db.transaction(async (tx) => {
      const abandoned = tx
        .select({ key: storedFiles.key })
        .from(storedFiles)
        .where(and(eq(storedFiles.state, "uploading"), old, isIdle))
        .limit(MOST_GIVEN_UP)
        .for("update", { skipLocked: true });
      const gone = await tx.delete(storedFiles).where(inArray(storedFiles.key, abandoned)).returning({ key: storedFiles.key });
      await dropBytes(gone.map(({ key }) => key));
    });
  }

  /** Of files that have arrived, or will not, where no storage of ours knows it by itself. */
  async forget(keys: string[]): Promise<void> {
    await this.db.delete(storedFiles).where(inArray(storedFiles.key, keys));
  }

  /** What is no more than before is let in whatever the bound is by now. */
  private async fits(db: Executor, account: string, { had, replaced, announced }: { had: number; replaced: number; announced: number }) {
    const then = had - replaced + announced;
    return then <= Math.max(had, ANYBODYS) || then <= (await this.allows(db, account));
  }
}

/** Whose an upload is. What those who run the service publish is not theirs, but they have begun it. */
function ownerOf({ userId, editorId }: Metadata): { account: string; rows: SQL | undefined } | undefined {
  const account = userId ?? editorId;
  if (typeof account !== "string") return undefined;
  const owner = userId === undefined ? sql`${storedFiles.metadata} ->> 'editorId'` : sql`${storedFiles.metadata} ->> 'userId'`;
  return { account, rows: and(eq(storedFiles.state, "uploading"), eq(owner, account)) };
}

/** Uploads of the same thing by the same person. */
const sameRecord = (slug: string, { announced: _, ...record }: Metadata): SQL | undefined =>
  and(eq(storedFiles.slug, slug), sql`${storedFiles.metadata} - 'announced' = ${JSON.stringify(record)}::jsonb`);

/** Bytes of all these uploads, and of those among them. */
async function sums(db: Executor, rows: SQL | undefined, among: SQL | undefined): Promise<[all: number, among: number]> {
  const [sum] = await db
    .select({
      all: sql<number>`coalesce(sum(${storedFiles.sizeBytes}), 0)::float8`,
      among: sql<number>`coalesce(sum(${storedFiles.sizeBytes}) filter (where ${among}), 0)::float8`,
    })
    .from(storedFiles)
    .where(rows);
  return [sum?.all ?? 0, sum?.among ?? 0];
}

/**
 * The app's upload routes, each of which begins an upload only where its account has room for one more that is unfinished.
 * @param arrived told of each file that has come
 */
export function boundUploads(routes: FileRouter, unfinished: UnfinishedUploads, arrived: (key: string) => Promise<void>): FileRouter {
  const bounded = ([slug, route]: [string, FileRouter[string]]): [string, FileRouter[string]] => {
    const middleware: typeof route.middleware = async (given) => {
      const { req, files } = given as { req: Request; files: readonly { size: number }[] };
      const metadata = { ...(await route.middleware(given)), announced: files.reduce((sum, { size }) => sum + size, 0) };
      await unfinished.expectRoom(slug, metadata).catch((cause: unknown) => {
        const locale = negotiateLocale(req.headers.get("accept-language") ?? undefined);
        throw uploadRefusal(cause, { locale, requestId: currentCall()?.requestId ?? nextRequestId() });
      });
      return metadata;
    };
    const onUploadComplete: typeof route.onUploadComplete = async (given) => {
      const { announced: _, ...metadata } = given.metadata as Metadata;
      await arrived(given.file.key);
      return route.onUploadComplete({ ...given, metadata });
    };
    return [slug, { ...route, middleware, onUploadComplete }];
  };
  return Object.fromEntries(Object.entries(routes).map(bounded));
}
