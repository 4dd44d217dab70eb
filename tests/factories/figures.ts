import { appendFileSync } from "node:fs";

/** Keeps what a run has measured for the table at its end, which `npm test -- faults` prints; elsewhere nobody asks for it. */
export function keepFigures(of: string, figures: Record<string, number | string>): void {
  const { FIGURES } = process.env;
  if (FIGURES) appendFileSync(FIGURES, `${JSON.stringify({ of, figures })}\n`);
}

/** How often what was said, as a line: "503 unavailable: 12, no answer: 3". */
export const tally = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([what, times]) => `${what}: ${times.toLocaleString("en")}`).join(", ") || "none";
