"use client";

import { BriefcaseIcon, PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { FIRST_PAGE } from "@/lib/constants";
import { INTERVIEW_LISTS, type InterviewOutcome } from "@/lib/enums/practice";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { useAsked } from "@/trpc/use-error";
import { ButtonLink } from "@/ui/button";
import { Badge, Notice, PageHeading } from "@/ui/card";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { Row } from "@/ui/editing/parts";
import { Pagination } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { browserZone } from "@/ui/time-zones";
import { notify } from "@/ui/toast";
import { useWithinPages } from "@/ui/use-within-pages";
import type { InterviewDto } from "../dto";
import { interviewHref } from "../hrefs";

type List = (typeof INTERVIEW_LISTS)[number];

const TONES: Record<InterviewOutcome, "neutral" | "info" | "success"> = {
  waiting: "info",
  invited_on: "success",
  offer: "success",
  rejected: "neutral",
  withdrawn: "neutral",
  no_answer: "neutral",
};

const headingOf = (list: List): string => `interviews-${list}`;

function useInterviews(list: List) {
  const [page, setPage] = useState(FIRST_PAGE);
  const query = trpc.practice.interviews.list.useQuery({ list, page, timeZone: browserZone() }, { placeholderData: keepPreviousData });
  useWithinPages(query, page, setPage);
  return { list, page, setPage, query };
}

/** Real interviews: those to come, then those that were. */
export function InterviewLog() {
  const t = useTranslations("practice.interviews");
  const lists = [useInterviews("coming"), useInterviews("past")];
  const failed = lists.find(({ query }) => isMissing(query));
  const empty = lists.every(({ query }) => query.data?.meta.total === 0);
  return (
    <>
      <PageHeading
        title={t("title")}
        lead={t("lead")}
        action={
          <ButtonLink href={interviewHref()} icon={<PlusIcon className="size-5" />}>
            {t("new")}
          </ButtonLink>
        }
      />
      {lists.some(({ query }) => isComing(query)) ? <LoadingList /> : null}
      {failed ? <LoadFailed query={failed.query} /> : null}
      {empty ? (
        <Notice icon={<BriefcaseIcon />} title={t("empty")} text={t("emptyText")}>
          <ButtonLink href={interviewHref()}>{t("new")}</ButtonLink>
        </Notice>
      ) : null}
      {lists.map((shown) => (
        <InterviewSection key={shown.list} {...shown} />
      ))}
    </>
  );
}

function InterviewSection({ list, page, setPage, query }: ReturnType<typeof useInterviews>) {
  const t = useTranslations("practice.interviews");
  if (!query.data || query.data.meta.total === 0) return null;
  return (
    <section aria-labelledby={headingOf(list)} className="mb-10">
      <h2 id={headingOf(list)} tabIndex={-1} className="mb-4 text-lg font-semibold outline-none">
        {t(`lists.${list}`)}
      </h2>
      <ul className="grid gap-3">
        {(isMissing(query) ? [] : query.data.data).map((interview) => (
          <InterviewRow key={interview.uid} interview={interview} />
        ))}
      </ul>
      <Pagination page={page} total={query.data.meta.total} onSelect={setPage} />
    </section>
  );
}

function InterviewRow({ interview: { uid, company, role, date, time, timeZone, stage, outcome, asked } }: { interview: InterviewDto }) {
  const t = useTranslations("practice.interviews");
  const format = useFormat();
  return (
    <Row
      heading={
        <>
          <h3 className="font-semibold">
            <Link href={interviewHref(uid)} className="rounded-sm text-primary-text underline-offset-4 hover:underline">
              <bdi>{company}</bdi>
            </Link>
          </h3>
          <p>
            <bdi>{role}</bdi>
          </p>
        </>
      }
      facts={
        <>
          <time dateTime={time ? `${date}T${time}` : date}>
            {time ? t("dayAndTime", { day: format.day(date), time: format.clockTime(time) }) : format.day(date)}
          </time>
          {timeZone && timeZone !== browserZone() ? <bdi>{timeZone.replaceAll("_", " ")}</bdi> : null}
          <span>{t(`stages.${stage}`)}</span>
          {asked > 0 ? <span>{t("asked", { count: asked })}</span> : null}
          <Badge tone={TONES[outcome]}>{t(`outcomes.${outcome}`)}</Badge>
        </>
      }
      actions={<DeleteInterview uid={uid} name={company} />}
    />
  );
}

function DeleteInterview({ uid, name }: { uid: string; name: string }) {
  const t = useTranslations("practice.interviews");
  const editing = useTranslations("editing.delete");
  const asked = useAsked();
  const { interviews, plan } = trpc.useUtils().practice;
  const remove = trpc.practice.interviews.delete.useMutation({
    onSuccess: async () => {
      notify("success", editing("done"));
      void plan.invalidate();
      await interviews.invalidate();
      INTERVIEW_LISTS.map((list) => document.getElementById(headingOf(list)))
        .find((heading) => heading !== null)
        ?.focus();
    },
  });
  return <ConfirmDelete name={name} text={t("deleteText")} onDelete={() => remove.mutate({ uid })} {...asked(remove)} />;
}
