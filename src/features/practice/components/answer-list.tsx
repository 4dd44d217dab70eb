"use client";

import { ArrowsRightLeftIcon, MicrophoneIcon, RectangleStackIcon, StarIcon, VideoCameraIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { Card, Notice, PageHeading } from "@/ui/card";
import { Pagination, pageOf } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { useWithinPages } from "@/ui/use-within-pages";
import { DeviceTakes } from "./device-takes";
import { StateBadge } from "./state-badge";

type Answer = RouterOutputs["practice"]["answers"]["data"][number];

/** My answers, newest first; above them what is still on this device only. */
export function AnswerList() {
  const t = useTranslations("practice.answers");
  const { params, replace } = useAddress();
  const page = pageOf(params);
  const answers = trpc.practice.answers.useQuery({ page });
  useWithinPages(answers, page, (to) => replace({ page: to }));
  return (
    <>
      <PageHeading
        title={t("title")}
        lead={t("lead")}
        action={
          <div className="flex flex-wrap gap-3">
            <ButtonLink href="/dashboard/answers/compare" look="outline" icon={<ArrowsRightLeftIcon className="size-5" />}>
              {t("compare")}
            </ButtonLink>
            <ButtonLink href="/dashboard/practice">{t("practise")}</ButtonLink>
          </div>
        }
      />
      <DeviceTakes />
      {isComing(answers) ? <LoadingList /> : null}
      {isMissing(answers) ? <LoadFailed query={answers} /> : null}
      {answers.data?.meta.total === 0 ? (
        <Notice icon={<RectangleStackIcon />} title={t("empty")} text={t("emptyText")}>
          <ButtonLink href="/dashboard/practice">{t("practise")}</ButtonLink>
        </Notice>
      ) : null}
      {answers.data ? (
        <>
          <AnswerRows answers={answers.data.data} />
          <Pagination page={page} total={answers.data.meta.total} href={(target) => `/dashboard/answers?page=${target}`} />
        </>
      ) : null}
    </>
  );
}

export function AnswerRows({ answers }: { answers: Answer[] }) {
  const format = useFormat();
  const t = useTranslations("practice.answers");
  return (
    <ul className="grid gap-3">
      {answers.map(({ uid, question, category, state, recording, rate_your_self, recorded_at }) => (
        <li key={uid}>
          <Card className="transition-colors hover:border-primary">
            <Link href={`/dashboard/answers/detail?answer=${uid}`} className="flex gap-4 rounded-box p-4 sm:p-5">
              <span className="hidden size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-primary-text sm:grid [&_svg]:size-6">
                {recording?.kind === "video" ? <VideoCameraIcon /> : <MicrophoneIcon />}
              </span>
              <span className="min-w-0 grow">
                <span className="block font-semibold">{question}</span>
                {/* Apart by space: beside Arabic numerals a middle dot reads as a zero. */}
                <span className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-soft">
                  <span>{category}</span>
                  <span>{format.dateTime(recorded_at)}</span>
                  {recording ? <span className="tabular">{format.clock(recording.duration_ms)}</span> : null}
                </span>
                <span className="mt-2.5 flex flex-wrap items-center gap-2">
                  <StateBadge state={state} />
                  {rate_your_self ? (
                    <span className="inline-flex items-center gap-1 text-sm font-medium text-ink-soft">
                      <StarIcon className="size-4" aria-hidden="true" />
                      {t("overall", { score: format.number(rate_your_self.rating_overall) })}
                    </span>
                  ) : null}
                </span>
              </span>
            </Link>
          </Card>
        </li>
      ))}
    </ul>
  );
}
