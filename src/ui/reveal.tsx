import clsx from "clsx";
import type { ReactNode } from "react";

interface HeldProps {
  /** What stands above has come, or will not. */
  until: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * What stands below something of which nobody knows yet how high it will be: it is asked for at the same time, and shows once that has
 * come, so that nothing moves away under a finger.
 */
export const Reveal = ({ until, className, children }: HeldProps) => (
  <div className={clsx(className, !until && "invisible")}>{children}</div>
);
