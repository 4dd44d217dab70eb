import clsx from "clsx";
import type { ReactNode } from "react";

/** A countdown ring. It says nothing to screen readers: what matters is announced beside it, not each second. */
export function TimerRing({
  share,
  tone = "primary",
  children,
  className = "size-44",
}: {
  share: number;
  tone?: "primary" | "record" | "over";
  children: ReactNode;
  className?: string;
}) {
  const length = 2 * Math.PI * 46;
  const colour = { primary: "var(--primary)", record: "var(--record)", over: "var(--warning)" }[tone];
  return (
    <div className={clsx("relative grid place-items-center", className)}>
      <svg viewBox="0 0 100 100" className="absolute inset-0 -rotate-90 rtl:-scale-y-100" aria-hidden="true">
        <circle cx="50" cy="50" r="46" fill="none" stroke="var(--line)" strokeWidth="6" />
        <circle
          cx="50"
          cy="50"
          r="46"
          fill="none"
          stroke={colour}
          strokeWidth="6"
          strokeLinecap="round"
          strokeDasharray={length}
          strokeDashoffset={length * share}
          className="transition-[stroke-dashoffset] duration-200 ease-linear"
        />
      </svg>
      <div className="text-center">{children}</div>
    </div>
  );
}
