"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { liesIn } from "../rules";
import type { DefectFields } from "../schema";

interface SlabDrawingProps {
  length: number;
  width: number;
  defects: readonly DefectFields[];
  /** The one that is being written, by its place. */
  current?: number;
}

const isDrawn = ({ x, y, length, width }: DefectFields): boolean =>
  [x, y, length, width].every((value) => Number.isInteger(value) && value >= 0) && length > 0 && width > 0;

/** A slab to scale, its length from left to right in every language, with what no piece may touch; each defect has the number that the list has. */
export function SlabDrawing({ length, width, defects, current }: SlabDrawingProps) {
  const t = useTranslations("trades.slabs");
  const format = useFormat();
  // While it is typed a size may be none.
  if (!(length > 0 && width > 0)) return null;
  const text = Math.max(length, width) / 20;
  const numbered = defects.map((defect, at) => ({ defect, at })).filter(({ defect }) => isDrawn(defect));
  return (
    <figure className="grid gap-2">
      <div className="flex items-stretch gap-2" dir="ltr">
        <svg
          viewBox={`0 0 ${length} ${width}`}
          role="img"
          aria-label={t("drawing", { length: format.number(length), width: format.number(width), count: defects.length })}
          className="max-h-96 min-w-0 flex-1 overflow-visible"
        >
          <rect
            width={length}
            height={width}
            className="fill-sunken stroke-line-strong"
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
          />
          {numbered.map(({ defect, at }) => (
            <g key={at}>
              <rect
                x={defect.x}
                y={defect.y}
                width={defect.length}
                height={defect.width}
                className={liesIn(defect, { length, width }) ? "fill-danger/30 stroke-danger" : "fill-warning/30 stroke-warning"}
                strokeWidth={at === current ? 3 : 1.5}
                strokeDasharray={liesIn(defect, { length, width }) ? undefined : "6 4"}
                vectorEffect="non-scaling-stroke"
              />
              <text
                x={Math.min(defect.x + defect.length / 2, length - text)}
                y={Math.min(Math.max(defect.y + defect.width / 2, text * 0.6), width - text * 0.6)}
                fontSize={text}
                textAnchor="middle"
                dominantBaseline="central"
                className="fill-ink font-semibold [paint-order:stroke] stroke-surface"
                strokeWidth={text / 5}
              >
                {format.number(at + 1)}
              </text>
            </g>
          ))}
        </svg>
        <span className="self-center text-sm text-ink-soft tabular [writing-mode:vertical-rl]" aria-hidden="true">
          {t("mm", { value: format.number(width) })}
        </span>
      </div>
      <figcaption className="text-center text-sm text-ink-soft tabular" aria-hidden="true">
        {t("mm", { value: format.number(length) })}
      </figcaption>
    </figure>
  );
}
