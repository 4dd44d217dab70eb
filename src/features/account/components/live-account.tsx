"use client";

import { useLiveAccount } from "../hooks/use-live-account";

/** Keeps the signed-in pages up to date with what happens to the account elsewhere; stands once, around the dashboard. */
export function LiveAccount() {
  useLiveAccount();
  return null;
}
