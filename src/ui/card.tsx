import clsx from "clsx";
import type { HTMLAttributes, ReactNode } from "react";

export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div className={clsx("rounded-box border border-line bg-surface shadow-card", className)} {...rest} />;
}

/** A page's heading with its one primary action. */
export function PageHeading({ title, lead, action }: { title: ReactNode; lead?: string; action?: ReactNode }) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 lg:mb-8">
      <div className="max-w-2xl min-w-0">
        <h1 className="text-2xl font-bold wrap-anywhere lg:text-[1.75rem]">{title}</h1>
        {lead ? <p className="mt-1.5 text-ink-soft">{lead}</p> : null}
      </div>
      {action}
    </header>
  );
}

/** What stands where there is nothing, or where something failed: what this is, and one way on. */
interface NoticeProps {
  icon?: ReactNode;
  title: string;
  text?: string;
  children?: ReactNode;
  tone?: "plain" | "danger";
  /** The level of its heading: 1 where the notice is all that the page holds. */
  level?: 1 | 2;
}

export function Notice({ icon, title, text, children, tone = "plain", level = 2 }: NoticeProps) {
  const Heading = `h${level}` as const;
  return (
    <Card className="flex flex-col items-center px-6 py-12 text-center" role={tone === "danger" ? "alert" : undefined}>
      {icon ? (
        <span
          className={clsx(
            "mb-4 grid size-14 place-items-center rounded-full [&_svg]:size-7",
            tone === "danger" ? "bg-danger-soft text-danger" : "bg-primary-soft text-primary-text",
          )}
        >
          {icon}
        </span>
      ) : null}
      <Heading className="text-lg font-semibold wrap-anywhere">{title}</Heading>
      {text ? <p className="mt-2 max-w-prose text-ink-soft wrap-anywhere">{text}</p> : null}
      {children ? <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div> : null}
    </Card>
  );
}

type Tone = "neutral" | "primary" | "success" | "warning" | "danger" | "info";

const TONES: Record<Tone, string> = {
  neutral: "bg-sunken text-ink-soft",
  primary: "bg-primary-soft text-primary-text",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  info: "bg-info-soft text-info",
};

export function Badge({ tone = "neutral", icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap [&_svg]:size-4",
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}

export function Alert({
  tone = "info",
  title,
  children,
}: {
  tone?: Exclude<Tone, "neutral" | "primary">;
  title?: string;
  children: ReactNode;
}) {
  return (
    <div role={tone === "danger" ? "alert" : "status"} className={clsx("rounded-box px-4 py-3", TONES[tone])}>
      {title ? <p className="font-semibold">{title}</p> : null}
      <div className="text-ink">{children}</div>
    </div>
  );
}
