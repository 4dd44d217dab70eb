"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode, Ref } from "react";
import { isComing } from "@/trpc/load-failed";
import { useErrorMessage } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert, Card } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";

interface SettingsCardProps {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
  /** Its parts stand below one another, evenly apart. */
  stacked?: boolean;
  /** Where the focus can go when what had it goes away. */
  headingRef?: Ref<HTMLHeadingElement>;
}

/** One matter of the settings: what it is, and what can be done about it. */
export function SettingsCard({ title, lead, children, stacked = false, headingRef }: SettingsCardProps) {
  return (
    <Card className="p-5 sm:p-8">
      <h2 ref={headingRef} tabIndex={-1} className="text-lg font-semibold outline-none">
        {title}
      </h2>
      {lead ? <div className="mt-1 max-w-prose text-ink-soft">{lead}</div> : null}
      <div className={clsx("mt-5 empty:hidden", stacked && "grid gap-5")}>{children}</div>
    </Card>
  );
}

/** What a card shows until its data is there: that it loads, or that it failed and one way on. */
export function CardWaits({ query }: { query: { isPending: boolean; isPaused: boolean; error: unknown; refetch: () => unknown } }) {
  const common = useTranslations("common");
  const errorMessage = useErrorMessage();
  if (isComing(query)) return <LoadingList />;
  return (
    <div className="grid justify-items-start gap-4">
      <Alert tone="danger">{errorMessage(query.error)}</Alert>
      <Button look="outline" onClick={() => void query.refetch()}>
        {common("retry")}
      </Button>
    </div>
  );
}
