"use client";

import type { ReactNode } from "react";
import { isViewing } from "@/ui/viewing-tab";

/**
 * What works for the account's owner alone: what sends on what waits on this device, follows what happens, asks for pushes. It stands
 * inside what shows only once the session is known.
 */
export function OwnOnly({ children }: { children: ReactNode }) {
  return isViewing() ? null : children;
}
