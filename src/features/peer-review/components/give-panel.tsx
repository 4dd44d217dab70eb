"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { serverNow } from "@/trpc/token";
import { useErrorMessage } from "@/trpc/use-error";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Card } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { useRouter } from "@/ui/use-router";
import { assignmentHref } from "../hrefs";
import { LanguageChoice } from "./language-choice";

/** The next answer to review, or the one that is kept for one; and how much one has given for what one got. */
export function GivePanel() {
  const t = useTranslations("peerReview.give");
  const errorMessage = useErrorMessage();
  const format = useFormat();
  const router = useRouter();
  const utils = trpc.useUtils();
  const query = trpc.peerReview.overview.useQuery();
  const next = trpc.peerReview.assignments.next.useMutation({
    onSuccess: ({ data }) => {
      void utils.peerReview.overview.invalidate();
      if (!data) return;
      utils.peerReview.assignments.get.setData({ uid: data.uid }, { data });
      router.push(assignmentHref(data.uid));
    },
  });
  const overview = query.data?.data;
  const { reset } = next;
  useEffect(() => {
    // What was answered before one came does not hold any more.
    if (overview?.reviewable) reset();
  }, [overview?.reviewable, reset]);
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!overview) return <LoadingList />;
  const { active, given, owed, reviewable, languages } = overview;
  const nobody = next.data?.data === null || (!active && !reviewable);
  return (
    <Card className="relative overflow-hidden p-6 sm:p-8">
      <span className="absolute inset-y-0 start-0 w-1.5 bg-primary" aria-hidden="true" />
      <section aria-labelledby="give" className="grid gap-4">
        <div>
          <h2 id="give" className="text-xl font-bold">
            {t(active ? "active" : "title")}
          </h2>
          <p className="mt-1 max-w-2xl text-ink-soft">
            {active ? t("activeText", { time: format.duration((Date.parse(active.leaseEndsAt) - serverNow()) / 1000) }) : t("text")}
          </p>
        </div>
        <p className="font-medium">{owed > 0 ? t("owed", { count: owed }) : t("given", { count: given })}</p>
        {next.isError ? <Alert tone="warning">{errorMessage(next.error)}</Alert> : null}
        {nobody ? <Alert tone="info">{t("nobody")}</Alert> : null}
        <div>
          {active ? (
            <ButtonLink size="lg" href={assignmentHref(active.uid)}>
              {t("goOn")}
            </ButtonLink>
          ) : (
            <Button size="lg" look={nobody ? "outline" : "primary"} busy={next.isPending} onClick={() => next.mutate()}>
              {t("next")}
            </Button>
          )}
        </div>
        {active ? null : <LanguageChoice languages={languages} />}
      </section>
    </Card>
  );
}
