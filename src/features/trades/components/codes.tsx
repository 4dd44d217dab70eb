"use client";

import clsx from "clsx";
import { useEffect, useState } from "react";

/** How a code is drawn: modules, row by row. */
export type DrawCode = (text: string) => boolean[][];

/** What draws codes to scan. @returns nothing while it is on its way, null where it did not arrive */
export function useCodes(): { code: DrawCode } | null | undefined {
  const [draw, setDraw] = useState<{ code: DrawCode } | null>();
  useEffect(() => {
    let shown = true;
    void import("uqr").then(
      ({ encode }) => shown && setDraw({ code: (text) => encode(text, { ecc: "M", border: 0 }).data }),
      () => shown && setDraw(null),
    );
    return () => {
      shown = false;
    };
  }, []);
  return draw;
}

export function Code({ modules, name, className }: { modules: boolean[][]; name: string; className: string }) {
  const path = modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg viewBox={`-2 -2 ${modules.length + 4} ${modules.length + 4}`} role="img" aria-label={name} className={clsx("shrink-0", className)}>
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
