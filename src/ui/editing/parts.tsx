"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { type ReactNode, type Ref, useId } from "react";
import { Badge, Card } from "@/ui/card";

interface SectionProps {
  title: string;
  lead?: string;
  action?: ReactNode;
  children: ReactNode;
  /** With it, it is able to have the focus. */
  ref?: Ref<HTMLElement>;
}

/** One matter of what is edited. */
export function Section({ title, lead, action, children, ref }: SectionProps) {
  const id = useId();
  return (
    <Card className="min-w-0 p-5 sm:p-6">
      <section ref={ref} tabIndex={ref ? -1 : undefined} aria-labelledby={id}>
        <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
          <div>
            <h2 id={id} className="text-lg font-semibold">
              {title}
            </h2>
            {lead ? <p className="mt-1 max-w-prose text-ink-soft">{lead}</p> : null}
          </div>
          {action}
        </div>
        {children}
      </section>
    </Card>
  );
}

export function StateBadge({ published }: { published: boolean }) {
  const t = useTranslations("editing.state");
  return <Badge tone={published ? "success" : "warning"}>{t(published ? "published" : "draft")}</Badge>;
}

/** A row of a list: what it is, and what can be done with it. */
export function Row({
  heading,
  facts,
  actions,
  children,
}: {
  heading: ReactNode;
  facts?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li>
      <Card className={clsx("p-4 sm:px-5", children !== undefined && "grid gap-4")}>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-64">
            {heading}
            {facts ? <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">{facts}</div> : null}
          </div>
          {actions ? <div className="-me-2 flex flex-wrap items-center gap-1">{actions}</div> : null}
        </div>
        {children}
      </Card>
    </li>
  );
}
