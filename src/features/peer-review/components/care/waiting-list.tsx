"use client";

import { ClockIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Badge, Card, Notice } from "@/ui/card";
import { Pagination, pageOf } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { useRouter } from "@/ui/use-router";
import { useWithinPages } from "@/ui/use-within-pages";
import { assignmentHref } from "../../hrefs";

/** Requests that nobody has come to for long, and whose authors agreed that the team reviews them. */
export function WaitingList() {
  const t = useTranslations("peerReview.desk");
  const request = useTranslations("peerReview.request");
  const showError = useErrorToast();
  const format = useFormat();
  const router = useRouter();
  const utils = trpc.useUtils();
  const { params, href, replace } = useAddress();
  const page = pageOf(params);
  const query = trpc.peerReview.care.waiting.useQuery({ page }, { placeholderData: keepPreviousData });
  useWithinPages(query, page, (to) => replace({ page: to }));
  const take = trpc.peerReview.care.take.useMutation({
    onSuccess: ({ data }) => {
      utils.peerReview.assignments.get.setData({ uid: data.uid }, { data });
      router.push(assignmentHref(data.uid));
    },
    onError: showError,
    onSettled: () => utils.peerReview.care.invalidate(),
  });
  if (isMissing(query)) return <Refused query={query} level={2} />;
  if (!query.data) return <LoadingList />;
  const { data, meta } = query.data;
  return (
    <>
      {meta.total === 0 ? <Notice icon={<ClockIcon />} title={t("noWaiting")} text={t("noWaitingText")} /> : null}
      <ul className="grid gap-3">
        {data.map(({ uid, question, category, language, recording, openedAt }) => (
          <li key={uid}>
            <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:p-5">
              <div className="min-w-0">
                <h2 className="font-semibold">{question}</h2>
                <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
                  <Badge>{format.language(language)}</Badge>
                  <span>{category}</span>
                  <span className="tabular">{format.clock(recording.duration_ms)}</span>
                  <span>{request("since", { date: format.dateTime(openedAt) })}</span>
                </p>
              </div>
              <Button busy={take.isPending && take.variables.uid === uid} onClick={() => take.mutate({ uid })}>
                {t("take")}
              </Button>
            </Card>
          </li>
        ))}
      </ul>
      <Pagination page={page} total={meta.total} href={(target) => href({ page: target })} />
    </>
  );
}
