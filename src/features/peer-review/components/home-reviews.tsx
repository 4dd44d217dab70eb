"use client";

import { ArrowRightIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { serverNow } from "@/trpc/token";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { assignmentHref, REVIEWS } from "../hrefs";
import { TO_GIVE } from "../rules";

/** What peers wait for, and what of theirs waits: one line and one way there. Nothing where neither is so. */
export function HomeReviews() {
  const t = useTranslations("peerReview.home");
  const format = useFormat();
  const overview = trpc.peerReview.overview.useQuery().data?.data;
  if (!overview) return null;
  const { unread, unrated, active, reviewable, given, asked, owed } = overview;
  // Whoever has asked others is asked in turn; nobody else is pressed.
  const due = reviewable && asked > 0 && given < asked * TO_GIVE;
  if (unread + unrated === 0 && !active && !due) return null;
  const seconds = active ? (Date.parse(active.leaseEndsAt) - serverNow()) / 1000 : 0;
  const [text, action, href] =
    unread > 0
      ? [t("unread", { count: unread }), t("read"), REVIEWS]
      : unrated > 0
        ? [t("unrated", { count: unrated }), t("rate"), REVIEWS]
        : active
          ? [t("active", { time: format.duration(seconds) }), t("goOn"), assignmentHref(active.uid)]
          : [t("owed", { count: owed }), t("give"), REVIEWS];
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-5 sm:px-8">
      <section aria-labelledby="home-reviews">
        <h2 id="home-reviews" className="font-semibold">
          {t("title")}
        </h2>
        <p className="text-ink-soft">{text}</p>
      </section>
      <ButtonLink look="outline" href={href} className="flex-row-reverse" icon={<ArrowRightIcon className="size-5 rtl:-scale-x-100" />}>
        {action}
      </ButtonLink>
    </Card>
  );
}
