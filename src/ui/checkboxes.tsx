import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";

interface CheckboxesProps {
  label: string;
  help: string;
  /** In a dialog, which has less room than the page. */
  narrow?: boolean;
  children: ReactNode;
}

/** Any of several, all in sight. */
export function Checkboxes({ label, help, narrow = false, children }: CheckboxesProps) {
  return (
    <fieldset>
      <legend className="text-[0.95rem] font-semibold">{label}</legend>
      <p className="mb-2 text-sm text-ink-soft">{help}</p>
      <div className={clsx("grid gap-x-4 sm:grid-cols-2", !narrow && "xl:grid-cols-3")}>{children}</div>
    </fieldset>
  );
}

export function Checkbox({ label, ...rest }: ComponentProps<"input"> & { label: string }) {
  return (
    <label className="flex min-h-11 items-center gap-3 font-medium">
      <input type="checkbox" className="size-5 shrink-0 accent-primary" {...rest} />
      {label}
    </label>
  );
}
