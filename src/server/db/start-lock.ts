import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StartError } from "../start-error";

/** How long somebody waits for their turn. */
const WAIT_MS = 90_000;
/** Whoever has the turn says so this often. */
const ALIVE_EVERY_MS = 1000;
/** One who has not said so for this long has it no more, whoever bears their number by now. */
const SILENT_MS = 30_000;
/** A claim is written the moment that it is made: one that is still empty was cut off. */
const EMPTY_MS = 5000;

/** Who in this process is next, by the folder. */
const lines = new Map<string, Promise<unknown>>();

/** Runs work while nobody else does theirs in this folder, in this process or another. A claim that was left behind does not count. */
export function withStartLock<T>(home: string, work: () => Promise<T>): Promise<T> {
  const turn = (lines.get(home) ?? Promise.resolve()).then(() => claimed(home, work));
  const over = turn.catch(() => {});
  lines.set(home, over);
  void over.then(() => {
    if (lines.get(home) === over) lines.delete(home);
  });
  return turn;
}

async function claimed<T>(home: string, work: () => Promise<T>): Promise<T> {
  const claim = path.join(home, "starting");
  for (const deadline = Date.now() + WAIT_MS; ; await wait(100)) {
    try {
      writeFileSync(claim, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const other = look(claim);
    if (other && isLeft(other)) takeAway(claim, other);
    else if (Date.now() > deadline)
      throw new StartError(`Process ${other?.holder} has been starting the embedded PostgreSQL for too long: end it, and remove ${claim}.`);
  }
  const alive = setInterval(() => touch(claim), ALIVE_EVERY_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(alive);
    if (look(claim)?.holder === process.pid) rmSync(claim, { force: true });
  }
}

interface Claim {
  /** 0 where none stands in it. */
  holder: number;
  saidAt: number;
}

function look(claim: string): Claim | undefined {
  try {
    return { holder: Number(readFileSync(claim, "utf8")) || 0, saidAt: statSync(claim).mtimeMs };
  } catch {
    return undefined;
  }
}

function touch(claim: string): void {
  try {
    const now = new Date();
    utimesSync(claim, now, now);
  } catch {
    // Somebody has removed it by hand.
  }
}

/** Within this process turns are taken in memory: a claim by its own number is that of one before it, as in a container that began anew. */
function isLeft({ holder, saidAt }: Claim): boolean {
  const silent = Date.now() - saidAt;
  if (holder === 0) return silent > EMPTY_MS;
  return holder === process.pid || !isAlive(holder) || silent > SILENT_MS;
}

/** Another one may have taken it away meanwhile, and claimed the turn: only what was looked at goes, and what else was moved comes back. */
function takeAway(claim: string, left: Claim): void {
  const moved = `${claim}.${randomUUID()}`;
  try {
    renameSync(claim, moved);
  } catch {
    return;
  }
  const taken = look(moved);
  try {
    if (taken?.holder !== left.holder || taken.saidAt !== left.saidAt) linkSync(moved, claim);
  } catch {
    // Whoever came in between has it.
  } finally {
    rmSync(moved, { force: true });
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
