"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Section } from "@/ui/editing/parts";
import { Pagination, pageOf } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";

interface Row {
  uid: string;
  /** In minor units of its currency. */
  total: number;
  currency: string;
}

interface Props<T extends Row> {
  title: string;
  /** What stands there while there are none. */
  none: string;
  action: ReactNode;
  query: Parameters<typeof LoadFailed>[0]["query"] &
    Parameters<typeof isMissing>[0] & { data: { data: T[]; meta: { total: number } } | undefined };
  /** Which page of them the address asks for, by this name. */
  place: JobDocumentsPlace;
  href: (row: T) => string;
  name: (row: T) => ReactNode;
  /** A line under the name, where there is more to say. */
  note?: (row: T) => ReactNode;
  badge: (row: T) => ReactNode;
}

type JobDocumentsPlace = "quotes" | "invoices";

/** The page of a job's documents that the address asks for. */
export const useDocumentsPage = (place: JobDocumentsPlace): number => pageOf(useAddress().params, place);

/** Papers with a sum that belong to a job, each with its own page: for those who manage the workspace. */
export function JobDocuments<T extends Row>({ title, none, action, query, place, href, name, note, badge }: Props<T>) {
  const format = useFormat();
  const page = useDocumentsPage(place);
  const address = useAddress();
  if (isMissing(query)) return <LoadFailed query={query} />;
  const rows = query.data?.data;
  return (
    <Section title={title} action={action}>
      {rows ? null : <LoadingList />}
      {rows?.length === 0 ? <p className="text-ink-soft">{none}</p> : null}
      <ul className="divide-y divide-line">
        {rows?.map((row) => (
          <li key={row.uid} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0">
            <div className="min-w-0 flex-1 basis-48">
              <Link
                href={href(row)}
                className="inline-flex min-h-11 items-center font-medium wrap-anywhere text-primary-text underline-offset-4 hover:underline"
              >
                <span>{name(row)}</span>
              </Link>
              {note?.(row)}
            </div>
            <span className="flex flex-wrap items-center gap-3">
              {badge(row)}
              <span className="font-semibold tabular">{format.money(row.total, row.currency)}</span>
            </span>
          </li>
        ))}
      </ul>
      <Pagination page={page} total={query.data?.meta.total ?? 0} href={(to) => address.href({ [place]: to })} />
    </Section>
  );
}
