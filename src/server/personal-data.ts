import type { Services } from "./api/context";
import type { Executor, Transaction } from "./db/client";

/** One file of an archive; its bytes are asked for only when their turn comes. */
export interface ArchiveFile {
  /** Where in the archive, e.g. "recordings/2026-11-21-tell-me-about-yourself.webm". */
  path: string;
  sizeBytes: number;
  open(): Promise<ReadableStream<Uint8Array>>;
}

export interface PersonalRecords {
  /** Becomes `data/<name>.json`. */
  data: unknown;
  files: ArchiveFile[];
  /** Shown on the archive's page, newest first; `file` is the path of one of the files. */
  entries?: ArchiveEntry[];
}

export interface ArchiveEntry {
  title: string;
  at: Date;
  lines: string[];
  file?: { path: string; kind: "audio" | "video" };
}

/**
 * What a feature holds of a person. Each feature brings its own, so that nothing is forgotten in an archive or at an end:
 * the account's jobs walk over all of them.
 */
export interface PersonalData {
  name: string;
  /** How many of what, by the names of the message catalogue (`account.holdings.*`): what goes when the account goes. */
  count(db: Executor, userId: string): Promise<Record<string, number>>;
  records(services: Services, userId: string): Promise<PersonalRecords>;
  /** Stored files that are to go, by their keys, told before the rows go. What the person themself has sent goes with or without this. */
  stored(db: Executor, userId: string): Promise<string[]>;
  /** What is to happen when somebody has asked for their account's end, and can still come back. It may be asked for more than once. */
  leaving?(services: Services, userId: string): Promise<void>;
  /** Removes the rows, in the transaction that ends the account. */
  erase(tx: Transaction, userId: string): Promise<void>;
}
