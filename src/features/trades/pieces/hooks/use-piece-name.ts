"use client";

import { useAreas } from "../../cut-plans/components/use-areas";

/** What a piece is called: its name, or what it measures where it has none. */
export function usePieceName() {
  const { size } = useAreas();
  return ({ label, ...measured }: { label: string; length: number; width: number }): string => label || size(measured);
}
