"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { toApiError, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink } from "@/ui/button";
import { Notice, PageHeading } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { INTERVIEWS_PAGE } from "../hrefs";
import type { Propose } from "./asked-questions";
import { InterviewForm } from "./interview-form";

/** One interview. Without an identity in the address a new one. @param propose how a question that was asked gets to the bank */
export function InterviewEditor({ propose }: { propose?: Propose }) {
  const t = useTranslations("practice.interviews");
  const uid = useSearchParams().get("uid") ?? "";
  return (
    <div className="mx-auto max-w-3xl">
      <BackLink href={INTERVIEWS_PAGE} text={t("all")} />
      {uid ? (
        <Existing key={uid} uid={uid} propose={propose} />
      ) : (
        <>
          <PageHeading title={t("new")} lead={t("newLead")} />
          <InterviewForm interview={null} propose={propose} />
        </>
      )}
    </div>
  );
}

function Existing({ uid, propose }: { uid: string; propose: Propose | undefined }) {
  const t = useTranslations("practice.interviews");
  const common = useTranslations("common");
  const query = trpc.practice.interviews.interview.useQuery({ uid }, { refetchOnWindowFocus: false });
  if (isMissing(query)) {
    const { code, message } = toApiError(query.error);
    const gone = code === "notFound" || code === "invalidInput";
    return (
      <Notice level={1} tone="danger" title={gone ? t("missing") : (message ?? common("offline"))}>
        {gone ? null : <Button onClick={() => void query.refetch()}>{common("retry")}</Button>}
        <ButtonLink href={INTERVIEWS_PAGE} look="outline">
          {t("all")}
        </ButtonLink>
      </Notice>
    );
  }
  if (!query.data) return <LoadingList />;
  const interview = query.data.data;
  return (
    <>
      <header className="mb-6 lg:mb-8">
        <h1 className="text-2xl font-bold lg:text-[1.75rem]">
          <bdi>{interview.company}</bdi>
        </h1>
        <p className="mt-1.5 text-ink-soft">
          <bdi>{interview.role}</bdi>
        </p>
      </header>
      <InterviewForm interview={interview} propose={propose} />
    </>
  );
}
