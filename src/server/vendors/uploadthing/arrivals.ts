import type { FileRouter } from "uploadthing/types";
import { AppError } from "@/lib/app-error";
import type { Log } from "../../log";
import type { Telemetry } from "../../telemetry/telemetry";
import type { MalwareScanner, Verdict } from "../malware";
import { refusalOf } from "./refusal";

/** Of a file that the storage told of. */
interface Arrived {
  key: string;
  type: string;
  size: number;
  fileHash: string;
}

interface Options {
  /** Absent where nobody looks for malware. */
  scanner: MalwareScanner | undefined;
  files: { open(key: string): Promise<ReadableStream<Uint8Array>>; remove(keys: string[]): Promise<void> };
  log: Log;
  telemetry: Pick<Telemetry, "uploaded" | "scanned">;
}

/**
 * How long the answer to an upload waits for the scanner, in milliseconds: less than proxies wait for an answer. Where the device comes
 * again for the same file it is told to, and finds what the scanner has said meanwhile; a file that would be sent anew is waited for longer.
 */
const HOLD_MS = { same: 20_000, anew: 50_000 };
/** A verdict is kept so long for whoever comes again: nobody has the same file looked at over and over. */
const KEPT_MS = 600_000;
/** When to come back, in seconds: for a verdict that is on its way, and where somebody has to see to the scanner. */
const RETRY_SECONDS = { slow: 5, away: 30 };

type Look = Verdict | { state: "away" };

/**
 * The app's upload routes, each of which sees a file only after the scanner has looked at it: this is the one place that every file of
 * every route comes through, wherever it is stored. A file that is not to be taken is removed; one that nobody could look at is neither
 * taken nor lost.
 */
export function watchArrivals(routes: FileRouter, options: Options): FileRouter {
  const { files, log, telemetry } = options;
  const looks = new Map<string, Promise<Look>>();

  /** One look at a file for all who ask for it. */
  const lookAt = (scanner: MalwareScanner, { key, fileHash }: Arrived) => {
    const name = `${key} ${fileHash}`;
    const begun = looks.get(name);
    if (begun) return begun;
    const look = scan(scanner, key);
    looks.set(name, look);
    // Where the scanner was away, whoever comes again has it asked again.
    void look.then(({ state }) => setTimeout(() => looks.delete(name), state === "away" ? 0 : KEPT_MS).unref());
    return look;
  };

  const scan = async (scanner: MalwareScanner, key: string): Promise<Look> => {
    const look = await files
      .open(key)
      .then(scanner.scan)
      .catch((err: unknown): Look => {
        log.error({ err }, "malware scanner away");
        return { state: "away" };
      });
    telemetry.scanned(look.state);
    return look;
  };

  /** Why a file is not taken, if it is not. */
  const refusal = async (scanner: MalwareScanner, route: string, file: Arrived, again: boolean, account: unknown) => {
    const { key, type, size: sizeBytes } = file;
    const look = await within(lookAt(scanner, file), again ? HOLD_MS.same : HOLD_MS.anew);
    if (look?.state === "clean") return undefined;
    if (look?.state === "found") {
      log.warn({ code: "malwareFound", account, route, signature: look.signature }, "refused");
      await files.remove([key]);
      return new AppError("malwareFound");
    }
    if (look?.state === "tooLarge") {
      const passes = /^(audio|video)\//.test(type);
      log.warn({ route, sizeBytes, passes }, "larger than the malware scanner takes");
      // It is served as media and as nothing else, and a take is not to be lost.
      if (passes) return undefined;
      await files.remove([key]);
      return new AppError("tooLargeToCheck");
    }
    if (!look) log.warn({ route, sizeBytes }, "malware scanner slow");
    // What is sent anew comes under another key.
    if (!again) await files.remove([key]);
    return new AppError("notCheckedYet", { retryAfter: look ? RETRY_SECONDS.away : RETRY_SECONDS.slow });
  };

  const watched = ([name, route]: [string, FileRouter[string]]): [string, FileRouter[string]] => {
    const again = comesAgain(route);
    const onUploadComplete: typeof route.onUploadComplete = async (given) => {
      const { file, metadata } = given as { file: Arrived; metadata: { userId?: string; editorId?: string } };
      const account = metadata.userId ?? metadata.editorId ?? null;
      const error = options.scanner && (await refusal(options.scanner, name, file, again, account));
      if (error) return { refused: refusalOf(error) };
      telemetry.uploaded(name, file.size);
      return route.onUploadComplete(given);
    };
    return [name, { ...route, onUploadComplete }];
  };
  return Object.fromEntries(Object.entries(routes).map(watched));
}

/** Whether a route gives the same file the same key each time, so that sending it again goes on where it broke. */
function comesAgain({ routeOptions: { getFileHashParts } }: FileRouter[string]): boolean {
  if (!getFileHashParts) return false;
  const [one, other] = [0, 1].map(() => JSON.stringify(getFileHashParts({ name: "a", size: 1, type: "b", lastModified: 1 })));
  return one === other;
}

async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
