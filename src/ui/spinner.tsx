import clsx from "clsx";
import { useTranslations } from "next-intl";

export function Spinner({ className = "size-6" }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={clsx("animate-spin", className)} aria-hidden="true" fill="none">
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity=".25" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

/**
 * The spinner that lists show while they load.
 * @param label what is waited for, where that is no list
 * @param tall as high as a screen, where what comes is: what stands below does not move away then
 */
export function LoadingList({ label, tall = false }: { label?: string; tall?: boolean }) {
  const common = useTranslations("common");
  return (
    <div role="status" className={clsx("grid place-items-center text-primary-text", tall ? "min-h-dvh" : "min-h-48")}>
      <Spinner className="size-9" />
      <span className="sr-only">{label ?? common("loading")}</span>
    </div>
  );
}
