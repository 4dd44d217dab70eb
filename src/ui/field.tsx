import { ChevronDownIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import { type ComponentProps, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes, useId } from "react";

interface Frame {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
}

const CONTROL =
  "block w-full rounded-box border bg-surface px-3.5 text-ink placeholder:text-ink-soft/80 transition-colors disabled:opacity-60";
const tone = (error: string | undefined) => (error ? "border-danger" : "border-line-strong/70 hover:border-line-strong");

/** Room for what stands at a field's end: the page's end, whichever way the field itself reads. */
const TRAILING = "[&>input]:pr-13 rtl:[&>input]:pr-3.5 rtl:[&>input]:pl-13";

/** Label above, help below, error beside the field in words; the control names both for screen readers. */
function Framed({
  label,
  help,
  error,
  children,
}: Frame & { children: (props: { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined }) => ReactNode }) {
  const id = useId();
  const described = [help ? `${id}-help` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-[0.95rem] font-semibold wrap-anywhere">
        {label}
      </label>
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
      {help ? (
        <div id={`${id}-help`} className="mt-1.5 text-sm text-ink-soft">
          {help}
        </div>
      ) : null}
    </div>
  );
}

/** A field of the browser's goes on to the next part after a year's fourth digit where a later one cannot be. */
const LATEST: Partial<Record<string, string>> = { date: "9999-12-31", "datetime-local": "9999-12-31T23:59" };

export function TextField({
  label,
  help,
  error,
  trailing,
  className,
  ...rest
}: ComponentProps<"input"> & Frame & { trailing?: ReactNode }) {
  return (
    <Framed label={label} help={help} error={error}>
      {(aria) => (
        <div className={clsx("relative", trailing && TRAILING)}>
          <input
            className={clsx(CONTROL, "h-12", tone(error), className)}
            {...aria}
            {...rest}
            max={rest.max ?? (rest.type ? LATEST[rest.type] : undefined)}
          />
          {trailing ? <div className="absolute inset-y-0 end-0.5 grid place-items-center">{trailing}</div> : null}
        </div>
      )}
    </Framed>
  );
}

export function TextArea({ label, help, error, className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement> & Frame) {
  return (
    <Framed label={label} help={help} error={error}>
      {(aria) => <textarea dir="auto" rows={4} className={clsx(CONTROL, "py-2.5", tone(error), className)} {...aria} {...rest} />}
    </Framed>
  );
}

export function SelectField({ label, help, error, className, children, ...rest }: SelectHTMLAttributes<HTMLSelectElement> & Frame) {
  return (
    <Framed label={label} help={help} error={error}>
      {(aria) => (
        <div className="relative">
          <select className={clsx(CONTROL, "h-12 appearance-none truncate pe-10", tone(error), className)} {...aria} {...rest}>
            {children}
          </select>
          <ChevronDownIcon className="pointer-events-none absolute inset-y-0 end-3 my-auto size-5 text-ink-soft" aria-hidden="true" />
        </div>
      )}
    </Framed>
  );
}
