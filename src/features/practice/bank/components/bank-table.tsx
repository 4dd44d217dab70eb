"use client";

import { PlusIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { useLanguage } from "@/i18n/use-language";
import { trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { ButtonLink } from "@/ui/button";
import { follow } from "@/ui/editing/follow";
import { MoveMenu } from "@/ui/editing/move-menu";
import { NothingFits } from "@/ui/editing/nothing-fits";
import { useContentColumns } from "@/ui/editing/use-content-columns";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { type BankRow, useBank } from "../hooks/use-bank";
import { useBankOutcome } from "../hooks/use-outcome";
import { useTurn } from "../hooks/use-turn";
import { questionEditorHref } from "../hrefs";
import { BankFilters } from "./bank-filters";
import { BankFrame } from "./bank-frame";
import { QuestionStateBadge } from "./state-badge";

/** All questions in the order in which people see them, drafts and retired ones too. */
export function BankTable({ files }: { files: ReactNode }) {
  const t = useTranslations("practice.editing");
  const language = useLanguage();
  const categories = trpc.practice.editedCategories.list.useQuery();
  const { query, rows } = useBank(categories.data?.data);
  const columns = useColumns();
  const { actions } = useTurn();
  if (isMissing(categories)) return <Refused query={categories} />;
  if (isMissing(query)) return <Refused query={query} />;
  return (
    <BankFrame
      part="questions"
      action={
        <div className="flex flex-wrap items-center gap-2">
          {files}
          <ButtonLink href={questionEditorHref()} icon={<PlusIcon className="size-5" />}>
            {t("new")}
          </ButtonLink>
        </div>
      }
    >
      <DataTable
        name="questions"
        caption={t("title")}
        columns={columns}
        rows={rows}
        rowId={({ uid }) => uid}
        href={({ uid }) => questionEditorHref(uid)}
        loading={query.isPending || query.isPlaceholderData}
        filters={<BankFilters categories={(categories.data?.data ?? []).map(({ uid, name }) => ({ uid, name: name[language] }))} />}
        actions={actions}
        empty={<NothingFits filters={["category", "state", "missing"]} />}
        more={{ hasMore: query.hasNextPage, loading: query.isFetchingNextPage, onMore: () => void query.fetchNextPage() }}
      />
    </BankFrame>
  );
}

function useColumns(): Column<BankRow>[] {
  const t = useTranslations("practice.editing");
  const editing = useTranslations("editing.move");
  const outcome = useBankOutcome();
  const move = trpc.practice.bank.move.useMutation();
  const { missing, edited, order } = useContentColumns(useFormat());
  return [
    { id: "question", header: t("question"), cell: ({ text }) => <bdi>{text}</bdi>, text: ({ text }) => text, fixed: true },
    { id: "category", header: t("category"), cell: ({ category }) => category.name, text: ({ category }) => category.name },
    {
      id: "state",
      header: t("state"),
      cell: ({ state }) => <QuestionStateBadge state={state} />,
      text: ({ state }) => t(`states.${state}`),
    },
    missing,
    {
      id: "times",
      header: t("times"),
      cell: ({ readingTime, answerTime }) => t("minutes", { reading: readingTime, answer: answerTime }),
      hidden: true,
    },
    edited,
    {
      ...order,
      cell: ({ uid, text }) => (
        <MoveMenu name={text} onMove={(to, then) => follow(move.mutateAsync({ uid, to }), outcome(editing("done"), then))} />
      ),
    },
  ];
}
