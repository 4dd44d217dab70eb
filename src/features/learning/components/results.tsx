"use client";

import { MagnifyingGlassIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { Pagination, pageOf } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";

interface ListQuery<Row> {
  data: { data: Row[]; meta: { total: number } } | undefined;
  error: unknown;
  isError: boolean;
  isPaused: boolean;
  isPending: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

/** A list's page in whatever state it is: on its way, not to be had, empty, or there. */
export function Results<Row>({
  query,
  filters = [],
  children,
}: {
  query: ListQuery<Row>;
  /** Names in the address that leave something out, beside the search. */
  filters?: string[];
  children: (rows: Row[]) => ReactNode;
}) {
  const t = useTranslations("learning");
  const { params, search, href } = useAddress();
  if (isComing(query)) return <LoadingList />;
  if (isMissing(query) || !query.data) return <LoadFailed query={query} />;
  const { data, meta } = query.data;
  if (data.length === 0) {
    const narrowed = search !== "" || filters.some((name) => params.has(name)) || pageOf(params) > 1;
    const all = Object.fromEntries(["search", ...filters].map((name) => [name, undefined]));
    // There may be some on a page before: an old address, or a list that has become shorter.
    const sought = search !== "" && meta.total === 0;
    return (
      <Notice
        icon={<MagnifyingGlassIcon />}
        title={sought ? t("nothing", { search }) : t("none")}
        text={sought ? t("nothingText") : undefined}
      >
        {narrowed ? (
          <ButtonLink href={href(all)} look="outline">
            {t("showAll")}
          </ButtonLink>
        ) : null}
      </Notice>
    );
  }
  return (
    <>
      <div className={clsx("transition-opacity", query.isPlaceholderData && "opacity-55")} aria-busy={query.isPlaceholderData}>
        {children(data)}
      </div>
      <Pagination page={pageOf(params)} total={meta.total} href={(page) => href({ page: page > 1 ? page : undefined })} />
    </>
  );
}
