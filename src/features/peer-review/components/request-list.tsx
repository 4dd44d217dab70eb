"use client";

import { ChatBubbleLeftEllipsisIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { Badge, Card, Notice } from "@/ui/card";
import { Pagination, pageOf } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { requestHref } from "../hrefs";
import { RequestState } from "./request-state";

/** Own answers that peers were asked about, newest first. */
export function RequestList() {
  const t = useTranslations("peerReview.requests");
  const { params, href } = useAddress();
  const page = pageOf(params);
  const query = trpc.peerReview.requests.list.useQuery({ page });
  return (
    <section aria-labelledby="requests">
      <h2 id="requests" className="mb-4 text-lg font-semibold">
        {t("title")}
      </h2>
      {isComing(query) ? <LoadingList /> : null}
      {isMissing(query) ? <LoadFailed query={query} /> : null}
      {query.data?.meta.total === 0 ? (
        <Notice icon={<ChatBubbleLeftEllipsisIcon />} title={t("empty")} text={t("emptyText")}>
          <ButtonLink look="outline" href="/dashboard/answers">
            {t("choose")}
          </ButtonLink>
        </Notice>
      ) : null}
      <ul className="grid gap-3">
        {query.data?.data.map((request) => (
          <li key={request.uid}>
            <Card className="transition-colors hover:border-primary">
              <Link href={requestHref(request.uid)} className="grid gap-2 rounded-box p-4 sm:p-5">
                <span className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
                  <span className="min-w-0 font-semibold">{request.question}</span>
                  {request.unread > 0 ? <Badge tone="primary">{t("unread", { count: request.unread })}</Badge> : null}
                </span>
                <RequestState request={request} />
              </Link>
            </Card>
          </li>
        ))}
      </ul>
      <Pagination page={page} total={query.data?.meta.total ?? 0} href={(target) => href({ page: target })} />
    </section>
  );
}
