"use client";

import {
  ArrowRightIcon,
  BanknotesIcon,
  CalendarDaysIcon,
  ChatBubbleLeftIcon,
  CheckIcon,
  ClipboardDocumentCheckIcon,
  DocumentCurrencyDollarIcon,
  DocumentTextIcon,
  PaperClipIcon,
  PencilIcon,
  PlusIcon,
  ScissorsIcon,
  TrashIcon,
} from "@heroicons/react/24/outline";
import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ComponentType, ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { usePages } from "@/trpc/use-pages";
import { Button } from "@/ui/button";
import { Badge } from "@/ui/card";
import { Section } from "@/ui/editing/parts";
import { Joined } from "@/ui/joined";
import { LoadingList } from "@/ui/spinner";
import type { Workspace } from "../../components/workspace-frame";
import { entryHref, invoiceHref, quoteHref } from "../../hrefs";
import { useJobWords } from "../../jobs/hooks/use-job-words";
import { NoteText } from "../../notes/components/note-text";
import { usePieceName } from "../../pieces/hooks/use-piece-name";
import { useQuoteNumber } from "../../quotes/hooks/use-quote-number";
import { useShopTime } from "../../schedule/hooks/use-shop-time";

export type Entry = RouterOutputs["trades"]["jobs"]["timeline"]["data"][number];

const ICONS: Record<Entry["kind"], ComponentType<{ className?: string }>> = {
  added: PlusIcon,
  edited: PencilIcon,
  moved: ArrowRightIcon,
  task: CheckIcon,
  taskAdded: PlusIcon,
  taskEdited: PencilIcon,
  taskDeleted: TrashIcon,
  note: ChatBubbleLeftIcon,
  booking: CalendarDaysIcon,
  unbooked: CalendarDaysIcon,
  form: ClipboardDocumentCheckIcon,
  formDiscarded: TrashIcon,
  cost: BanknotesIcon,
  quote: DocumentTextIcon,
  invoice: DocumentCurrencyDollarIcon,
  file: PaperClipIcon,
  piece: ScissorsIcon,
  pieceEdited: PencilIcon,
};

/** What points somewhere points the other way where one reads from right to left. */
const POINTING: readonly Entry["kind"][] = ["moved", "note"];

/** All that happened to a job, the latest first. */
export function Timeline({ workspace, jobUid }: { workspace: Workspace; jobUid: string }) {
  const t = useTranslations("trades.timeline");
  const asked = { workspaceId: workspace.uid, uid: jobUid };
  const query = usePages(trpc.trades.jobs.timeline, asked, api.trades.jobs.timeline.query);
  if (isMissing(query)) return <LoadFailed query={query} />;
  return (
    <Section title={t("title")}>
      {query.data ? (
        <ol className="grid gap-5">
          {query.data.pages
            .flatMap(({ data }) => data)
            .map((entry) => (
              <TimelineItem key={entry.uid} workspace={workspace} entry={entry} />
            ))}
        </ol>
      ) : (
        <LoadingList />
      )}
      {query.hasNextPage ? (
        <Button look="outline" className="mt-5" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t("older")}
        </Button>
      ) : null}
    </Section>
  );
}

function TimelineItem({ workspace, entry }: { workspace: Workspace; entry: Entry }) {
  const trades = useTranslations("trades");
  const format = useFormat();
  const Icon = ICONS[entry.kind];
  return (
    <li className="flex gap-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-ink-soft">
        <Icon className={clsx("size-5", POINTING.includes(entry.kind) && "rtl:-scale-x-100")} aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <What workspace={workspace} entry={entry} />
        <p className="mt-0.5 text-sm text-ink-soft">
          <Joined>
            {entry.by ?? trades("left")}
            <time dateTime={entry.at}>{format.dateTime(entry.at)}</time>
          </Joined>
        </p>
      </div>
    </li>
  );
}

function What({ workspace, entry }: { workspace: Workspace; entry: Entry }): ReactNode {
  const t = useTranslations("trades.timeline");
  const format = useFormat();
  const wordOf = useJobWords(workspace.uid);
  const clock = useShopTime(workspace.timeZone);
  const states = useTranslations("trades.tasks.states");
  const forWhom = useTranslations("trades.notes.for");
  const kinds = useTranslations("trades.costs.kinds");
  const documents = useTranslations("trades.document.kinds");
  const numbered = useTranslations("trades.invoices");
  const numberOf = useQuoteNumber();
  const nameOf = usePieceName();
  switch (entry.kind) {
    case "added":
      return <p className="font-medium">{t("added")}</p>;
    case "edited":
      return <p className="font-medium">{t("edited", { fields: format.list(entry.fields.map((field) => t(`fields.${field}`))) })}</p>;
    case "moved":
      return (
        <>
          <p className="font-medium">{t("moved", { from: wordOf(entry.from), to: wordOf(entry.to) })}</p>
          <Reason text={entry.reason} />
        </>
      );
    case "note":
      return (
        <>
          <p className="mb-1 flex flex-wrap items-center gap-2 font-medium">
            {entry.on ? t(`noteOn.${entry.on.kind}`, { title: entry.on.title }) : t("note")}
            {entry.audience === "customer" ? <Badge tone="info">{forWhom("customer")}</Badge> : null}
          </p>
          <NoteText body={entry.body} people={entry.people} />
        </>
      );
    case "cost":
      return (
        <p className="font-medium wrap-anywhere">
          {t("cost", { kind: kinds(entry.cost), text: entry.text, amount: format.money(entry.amount, workspace.currency) })}
        </p>
      );
    case "file":
      return <p className="font-medium wrap-anywhere">{t("file", { name: entry.name })}</p>;
    case "booking":
      return (
        <p className="font-medium wrap-anywhere">
          {t(`booking.${entry.act}`, { title: entry.title, date: clock.dayTime(entry.startsAt) })}
        </p>
      );
    case "unbooked":
      return <p className="font-medium">{t("unbooked", { date: clock.dayTime(entry.startsAt) })}</p>;
    case "form":
      return <Way href={entryHref(workspace.uid, entry.uid)}>{t("form", { name: entry.name })}</Way>;
    case "formDiscarded":
      return <p className="font-medium wrap-anywhere">{t("formDiscarded", { name: entry.name })}</p>;
    case "quote":
      return (
        <Way href={quoteHref(workspace.uid, { uid: entry.quoteUid })}>
          {t(`quote.${entry.act}`, { number: numberOf(entry), amount: format.money(entry.total, workspace.currency) })}
        </Way>
      );
    case "invoice": {
      const kind = documents(entry.invoice);
      const name = entry.number === null ? kind : numbered("numbered", { kind, number: format.reference(entry.number) });
      return (
        <Way href={invoiceHref(workspace.uid, entry.invoiceUid)}>
          {t(`invoice.${entry.act}`, { name, amount: format.money(entry.amount, workspace.currency) })}
        </Way>
      );
    }
    case "piece":
      return (
        <>
          <p className="font-medium wrap-anywhere">{t(`piece.${entry.turn}`, { name: nameOf(entry) })}</p>
          <Reason text={entry.reason} />
        </>
      );
    case "pieceEdited":
      return (
        <p className="font-medium wrap-anywhere">
          {t("pieceEdited", { name: nameOf(entry), fields: format.list(entry.fields.map((field) => t(`pieceFields.${field}`))) })}
        </p>
      );
    case "taskAdded":
      return <p className="font-medium wrap-anywhere">{t("taskAdded", { title: entry.title })}</p>;
    case "taskEdited":
      return (
        <p className="font-medium wrap-anywhere">
          {t("taskEdited", { title: entry.title, fields: format.list(entry.fields.map((field) => t(`taskFields.${field}`))) })}
        </p>
      );
    case "taskDeleted":
      return <p className="font-medium">{t("taskDeleted")}</p>;
    case "task":
      return (
        <>
          <p className="font-medium wrap-anywhere">{t("task", { title: entry.title, state: states(entry.to) })}</p>
          <Reason text={entry.reason} />
        </>
      );
  }
}

const Way = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="font-medium wrap-anywhere text-primary-text underline-offset-4 hover:underline">
    {children}
  </Link>
);

const Reason = ({ text }: { text: string }) =>
  text === "" ? null : (
    <p dir="auto" className="mt-1 border-s-2 border-line ps-3 whitespace-pre-line wrap-anywhere">
      {text}
    </p>
  );
