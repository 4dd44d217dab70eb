import clsx from "clsx";

/** How many wait: the number to the eye, a sentence to whoever listens. Nothing where there are none. */
export function CountBadge({ count, shown, label, className }: { count: number; shown: string; label: string; className?: string }) {
  if (count === 0) return null;
  return (
    <span
      className={clsx(
        "grid h-6 min-w-6 shrink-0 place-items-center rounded-full bg-primary px-1.5 text-sm font-semibold text-on-primary tabular",
        className,
      )}
    >
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
