"use client";

import clsx from "clsx";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { type Axis, centreOf, heightOf, named, pathOf } from "@/lib/charts";

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** Stretched to the field's size, and mirrored by its style. */
const UNIT_BOX = { width: 100, height: 100, mirrored: false };

interface PlotProps {
  axis: Axis;
  /** What stands beside a tick. */
  write: (value: number) => string;
  /** What stands below each column; as many as there is room for are shown. */
  names: string[];
  /** How many names a phone and a wide page have room for. */
  room: { narrow: number; wide: number };
  children: ReactNode;
}

/** A field with lines at its ticks and names below its columns. It begins where the page's language begins. */
function Plot({ axis, write, names, room, children }: PlotProps) {
  const narrow = named(names.length, room.narrow);
  const wide = named(names.length, room.wide);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-ink-soft">
      <div className="tabular relative h-44 min-w-6">
        {axis.ticks.map((tick) => (
          <span key={tick} className="absolute end-0 translate-y-1/2 leading-none" style={{ bottom: percent(heightOf(axis, tick)) }}>
            {write(tick)}
          </span>
        ))}
        {/* The widest of them says how wide the column is. */}
        <span className="invisible">{write(axis.max)}</span>
      </div>
      <div className="relative h-44">
        {axis.ticks.map((tick) => (
          <div key={tick} className="absolute inset-x-0 border-t border-line" style={{ bottom: percent(heightOf(axis, tick)) }} />
        ))}
        {children}
      </div>
      <div />
      <div className="tabular relative mt-2 h-5">
        {names.map((name, at) => (
          <span
            key={name}
            className={clsx(
              "absolute -translate-x-1/2 whitespace-nowrap rtl:translate-x-1/2",
              narrow[at] ? "" : "hidden",
              wide[at] ? "sm:inline" : "sm:hidden",
            )}
            style={{ insetInlineStart: percent(centreOf(at, names.length)) }}
          >
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}

type ChartProps<Value> = Omit<PlotProps, "children"> & { values: readonly Value[]; writeValue: (value: number) => string };

/** Values over time. Where there is none, the line has a gap. */
export function LineChart({ values, writeValue, ...plot }: ChartProps<number | null>) {
  const format = useFormat();
  const { axis, names } = plot;
  return (
    <Plot {...plot}>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="absolute inset-0 size-full overflow-visible rtl:-scale-x-100"
      >
        <path
          d={pathOf(values, axis, UNIT_BOX)}
          fill="none"
          className="stroke-primary"
          strokeWidth={2}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {values.map((value, at) =>
        value === null ? null : (
          <span
            key={names[at]}
            title={format.labelled(names[at] ?? "", writeValue(value))}
            className="absolute size-2.5 -translate-x-1/2 translate-y-1/2 rounded-full border-2 border-surface bg-primary rtl:translate-x-1/2"
            style={{ insetInlineStart: percent(centreOf(at, values.length)), bottom: percent(heightOf(axis, value)) }}
          />
        ),
      )}
    </Plot>
  );
}

/** Amounts over time, from zero. */
export function ColumnChart({ values, writeValue, ...plot }: ChartProps<number>) {
  const format = useFormat();
  const { axis, names } = plot;
  return (
    <Plot {...plot}>
      <div className="absolute inset-0 flex items-end">
        {values.map((value, at) => (
          <div
            key={names[at]}
            className="flex h-full grow basis-0 items-end justify-center"
            title={format.labelled(names[at] ?? "", writeValue(value))}
          >
            <div
              className="w-3/5 max-w-10 rounded-t-sm bg-primary [print-color-adjust:exact]"
              style={{ height: percent(heightOf(axis, value)) }}
            />
          </div>
        ))}
      </div>
    </Plot>
  );
}

interface DotRowsProps {
  axis: Axis;
  /** What stands below a tick. */
  write: (value: number) => string;
  rows: { name: string; value: number | null; text: string }[];
}

/** Named values, each as a place on the whole scale. Not as bars: those are read as lengths from zero, where ratings do not begin. */
export function DotRows({ axis, write, rows }: DotRowsProps) {
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)_auto]">
      {rows.map(({ name, value, text }) => (
        <div key={name} className="grid gap-x-4 gap-y-1 sm:col-span-3 sm:grid-cols-subgrid sm:items-center">
          <span className="text-sm font-medium">{name}</span>
          <div className="relative mx-2 h-5">
            <div className="absolute inset-x-0 top-1/2 border-t border-line-strong" />
            {axis.ticks.map((tick) => (
              <div
                key={tick}
                className="absolute top-1/2 h-2 -translate-y-1/2 border-s border-line-strong"
                style={{ insetInlineStart: percent(heightOf(axis, tick)) }}
              />
            ))}
            {value === null ? null : (
              <div
                className="absolute top-1/2 size-4 -translate-x-1/2 -translate-y-1/2 rounded-full bg-primary [print-color-adjust:exact] rtl:translate-x-1/2"
                style={{ insetInlineStart: percent(heightOf(axis, value)) }}
              />
            )}
          </div>
          <span className="tabular text-sm text-ink-soft">{text}</span>
        </div>
      ))}
      <div className="tabular relative mx-2 h-4 text-xs text-ink-soft sm:col-start-2">
        {axis.ticks.map((tick) => (
          <span
            key={tick}
            className="absolute -translate-x-1/2 rtl:translate-x-1/2"
            style={{ insetInlineStart: percent(heightOf(axis, tick)) }}
          >
            {write(tick)}
          </span>
        ))}
      </div>
    </div>
  );
}
