"use client";

import { useTakeKeeper } from "../hooks/use-device-takes";

/** Keeps this device's takes safe while somebody is signed in, whatever page they are on. */
export function TakeKeeper() {
  useTakeKeeper();
  return null;
}
