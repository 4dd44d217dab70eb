"use client";

import { ChevronDownIcon } from "@heroicons/react/24/outline";
import { type ReactNode, useId } from "react";

interface ChartFrameProps {
  title: string;
  /** What the picture says, in a sentence: it stands for the picture where that is not seen. */
  summary: string;
  tableLabel: string;
  head: string[];
  /** The same values as the picture's, as they are written; the first of each row names it. */
  rows: string[][];
  children: ReactNode;
}

/** A chart with its sentence, and the table behind it for whoever wants the numbers. */
export function ChartFrame({ title, summary, tableLabel, head, rows, children }: ChartFrameProps) {
  const id = useId();
  return (
    <figure aria-labelledby={`${id}-title`} className="break-inside-avoid">
      <h3 id={`${id}-title`} className="font-semibold">
        {title}
      </h3>
      <p className="mt-0.5 text-sm text-ink-soft">{summary}</p>
      <div aria-hidden="true" className="mt-4">
        {children}
      </div>
      <details className="group mt-2">
        <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-1.5 rounded-sm text-sm font-medium text-primary-text underline-offset-4 hover:underline print:hidden [&::-webkit-details-marker]:hidden">
          <ChevronDownIcon className="size-4 transition-transform group-open:rotate-180" aria-hidden="true" />
          {tableLabel}
          <span className="sr-only">: {title}</span>
        </summary>
        <div className="mt-1 rounded-box border border-line">
          <table className="tabular w-full border-collapse text-sm wrap-anywhere">
            <thead className="text-ink-soft">
              <tr>
                {head.map((name, at) => (
                  <th key={name} scope="col" className={at === 0 ? "px-2 py-2 text-start font-medium" : "px-2 py-2 text-end font-medium"}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name = "", ...values]) => (
                <tr key={name} className="border-t border-line">
                  <th scope="row" className="px-2 py-1.5 text-start font-medium">
                    {name}
                  </th>
                  {values.map((value, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column
                    <td key={at} className="px-2 py-1.5 text-end">
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
