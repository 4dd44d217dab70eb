import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { StartError } from "./start-error";
import { newVapidKeys, type VapidKeys } from "./vapid";

/** Secrets that a first start makes and the data folder keeps. */
export interface KeptSecrets {
  secret: string;
  databasePassword: string;
  storageKey: string;
  /** Signs what the embedded emulator of Stripe sends. */
  demoPaymentsKey: string;
  demoPasswords: Record<string, string>;
  vapid: VapidKeys;
}

/** The app's own keys, in the data folder. */
export const SECRETS = "secrets.json";

/** What is kept in a data folder; what lacks there is made. @throws StartError where the file cannot be read */
export function keepSecrets(dataDir: string): KeptSecrets {
  const file = path.join(dataDir, SECRETS);
  const stored = readSecrets(file);
  const known = stored !== undefined;
  const kept = filled(stored ?? {});
  if (JSON.stringify(kept) === JSON.stringify(stored)) {
    try {
      chmodSync(file, 0o600);
    } catch (cause) {
      throw unreadable(file, cause);
    }
    return kept;
  }
  // Whole or not at all: a half-written file would lose the only copy. Of two first starts the one that links first decides.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flush: true });
  try {
    // Asked above and not again: a file that appeared meanwhile is the other start's, and stays.
    if (known) renameSync(draft, file);
    else linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return keepSecrets(dataDir);
  } finally {
    rmSync(draft, { force: true });
  }
  return kept;
}

/** The same for who changes nothing in that folder: what lacks there is made for this process alone. */
export function knownSecrets(dataDir: string): KeptSecrets {
  return filled(readSecrets(path.join(dataDir, SECRETS)) ?? {});
}

const filled = (stored: Partial<KeptSecrets>): KeptSecrets => ({
  secret: stored.secret ?? randomBytes(48).toString("base64url"),
  databasePassword: stored.databasePassword ?? randomBytes(24).toString("hex"),
  storageKey: stored.storageKey ?? `sk_${randomBytes(32).toString("hex")}`,
  demoPaymentsKey: stored.demoPaymentsKey ?? randomBytes(24).toString("hex"),
  demoPasswords: stored.demoPasswords ?? {
    candidate: readablePassword(),
    admin: readablePassword(),
    super_admin: readablePassword(),
  },
  vapid: stored.vapid ?? newVapidKeys(),
});

/** @returns nothing where there is no such file. @throws StartError where it cannot be read, or is not what was written */
function readSecrets(file: string): Partial<KeptSecrets> | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw unreadable(file, cause);
  }
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored === "object" && stored !== null) return stored;
  } catch {
    // It is damaged, as is what holds something else.
  }
  throw new StartError(
    `The file ${file} is damaged: restore it from a backup; without it, signed links and the embedded database cannot be opened.`,
  );
}

function unreadable(file: string, cause: unknown): StartError {
  const { code = "", message } = cause as NodeJS.ErrnoException;
  if (!["EACCES", "EPERM"].includes(code)) return new StartError(`The file ${file} cannot be read: ${message}.`, { cause });
  const [mine, theirs] = [process.geteuid?.(), ownerOf(file)];
  const whose = theirs === undefined ? "lies where this user may not look" : `belongs to the user of number ${theirs}`;
  return new StartError(`The file ${file} ${whose}, and this is number ${mine}: start as its owner, or chown the data folder.`, { cause });
}

function ownerOf(file: string): number | undefined {
  try {
    return statSync(file).uid;
  } catch {
    return undefined;
  }
}

/** 79 bits in four groups that can be typed from a terminal: letters and digits that look like no other. */
function readablePassword(): string {
  const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
  const letters = Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]);
  return [0, 4, 8, 12].map((at) => letters.slice(at, at + 4).join("")).join("-");
}
