"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { useFormat } from "@/i18n/use-format";
import type { Plan } from "./plan-page";
import type { SheetOfPlan } from "./sheet-card";
import { useAreas } from "./use-areas";

type Piece = Plan["ordered"][number];
type Part = SheetOfPlan["parts"][number];

interface SheetDrawingProps {
  plan: Plan;
  sheet: SheetOfPlan;
  pieces: ReadonlyMap<string, Piece>;
}

const FILLS: Record<Part["is"], string> = {
  piece: "fill-primary-soft stroke-primary",
  remnant: "fill-success-soft stroke-success",
  waste: "fill-sunken stroke-line-strong",
};

/** Characters of this many of the letter's height stand side by side. */
const BREADTH = 0.6;

/** A slab to scale, its length from left to right in every language. What it shows stands in a table below, for whoever cannot see it. */
export function SheetDrawing({ plan, sheet, pieces }: SheetDrawingProps) {
  const t = useTranslations("trades.plans");
  const format = useFormat();
  const hatch = useId();
  const { size } = useAreas();
  const { slab, parts, cuts } = sheet;
  const letter = Math.max(slab.length, slab.width) / 42;
  return (
    <figure dir="ltr" className="cut-drawing">
      <svg
        viewBox={`${-letter} ${-letter} ${slab.length + 2 * letter} ${slab.width + 2 * letter}`}
        role="img"
        aria-label={t("drawing", { serial: slab.serial, size: size(slab), count: parts.filter(({ is }) => is === "piece").length })}
        className="max-h-[34rem] w-full"
      >
        <defs>
          <pattern id={hatch} width={letter} height={letter} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line x1="0" y1="0" x2="0" y2={letter} className="stroke-danger" strokeWidth={letter / 3} />
          </pattern>
        </defs>
        <rect width={slab.length} height={slab.width} className="fill-surface stroke-line-strong" strokeWidth={letter / 8} />
        {parts.map((part) => (
          <g key={`${part.rect.x} ${part.rect.y}`}>
            <rect
              x={part.rect.x}
              y={part.rect.y}
              width={part.rect.length}
              height={part.rect.width}
              className={FILLS[part.is]}
              strokeWidth={letter / 8}
            />
            <Words part={part} lines={wordsOf(part)} letter={letter} />
          </g>
        ))}
        {slab.defects.map((defect) => (
          <rect
            key={`${defect.x} ${defect.y} ${defect.length}`}
            x={defect.x}
            y={defect.y}
            width={defect.length}
            height={defect.width}
            fill={`url(#${hatch})`}
            className="stroke-danger"
            strokeWidth={letter / 8}
          />
        ))}
        {cuts.map(({ axis, at, from, to }, number) => (
          <g key={`${axis} ${at} ${from}`}>
            <line
              {...(axis === "x" ? { x1: at, x2: at, y1: from, y2: to } : { x1: from, x2: to, y1: at, y2: at })}
              className="stroke-ink"
              strokeWidth={Math.max(plan.saw.kerf, letter / 8)}
              strokeDasharray={`${letter / 2} ${letter / 4}`}
            />
            <g transform={axis === "x" ? `translate(${at} ${from})` : `translate(${from} ${at})`}>
              <circle r={letter * 0.75} className="fill-ink" />
              <text fontSize={letter * 0.8} textAnchor="middle" dominantBaseline="central" className="fill-surface font-semibold">
                {format.number(number + 1)}
              </text>
            </g>
          </g>
        ))}
        {plan.grain ? <Grain letter={letter} /> : null}
      </svg>
      {plan.grain || slab.defects.length > 0 ? (
        <figcaption className="mt-2 text-sm text-ink-soft" dir="auto">
          {[plan.grain ? t("grainNote") : "", slab.defects.length > 0 ? t("defectNote", { count: slab.defects.length }) : ""]
            .filter(Boolean)
            .join(" ")}
        </figcaption>
      ) : null}
    </figure>
  );

  function wordsOf(part: Part): string[] {
    const measured = size(part.rect);
    if (part.is !== "piece") return part.is === "remnant" ? [t("kinds.remnant"), measured] : [];
    const piece = pieces.get(part.pieceUid);
    return piece ? [`#${format.reference(piece.job.number)}`, piece.label, measured].filter(Boolean) : [measured];
  }
}

/** Two lines with points along the slab, at its upper edge: that is how the grain runs. */
function Grain({ letter }: { letter: number }) {
  const length = letter * 4;
  return (
    <g className="stroke-ink" strokeWidth={letter / 8} transform={`translate(${letter} ${-letter / 2})`}>
      <line x1={0} x2={length} y1={0} y2={0} />
      <path d={`M${letter / 2} ${-letter / 3}L0 0L${letter / 2} ${letter / 3}`} fill="none" />
      <path d={`M${length - letter / 2} ${-letter / 3}L${length} 0L${length - letter / 2} ${letter / 3}`} fill="none" />
    </g>
  );
}

/** As many of the lines as there is room for, as large as there is room for, upright where a part is narrow. */
function Words({ part, lines, letter }: { part: Part; lines: string[]; letter: number }) {
  const { x, y, length, width } = part.rect;
  const upright = width > length;
  const [along, across] = upright ? [width, length] : [length, width];
  const longest = Math.max(1, ...lines.map((line) => line.length));
  // In one line where there is no room for several.
  const flat = across < letter * 0.55 * lines.length * 1.25;
  const shown = flat ? [lines.join(" ")] : lines;
  const fits = Math.min(letter, along / ((flat ? (shown[0]?.length ?? 1) : longest) + 1) / BREADTH, across / (shown.length * 1.25));
  if (lines.length === 0 || fits < letter / 3) return null;
  const middle = `translate(${x + length / 2} ${y + width / 2})${upright ? " rotate(-90)" : ""}`;
  return (
    <g transform={middle} className="fill-ink" fontSize={fits} textAnchor="middle">
      {shown.map((line, at) => (
        <text key={line} y={(at - (shown.length - 1) / 2) * fits * 1.2} dominantBaseline="central" direction="ltr" unicodeBidi="plaintext">
          {line}
        </text>
      ))}
    </g>
  );
}
