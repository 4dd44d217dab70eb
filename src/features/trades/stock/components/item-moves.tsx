"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { usePages } from "@/trpc/use-pages";
import { Button } from "@/ui/button";
import { Section } from "@/ui/editing/parts";
import { Joined } from "@/ui/joined";
import { LoadingList } from "@/ui/spinner";
import type { Workspace } from "../../components/workspace-frame";
import { jobHref } from "../../hrefs";
import { useAmounts } from "../hooks/use-amounts";
import type { StockItem } from "./items-page";

type Move = RouterOutputs["trades"]["stock"]["moves"]["data"][number];

/** All that changed an item, the latest first. */
export function ItemMoves({ workspace, item }: { workspace: Workspace; item: StockItem }) {
  const t = useTranslations("trades.stock");
  const timeline = useTranslations("trades.timeline");
  const asked = { workspaceId: workspace.uid, uid: item.uid };
  const query = usePages(trpc.trades.stock.moves, asked, api.trades.stock.moves.query);
  if (isMissing(query)) return <LoadFailed query={query} />;
  const moves = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Section title={t("moves")}>
      {query.data ? null : <LoadingList />}
      {query.data && moves.length === 0 ? <p className="text-ink-soft">{t("noMoves")}</p> : null}
      <ol className="divide-y divide-line">
        {moves.map((move) => (
          <MoveRow key={move.uid} workspace={workspace} item={item} move={move} />
        ))}
      </ol>
      {query.hasNextPage ? (
        <Button look="outline" className="mt-5" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {timeline("older")}
        </Button>
      ) : null}
    </Section>
  );
}

function MoveRow({ workspace, item, move }: { workspace: Workspace; item: StockItem; move: Move }) {
  const t = useTranslations("trades.stock");
  const kinds = useTranslations("trades.stock.kinds");
  const trades = useTranslations("trades");
  const format = useFormat();
  const amountOf = useAmounts();
  const { job, note, value } = move;
  return (
    <li className="grid gap-0.5 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium">{kinds(move.move, { amount: amountOf(Math.abs(move.quantity), item.unit) })}</p>
        {value ? <p className="text-sm tabular">{format.money(value, workspace.currency)}</p> : null}
      </div>
      {job ? (
        <p className="wrap-anywhere">
          <Link
            href={jobHref(workspace.uid, { uid: job.uid })}
            className="rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
          >
            <bdi>#{format.reference(job.number)}</bdi> <bdi>{job.title}</bdi>
          </Link>
        </p>
      ) : null}
      {note ? (
        <p dir="auto" className="wrap-anywhere">
          {note}
        </p>
      ) : null}
      <p className="text-sm text-ink-soft">
        <Joined>
          {t("then", { amount: amountOf(move.onHand, item.unit) })}
          {move.by ?? trades("left")}
          <time dateTime={move.at}>{format.dateTime(move.at)}</time>
        </Joined>
      </p>
    </li>
  );
}
