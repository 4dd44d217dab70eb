import { createHmac } from "node:crypto";
import ipaddr from "ipaddr.js";
import { type RateLimiterAbstract, RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "@/lib/app-error";
import type { Database } from "../db/client";
import { spentBudgets } from "../db/schema";

interface Budget {
  /** Calls that are let through in a minute, or in a day. */
  points: number;
  daily?: true;
  /** Counted in the database, so that it is the same budget however many processes there are. The others are each process's own. */
  shared?: true;
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/**
 * Calls per minute, or day, by class and by person or address. What could be guessed or bought with many calls is counted for all processes
 * together; what only keeps one caller from taking everybody's share is counted in memory, because it is asked at every call. Guessing
 * a password is also slowed by the account's own lock.
 */
export const BUDGETS = {
  /** Whatever comes from one address: an office of two hundred people that all work, or one program that has gone mad. */
  arrival: { points: 6000 },
  /** What a signed-in person reads: a page asks for some ten things, a program for thirty a second. */
  read: { points: 1800 },
  /** What a signed-in person changes: a day's work that a device sends at once, and more than a hand can do. */
  change: { points: 600 },
  /** Everything that one address asks for without being signed in. */
  visit: { points: 600 },
  /** Logging in and registering. */
  credentials: { points: 30, shared: true },
  /** What strangers look up by a name or an address: is it taken, while someone types; a shared answer; the plans. */
  lookup: { points: 60 },
  /** What sends a mail to an address that somebody typed. */
  mail: { points: 10, shared: true },
  /** Quotes, invoices and invitations of somebody's shops in a day: as many as one of them may mail, however many there are or were. */
  shop: { points: 400, daily: true, shared: true },
  /** The same to one address: a customer of many invoices, and nobody who is flooded. */
  addressee: { points: 30, daily: true, shared: true },
  /** What makes a payment service work for us. */
  payment: { points: 30, shared: true },
  /** Documents that are drawn for somebody. */
  drawing: { points: 20 },
  /** Messages of guests. */
  contact: { points: 6, shared: true },
  /** Messages to people, and what changes them. */
  message: { points: 240 },
  /** Signs of typing one. */
  typing: { points: 240 },
  /** What visitors read and search, a letter at a time, and what they say of it. */
  reading: { points: 120 },
  /** Calendars that programs read by an address of their own. */
  calendar: { points: 60 },
} as const satisfies Record<string, Budget>;

export type LimitClass = keyof typeof BUDGETS;

export interface RateLimits {
  /**
   * @param caller a person's id or an address
   * @throws AppError tooManyRequests with the seconds to wait
   */
  spend(budget: LimitClass, caller: string): Promise<void>;
}

interface Shared {
  db: Database;
  secret: string;
}

/** @param shared where budgets are counted that all processes share; without it each is counted in this process's memory */
export function rateLimits(enabled: boolean, shared?: Shared): RateLimits {
  if (!enabled) return { spend: async () => {} };
  const limiters = new Map(Object.entries(BUDGETS).map(([name, budget]) => [name, limiterOf(name, budget, shared)]));
  return {
    spend: async (budget, caller) => {
      try {
        await limiters.get(budget)?.consume(subscriberOf(caller));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new AppError("tooManyRequests", { retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
      }
    },
  };
}

type Limiter = Pick<RateLimiterAbstract, "consume">;

function limiterOf(name: string, { points, daily, shared: isShared }: Budget, shared: Shared | undefined): Limiter {
  const duration = daily ? DAY : MINUTE;
  const memory = new RateLimiterMemory({ keyPrefix: name, points, duration });
  if (!isShared || !shared) return memory;
  const limiter = new RateLimiterDrizzle({
    keyPrefix: name,
    points,
    duration,
    storeClient: shared.db,
    schema: spentBudgets,
    // Whoever has been refused is refused from memory: a flood costs no statement.
    inMemoryBlockOnConsumed: points,
    // While the database is away, each process counts for itself.
    insuranceLimiter: memory,
    // The hourly job does that.
    clearExpiredByTimeout: false,
  });
  // An address is somebody's: the database, and each backup of it, keeps what nobody can read back.
  const unreadable = (caller: string) => createHmac("sha256", shared.secret).update(`budget:${caller}`).digest("base64url");
  return { consume: (caller) => limiter.consume(unreadable(String(caller))) };
}

/** IPv6 gives every subscriber at least a /64 (RFC 6177): its addresses are one caller's. An IPv4 address stands for itself. */
export function subscriberOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === "ipv6" ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString() : parsed.toString();
}
