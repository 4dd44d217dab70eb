"use client";

import { useTakeKeeper } from "../hooks/use-device-takes";
import { useLivePlan } from "../plan/hooks/use-plan";

/** Keeps this device's takes safe while somebody is signed in, whatever page they are on. */
export function TakeKeeper() {
  useTakeKeeper();
  useLivePlan();
  return null;
}
