/** Failures in a row after which an account is locked, and for how long. */
export const MAX_LOGIN_FAILURES = 5;
export const LOCK_MINUTES = 15;

export interface LoginRecord {
  failures: number;
  lockedUntil: Date | null;
}

/** Whole seconds until a lock ends; 0 when nothing is locked. */
export function lockSeconds(record: LoginRecord | undefined, now: Date): number {
  if (!record?.lockedUntil) return 0;
  return Math.max(0, Math.ceil((record.lockedUntil.getTime() - now.getTime()) / 1000));
}
