import type { ReactNode } from "react";
import { Card } from "@/ui/card";

/** A part of a person's page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="min-w-0 p-5 sm:p-6">
      <h2 className="mb-4 text-lg font-semibold">{title}</h2>
      {children}
    </Card>
  );
}

/** Names and values, one below the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-2">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="tabular font-medium">{children}</dd>
    </div>
  );
}
