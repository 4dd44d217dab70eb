import type { ComponentProps, ReactNode } from "react";

/** Several of a few, all in sight. */
export function Checkboxes({ label, help, children }: { label: string; help: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="text-[0.95rem] font-semibold">{label}</legend>
      <p className="mb-2 text-sm text-ink-soft">{help}</p>
      <div className="grid gap-x-4 sm:grid-cols-2 xl:grid-cols-3">{children}</div>
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
