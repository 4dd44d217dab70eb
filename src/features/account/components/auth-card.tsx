"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useState } from "react";
import { Card } from "@/ui/card";

export function AuthCard({ title, lead, children, other }: { title: string; lead?: string; children?: ReactNode; other?: ReactNode }) {
  return (
    <Card className="mx-auto w-full max-w-md p-6 sm:p-8">
      <h1 className="text-2xl font-bold">{title}</h1>
      {lead ? <p className="mt-1.5 text-ink-soft">{lead}</p> : null}
      <div className="mt-6 grid gap-5">{children}</div>
      {other ? <div className="mt-6 text-center text-ink-soft">{other}</div> : null}
    </Card>
  );
}

export const TEXT_LINK = "rounded font-semibold text-primary-text underline underline-offset-4";

/** Keeps where the login shall lead when somebody changes between the pages of /auth. */
export function AuthLink({ href, children }: { href: string; children: ReactNode }) {
  const [query, setQuery] = useState("");
  useEffect(() => {
    const returnTo = new URLSearchParams(window.location.search).get("returnTo");
    setQuery(returnTo ? `?returnTo=${encodeURIComponent(returnTo)}${window.location.hash}` : "");
  }, []);
  return (
    <Link href={`${href}${query}`} className={TEXT_LINK}>
      {children}
    </Link>
  );
}
