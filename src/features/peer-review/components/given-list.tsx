"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { Card } from "@/ui/card";
import { Pagination } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { givenHref } from "../hrefs";
import { GivenSigns } from "./given-page";

/** Reviews that one has given, newest first, with what their readers made of them. */
export function GivenList() {
  const t = useTranslations("peerReview.given");
  const format = useFormat();
  const [page, setPage] = useState(1);
  const query = trpc.peerReview.reviews.given.useQuery({ page });
  return (
    <section aria-labelledby="given">
      <h2 id="given" className="mb-4 text-lg font-semibold">
        {t("title")}
      </h2>
      {isComing(query) ? <LoadingList /> : null}
      {isMissing(query) ? <LoadFailed query={query} /> : null}
      {query.data?.meta.total === 0 ? (
        <p className="rounded-box border border-dashed border-line-strong/50 px-4 py-8 text-center text-ink-soft">{t("empty")}</p>
      ) : null}
      <ul className="grid gap-3">
        {query.data?.data.map((given) => (
          <li key={given.uid}>
            <Card className="transition-colors hover:border-primary">
              <Link href={givenHref(given.uid)} className="grid gap-2 rounded-box p-4 sm:p-5">
                <span className="font-semibold">{given.question}</span>
                <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
                  <span className="text-sm text-ink-soft">{format.date(given.createdAt)}</span>
                  <GivenSigns given={given} />
                </span>
              </Link>
            </Card>
          </li>
        ))}
      </ul>
      <Pagination page={page} total={query.data?.meta.total ?? 0} onSelect={setPage} />
    </section>
  );
}
