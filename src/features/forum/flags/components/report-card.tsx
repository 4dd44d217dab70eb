"use client";

import { FlagIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { Button } from "@/ui/button";
import { Badge, Card } from "@/ui/card";
import { useRouter } from "@/ui/use-router";
import { postHref } from "../../hrefs";
import { Byline } from "../../members/components/byline";
import { MessageDialog } from "../../moderation/components/message-dialog";
import { HistoryDialog } from "../../posts/components/history-dialog";
import { MessageMarkdown } from "../../posts/components/markdown";
import { Quote } from "../../posts/components/quote";
import { ProposalCard } from "../../proposals/components/proposal-card";
import { isVisible } from "../../rules";
import { ShareCard } from "../../sharing/components/share-card";
import { MemberRecord } from "../../suspensions/components/member-record";
import { SuspendDialog } from "../../suspensions/components/suspend-dialog";
import type { ReportDto } from "../dto";

interface ReportCardProps {
  report: ReportDto;
  onDone: () => void;
  /** The address of a picture leads nowhere any more. */
  onPictureGone: () => void;
}

type Asking = "history" | { act: "uphold" | "dismiss"; remove: boolean } | "suspend";

/** A reported message as it stands, why it was reported and by whom, how its author behaved before, and what can be done. */
export function ReportCard({ report, onDone, onPictureGone }: ReportCardProps) {
  const { post, topic, before, record, flags, trusted } = report;
  const t = useTranslations("forum.care");
  const reasons = useTranslations("forum.flag.reasons");
  const stubs = useTranslations("forum.post.stubs");
  const format = useFormat();
  const id = useId();
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const router = useRouter();
  const takenBack = post.state === "self_deleted";
  const hidden = !isVisible(post.state);
  return (
    <Card className="p-4 sm:p-6">
      <article aria-labelledby={id} className="grid grid-cols-1 gap-5">
        <header>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <h3 id={id} className="min-w-0 text-lg font-semibold break-words">
              <Link href={postHref(post.uid)} className="rounded-sm text-primary-text underline-offset-4 hover:underline">
                <bdi>{topic.kind === "chat" ? t("inChat") : topic.title}</bdi>
              </Link>
            </h3>
            <Badge tone="danger" icon={<FlagIcon />}>
              {t("count", { count: report.reports })}
            </Badge>
            {trusted > 0 ? <Badge tone="warning">{t("trustedCount", { count: trusted })}</Badge> : null}
            {takenBack ? <Badge>{stubs("self_deleted")}</Badge> : hidden ? <Badge>{t("isHidden")}</Badge> : null}
          </div>
          {before ? (
            <p className="mt-2 line-clamp-2 text-sm text-ink-soft" dir="auto">
              <span className="font-medium">{t("before")}</span> {before.excerpt || "…"}
            </p>
          ) : null}
        </header>
        <div className="rounded-box border border-line p-4">
          <p className="mb-2 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
            <Byline author={post.author} />
            <time dateTime={post.createdAt}>{format.dateTime(post.createdAt)}</time>
            {post.editedAt ? (
              <Button look="ghost" size="sm" onClick={() => setAsking("history")}>
                {t("edited")}
              </Button>
            ) : null}
          </p>
          {post.quote ? <Quote quote={post.quote} onGo={() => router.push(postHref(post.quote?.uid ?? post.uid))} /> : null}
          <MessageMarkdown text={post.message ?? ""} images={post.images} mentions={post.mentions} onGone={onPictureGone} />
          {post.share ? <ShareCard share={post.share} own={false} onChanged={onPictureGone} /> : null}
          {post.proposal ? <ProposalCard proposal={post.proposal} own={false} onChanged={onPictureGone} /> : null}
        </div>
        <ul className="grid gap-2">
          {flags.map((flag) => (
            <li key={flag.uid} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
              <Badge>{reasons(flag.reason)}</Badge>
              {flag.flagger ? <Byline author={flag.flagger} compact /> : <span className="text-ink-soft">{t("somebody")}</span>}
              {flag.trusted ? <span className="text-ink-soft">{t("isTrusted")}</span> : null}
              <time dateTime={flag.createdAt} className="text-ink-soft">
                {format.ago(flag.createdAt)}
              </time>
              {flag.note ? (
                <span className="basis-full break-words" dir="auto">
                  {flag.note}
                </span>
              ) : null}
            </li>
          ))}
          {report.reports > flags.length ? (
            <li className="text-sm text-ink-soft">{t("moreReports", { count: report.reports - flags.length })}</li>
          ) : null}
        </ul>
        {record ? <MemberRecord record={record} /> : null}
        {post.own ? <p className="text-ink-soft">{t("ownMessage")}</p> : null}
        <footer className={clsx("flex flex-wrap gap-2", post.own && "hidden")}>
          <Button look="outline" onClick={() => setAsking({ act: "dismiss", remove: false })}>
            {t("message.dismiss.now")}
          </Button>
          <Button onClick={() => setAsking({ act: "uphold", remove: false })}>{t("message.uphold.now")}</Button>
          {takenBack ? null : (
            <Button look="danger" onClick={() => setAsking({ act: "uphold", remove: true })}>
              {t("message.upholdRemove.now")}
            </Button>
          )}
          {post.author && record && post.author.role !== "team" ? (
            <Button look="ghost" onClick={() => setAsking("suspend")}>
              {t(record.suspendedUntil ? "lift.now" : "suspend.now")}
            </Button>
          ) : null}
        </footer>
      </article>
      {typeof asking === "object" ? (
        <MessageDialog
          uid={post.uid}
          act={asking.act}
          remove={asking.remove}
          told={asking.act === "uphold" || hidden}
          seen={{ editedAt: post.editedAt, reports: flags[0] && { oldest: flags[0].uid, count: report.reports } }}
          onClose={close}
          onDone={onDone}
        />
      ) : null}
      {asking === "history" ? <HistoryDialog post={post} onClose={close} /> : null}
      {post.author && record && asking === "suspend" ? (
        <SuspendDialog member={post.author} until={record.suspendedUntil} onClose={close} />
      ) : null}
    </Card>
  );
}
