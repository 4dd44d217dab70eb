"use client";

import { ArrowDownTrayIcon, DocumentDuplicateIcon, PaperAirplaneIcon, PencilSquareIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { namedPieces } from "@/lib/pricing/pieces";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { useAsked, useErrorToast } from "@/trpc/use-error";
import { useSaveFile } from "@/trpc/use-save-file";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { copyText } from "@/ui/copy-text";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { Section } from "@/ui/editing/parts";
import { useRouter } from "@/ui/use-router";
import type { Workspace } from "../../components/workspace-frame";
import { customerHref, jobHref, quoteHref, workspaceHref } from "../../hrefs";
import { useQuoteNumber } from "../hooks/use-quote-number";
import { mayRevise } from "../rules";
import { AnswerDialog } from "./answer-dialog";
import { LineList } from "./line-list";
import { PieceList } from "./piece-list";
import { QuoteForm } from "./quote-form";
import type { Quote } from "./quote-page";
import { QuoteStateBadge } from "./quote-state";
import { SendDialog } from "./send-dialog";
import { Sums } from "./sums";
import { TakeBackDialog } from "./take-back-dialog";

interface QuoteViewProps {
  workspace: Workspace;
  quote: Quote;
  pricing: RouterOutputs["trades"]["pricing"]["settings"]["data"];
}

/** A quote as it stands: what is offered, what would remain of it, and what can be done with it. */
export function QuoteView({ workspace, quote, pricing }: QuoteViewProps) {
  const t = useTranslations("trades.quotes");
  const asked = useAsked();
  const format = useFormat();
  const router = useRouter();
  const utils = trpc.useUtils();
  const [editing, setEditing] = useState(false);
  const [dialog, setDialog] = useState<"send" | "answer" | "takeBack">();
  const workspaceId = workspace.uid;
  const seen = { workspaceId, uid: quote.uid, version: quote.version };
  const failed = useErrorToast();
  const revise = trpc.trades.quotes.revise.useMutation({
    onSuccess: async ({ data }) => {
      await utils.trades.quotes.invalidate();
      router.push(quoteHref(workspaceId, { uid: data.uid }));
    },
    onError: failed,
  });
  const remove = trpc.trades.quotes.delete.useMutation({
    onSuccess: async () => {
      await utils.trades.quotes.invalidate();
      router.replace(workspaceHref(workspaceId, "quotes"));
    },
  });
  const pdf = useSaveFile(() => api.trades.quotes.pdf.query({ workspaceId, uid: quote.uid }));
  const copy = () => copyText(quote.link ?? "", t("copied"), t("notCopied"));
  const number = useQuoteNumber()(quote);

  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
          <h2 className="min-w-0 text-xl font-bold wrap-anywhere">
            <bdi className="text-ink-soft">#{number}</bdi> <bdi>{quote.title}</bdi>
          </h2>
          <QuoteStateBadge state={quote.state} />
        </div>
        {editing ? null : (
          <div className="flex flex-wrap items-center gap-2">
            <Button look="outline" icon={<ArrowDownTrayIcon className="size-5" />} busy={pdf.busy} onClick={() => void pdf.save()}>
              {t("pdf")}
            </Button>
            {quote.state === "draft" ? (
              <>
                <ConfirmDelete
                  name={quote.title}
                  text={t(quote.revision > 1 ? "deleteRevisionText" : "deleteText")}
                  version={quote.version}
                  onDelete={(version) => remove.mutate({ workspaceId, uid: quote.uid, version })}
                  {...asked(remove)}
                />
                <Button look="outline" icon={<PencilSquareIcon className="size-5" />} onClick={() => setEditing(true)}>
                  {t("edit")}
                </Button>
                <Button icon={<PaperAirplaneIcon className="size-5 rtl:-scale-x-100" />} onClick={() => setDialog("send")}>
                  {t("send")}
                </Button>
              </>
            ) : null}
            {quote.state === "sent" ? (
              <Button look="outline" onClick={() => setDialog("answer")}>
                {t("answer")}
              </Button>
            ) : null}
            {quote.mayTakeBack ? (
              <Button look="outline" onClick={() => setDialog("takeBack")}>
                {t("takeBack.now")}
              </Button>
            ) : null}
            {mayRevise(quote.state) ? (
              <Button
                look="outline"
                icon={<DocumentDuplicateIcon className="size-5" />}
                busy={revise.isPending}
                onClick={() => revise.mutate(seen)}
              >
                {t("revise")}
              </Button>
            ) : null}
          </div>
        )}
      </div>
      {editing ? (
        <QuoteForm
          workspace={workspace}
          quote={quote}
          pricing={pricing}
          onSaved={() => setEditing(false)}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid min-w-0 gap-6">
            {quote.answer && quote.state === "declined" ? (
              <Alert tone="warning">
                {t("declinedFor")} <bdi>{quote.answer.reason}</bdi>
              </Alert>
            ) : null}
            {quote.answer && (quote.state === "sent" || quote.state === "expired") ? (
              <Alert tone="info">
                {t("takeBack.for")} <bdi>{quote.answer.reason}</bdi>
              </Alert>
            ) : null}
            {quote.job ? (
              <p>
                <Link
                  href={jobHref(workspaceId, { uid: quote.job.uid })}
                  className="font-medium text-primary-text underline-offset-4 hover:underline"
                >
                  {t("forJob", { number: format.reference(quote.job.number), title: quote.job.title })}
                </Link>
              </p>
            ) : null}
            <Section title={t("lines")}>
              {quote.lines.length === 0 ? (
                <p className="text-ink-soft">{t("empty")}</p>
              ) : (
                <LineList lines={quote.lines} currency={quote.currency} />
              )}
            </Section>
            {quote.pieces.length > 0 ? (
              <Section title={t("pieces")}>
                <PieceList pieces={namedPieces(quote.pieces, quote.lines)} />
              </Section>
            ) : null}
            {quote.terms ? (
              <Section title={t("terms")}>
                <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                  {quote.terms}
                </p>
              </Section>
            ) : null}
            {quote.notes ? (
              <Section title={t("notes")}>
                <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                  {quote.notes}
                </p>
              </Section>
            ) : null}
          </div>
          <div className="grid gap-6">
            <Section title={t("sums")}>
              <Sums currency={quote.currency} taxIncluded={quote.how.taxIncluded} payment={quote.payment} totals={quote.totals} />
              <dl className="mt-4 grid gap-2 border-t border-line pt-3">
                <div className="flex flex-wrap items-baseline justify-between gap-x-6">
                  <dt className="text-ink-soft">{t("cost")}</dt>
                  <dd className="tabular">{format.money(quote.totals.cost, quote.currency)}</dd>
                </div>
                <div className="flex flex-wrap items-baseline justify-between gap-x-6">
                  <dt className="text-ink-soft">{t("margin")}</dt>
                  <dd className={quote.belowFloor ? "tabular font-semibold text-danger" : "tabular font-semibold"}>
                    {quote.margin === null ? "–" : format.rate(quote.margin)}
                  </dd>
                </div>
              </dl>
            </Section>
            <Section title={t("facts")}>
              <dl className="grid gap-3">
                <Fact label={t("customer")}>
                  <Link
                    href={customerHref(workspaceId, quote.customer.uid)}
                    className="font-medium text-primary-text underline-offset-4 hover:underline"
                  >
                    <bdi>{quote.customer.name}</bdi>
                  </Link>
                </Fact>
                {quote.site ? (
                  <Fact label={t("site")}>
                    <span dir="auto" className="whitespace-pre-line">
                      {quote.site.address || quote.site.name}
                    </span>
                  </Fact>
                ) : null}
                <Fact label={t("validUntil")}>{format.day(quote.validUntil)}</Fact>
                {quote.sentAt ? (
                  <Fact label={t(quote.sentTo ? "sentTo" : "handOver.fact")}>
                    {quote.sentTo ? (
                      <>
                        <bdi dir="ltr">{quote.sentTo}</bdi>
                        <br />
                      </>
                    ) : null}
                    {format.dateTime(quote.sentAt)}
                    {quote.unsent ? <span className="mt-1 block font-medium text-danger">{t("unsent")}</span> : null}
                  </Fact>
                ) : null}
                {quote.answer?.name ? (
                  <Fact label={t("signedBy")}>
                    <bdi>{quote.answer.name}</bdi>
                    <br />
                    {quote.answeredAt ? format.dateTime(quote.answeredAt) : null}
                  </Fact>
                ) : null}
              </dl>
              {quote.link && quote.state === "sent" ? (
                <Button look="outline" className="mt-4" onClick={() => void copy()}>
                  {t("copyLink")}
                </Button>
              ) : null}
            </Section>
            {quote.revisions.length > 1 ? (
              <Section title={t("revisions")}>
                <ul className="grid gap-2">
                  {quote.revisions.map((one) => (
                    <li key={one.uid} className="flex flex-wrap items-center justify-between gap-2">
                      {one.uid === quote.uid ? (
                        <span className="font-semibold">{t("revision", { number: format.number(one.revision) })}</span>
                      ) : (
                        <Link
                          href={quoteHref(workspaceId, { uid: one.uid })}
                          className="font-medium text-primary-text underline-offset-4 hover:underline"
                        >
                          {t("revision", { number: format.number(one.revision) })}
                        </Link>
                      )}
                      <QuoteStateBadge state={one.state} />
                    </li>
                  ))}
                </ul>
              </Section>
            ) : null}
          </div>
        </div>
      )}
      {dialog === "send" ? <SendDialog workspace={workspace} quote={quote} onClose={() => setDialog(undefined)} /> : null}
      {dialog === "answer" ? <AnswerDialog workspace={workspace} quote={quote} onClose={() => setDialog(undefined)} /> : null}
      {dialog === "takeBack" ? <TakeBackDialog workspace={workspace} quote={quote} onClose={() => setDialog(undefined)} /> : null}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
