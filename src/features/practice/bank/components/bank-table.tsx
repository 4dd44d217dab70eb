"use client";

import { MagnifyingGlassIcon, PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { useLanguage } from "@/i18n/use-language";
import { QUESTION_STATES } from "@/lib/enums";
import { isLocale } from "@/lib/locales";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { Refused } from "@/trpc/refused";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { MoveMenu } from "@/ui/editing/move-menu";
import { Pagination, pageOf } from "@/ui/pagination";
import { DataTable } from "@/ui/table/data-table";
import { useAddress } from "@/ui/use-address";
import { useOutcome } from "../hooks/use-outcome";
import { useTurn } from "../hooks/use-turn";
import { BankFilters } from "./bank-filters";
import { BankFrame } from "./bank-frame";
import { questionEditorHref } from "./places";
import { QuestionStateBadge } from "./state-badge";

type BankRow = RouterOutputs["practice"]["bank"]["list"]["data"][number];

/** All questions in the order in which people see them, drafts and retired ones too. */
export function BankTable({ files }: { files: ReactNode }) {
  const t = useTranslations("practice.editing");
  const language = useLanguage();
  const { params, search } = useAddress();
  const missing = params.get("missing");
  const categories = trpc.practice.editedCategories.list.useQuery();
  // An address may name a category that is none.
  const category = categories.data?.data.find(({ uid }) => uid === params.get("category"))?.uid;
  const query = trpc.practice.bank.list.useQuery(
    {
      page: pageOf(params),
      search: search || undefined,
      category,
      state: QUESTION_STATES.find((name) => name === params.get("state")),
      missing: isLocale(missing) ? missing : undefined,
    },
    { placeholderData: keepPreviousData, enabled: categories.isSuccess },
  );
  if (categories.isError && !categories.data) return <Refused query={categories} />;
  if (query.isError && !query.data) return <Refused query={query} />;
  return (
    <BankFrame
      part="questions"
      action={
        <div className="flex items-center gap-2">
          {files}
          <ButtonLink href={questionEditorHref()} icon={<PlusIcon className="size-5" />}>
            {t("new")}
          </ButtonLink>
        </div>
      }
    >
      <Table
        rows={query.data?.data ?? []}
        total={query.data?.meta.total ?? 0}
        loading={!query.data || query.isPlaceholderData}
        categories={(categories.data?.data ?? []).map(({ uid, name }) => ({ uid, name: name[language] }))}
      />
    </BankFrame>
  );
}

interface TableProps {
  rows: BankRow[];
  total: number;
  loading: boolean;
  categories: { uid: string; name: string }[];
}

function Table({ rows, total, loading, categories }: TableProps) {
  const t = useTranslations("practice.editing");
  const pages = useTranslations("pagination");
  const editing = useTranslations("editing.move");
  const format = useFormat();
  const outcome = useOutcome();
  const { params, href } = useAddress();
  const { actions } = useTurn();
  const move = trpc.practice.bank.move.useMutation();
  return (
    <>
      <DataTable
        name="questions"
        caption={t("title")}
        rows={rows}
        rowId={({ uid }) => uid}
        href={({ uid }) => questionEditorHref(uid)}
        loading={loading}
        filters={<BankFilters categories={categories} />}
        actions={actions}
        empty={
          <Notice icon={<MagnifyingGlassIcon />} title={t("none")}>
            <ButtonLink href={href({ search: undefined, category: undefined, state: undefined, missing: undefined })} look="outline">
              {t("showAll")}
            </ButtonLink>
          </Notice>
        }
        columns={[
          { id: "question", header: t("question"), cell: ({ text }) => <bdi>{text}</bdi>, text: ({ text }) => text, fixed: true },
          { id: "category", header: t("category"), cell: ({ category }) => category.name, text: ({ category }) => category.name },
          {
            id: "state",
            header: t("state"),
            cell: ({ state }) => <QuestionStateBadge state={state} />,
            text: ({ state }) => t(`states.${state}`),
          },
          {
            id: "missing",
            header: t("missing"),
            cell: ({ missing }) => (missing.length > 0 ? format.list(missing.map(format.language)) : "–"),
            text: ({ missing }) => missing.join(" "),
          },
          {
            id: "times",
            header: t("times"),
            cell: ({ readingTime, answerTime }) => t("minutes", { reading: readingTime, answer: answerTime }),
            hidden: true,
          },
          {
            id: "edited",
            header: t("edited"),
            cell: ({ editedAt }) => (editedAt ? format.date(editedAt) : "–"),
            text: ({ editedAt }) => editedAt,
            hidden: true,
          },
          {
            id: "order",
            header: t("order"),
            cell: ({ uid, text }) => (
              <MoveMenu name={text} onMove={(to, then) => move.mutate({ uid, to }, outcome(editing("done"), then))} />
            ),
          },
        ]}
      />
      <Pagination
        page={pageOf(params)}
        total={total}
        labels={{
          nav: pages("nav"),
          previous: pages("previous"),
          next: pages("next"),
          page: (page) => pages("page", { page }),
        }}
        format={format.number}
        href={(page) => href({ page })}
      />
    </>
  );
}
