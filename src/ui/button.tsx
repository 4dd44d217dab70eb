import clsx from "clsx";
import Link from "next/link";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Spinner } from "./spinner";

type Look = "primary" | "outline" | "ghost" | "danger" | "record";
type Size = "md" | "lg" | "sm";

const LOOKS: Record<Look, string> = {
  primary: "bg-primary text-on-primary hover:bg-primary-hover",
  outline: "border border-line-strong/60 bg-surface text-ink hover:border-line-strong hover:bg-sunken",
  ghost: "text-ink hover:bg-sunken",
  danger: "border border-danger/50 bg-surface text-danger hover:bg-danger-soft",
  record: "bg-record text-white hover:brightness-95 dark:text-black",
};

const SIZES: Record<Size, string> = {
  sm: "min-h-9 px-3 text-sm",
  md: "min-h-11 px-4 text-[0.95rem]",
  lg: "min-h-13 px-6 text-base",
};

const shape = (look: Look, size: Size, className?: string) =>
  clsx(
    "inline-flex items-center justify-center gap-2 rounded-box font-semibold transition-colors duration-150 select-none",
    "disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:shrink-0",
    LOOKS[look],
    SIZES[size],
    className,
  );

interface Common {
  look?: Look;
  size?: Size;
  icon?: ReactNode;
}

export type ButtonProps = ComponentProps<"button"> & Common & { busy?: boolean };

/** What is busy keeps the focus, so it is not disabled. Nor does it submit once more: Enter in a field presses the button, too. */
const ignore = (event: MouseEvent) => event.preventDefault();

export function Button({
  look = "primary",
  size = "md",
  icon,
  busy = false,
  className,
  children,
  disabled,
  type = "button",
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={shape(look, size, className)}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? ignore : onClick}
      {...rest}
    >
      {busy ? <Spinner className="size-4" /> : icon}
      {children}
    </button>
  );
}

export function ButtonLink({ look = "primary", size = "md", icon, className, children, ...rest }: ComponentProps<typeof Link> & Common) {
  return (
    <Link className={shape(look, size, className)} {...rest}>
      {icon}
      {children}
    </Link>
  );
}

type IconButtonProps = ComponentProps<"button"> & { label: string; busy?: boolean };

export function IconButton({ label, busy = false, className, children, type = "button", onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? ignore : onClick}
      className={clsx(
        "grid size-11 place-items-center rounded-full text-ink-soft transition-colors hover:bg-sunken hover:text-ink [&_svg]:size-6",
        "aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
