import ipaddr from "ipaddr.js";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "@/lib/app-error";

/** Calls per minute, by class and by person or address. Guessing a password is also slowed by the account's own lock. */
const BUDGETS = {
  /** Logging in and registering. */
  credentials: 30,
  /** Does this e-mail or username exist: enough for a form that asks while someone types. */
  existence: 60,
  /** What sends a mail to an address that somebody typed. */
  mail: 10,
  /** What makes a payment service work for us. */
  payment: 30,
  /** Documents that are drawn for somebody. */
  drawing: 20,
  /** Messages of guests. */
  contact: 6,
  /** Messages to people, and what changes them. */
  message: 240,
  /** Signs of typing one. */
  typing: 240,
  /** What visitors read and search, a letter at a time, and what they say of it. */
  reading: 120,
  /** Calendars that programs read by an address of their own. */
  calendar: 60,
} as const;

export type LimitClass = keyof typeof BUDGETS;

export interface RateLimits {
  /** @throws AppError tooManyRequests with the seconds to wait */
  spend(budget: LimitClass, address: string): Promise<void>;
}

/**
 * Budgets in this process's memory: with several processes each has its own, so the true limit is that many times higher.
 */
export function rateLimits(enabled: boolean): RateLimits {
  if (!enabled) return { spend: async () => {} };
  const limiters = new Map(Object.entries(BUDGETS).map(([name, points]) => [name, new RateLimiterMemory({ points, duration: 60 })]));
  return {
    spend: async (budget, address) => {
      try {
        await limiters.get(budget)?.consume(subscriberOf(address));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new AppError("tooManyRequests", { retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
      }
    },
  };
}

/** IPv6 gives every subscriber at least a /64 (RFC 6177): its addresses are one caller's. An IPv4 address stands for itself. */
export function subscriberOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === "ipv6" ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString() : parsed.toString();
}
