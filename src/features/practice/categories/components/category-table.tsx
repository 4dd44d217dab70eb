"use client";

import { PencilSquareIcon, PlusIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { useLanguage } from "@/i18n/use-language";
import { localeTag } from "@/lib/locales";
import { fold } from "@/lib/search-terms";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { useActing } from "@/trpc/use-acting";
import { Button, IconButton } from "@/ui/button";
import { Badge } from "@/ui/card";
import { bothWays } from "@/ui/editing/both-ways";
import { ContentChoice, ContentFilters } from "@/ui/editing/content-filters";
import { follow } from "@/ui/editing/follow";
import { MoveMenu } from "@/ui/editing/move-menu";
import { NothingFits } from "@/ui/editing/nothing-fits";
import { useContentColumns } from "@/ui/editing/use-content-columns";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useWholeList } from "@/ui/table/use-whole-list";
import { useAddress } from "@/ui/use-address";
import { BankFrame } from "../../bank/components/bank-frame";
import { useBankOutcome } from "../../bank/hooks/use-outcome";
import { BANK_ADMIN } from "../../bank/hrefs";
import { CategoryDialog } from "./category-dialog";

export type EditedCategory = RouterOutputs["practice"]["editedCategories"]["list"]["data"][number];

const STATES = ["used", "retired"] as const;
const stateOf = ({ retired }: EditedCategory) => (retired ? "retired" : "used");

/** All categories in the order in which people see them, retired ones too. @param files their ways into files and out of them */
export function CategoryTable({ files }: { files: ReactNode }) {
  const t = useTranslations("practice.categories");
  const editing = useTranslations("practice.editing");
  const tag = localeTag(useLanguage());
  const { params, search } = useAddress();
  const query = trpc.practice.editedCategories.list.useQuery();
  const [edited, setEdited] = useState<EditedCategory | "new" | null>(null);
  const actions = useActions();
  const state = STATES.find((name) => name === params.get("state"));
  const rows = (query.data?.data ?? []).filter(
    (category) => fold(Object.values(category.name).join(" ")).includes(fold(search)) && (!state || stateOf(category) === state),
  );
  const list = useWholeList({ rows, columns: useColumns(setEdited), usual: "order", tag });
  if (isMissing(query)) return <Refused query={query} />;
  return (
    <BankFrame
      part="categories"
      action={
        <div className="flex flex-wrap items-center gap-2">
          {files}
          <Button icon={<PlusIcon className="size-5" />} onClick={() => setEdited("new")}>
            {t("new")}
          </Button>
        </div>
      }
    >
      <DataTable
        name="categories"
        caption={editing("parts.categories")}
        {...list}
        rowId={({ uid }) => uid}
        href={({ uid }) => `${BANK_ADMIN}?category=${uid}`}
        loading={!query.data}
        filters={
          <ContentFilters label={t("search")}>
            <ContentChoice name="state" label={editing("state")} choices={STATES} words={(name) => t(`states.${name}`)} />
          </ContentFilters>
        }
        actions={actions}
        empty={<NothingFits filters={["state"]} />}
      />
      {edited ? (
        <CategoryDialog
          key={edited === "new" ? "new" : edited.uid}
          category={edited === "new" ? null : edited}
          fresh={edited === "new" ? null : (query.data?.data.find(({ uid }) => uid === edited.uid) ?? null)}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </BankFrame>
  );
}

function useActions() {
  const t = useTranslations("practice.categories");
  const { practice } = trpc.useUtils();
  const act = useActing(() => practice.invalidate());
  return bothWays(
    {
      on: { id: "retire", label: t("retire"), danger: true, done: (count) => t("turned", { count, state: "retired" }) },
      off: { id: "restore", label: t("restore"), done: (count) => t("turned", { count, state: "used" }) },
    },
    (uids, retired) => act(api.practice.editedCategories.retire.mutate({ uids, retired })),
  );
}

function useColumns(onEdit: (category: EditedCategory) => void): Column<EditedCategory>[] {
  const t = useTranslations("practice.categories");
  const editing = useTranslations("practice.editing");
  const words = useTranslations("editing");
  const language = useLanguage();
  const format = useFormat();
  const outcome = useBankOutcome();
  const move = trpc.practice.editedCategories.move.useMutation();
  const { order } = useContentColumns(format);
  return [
    {
      id: "name",
      header: words("naming.name"),
      cell: ({ name }) => <bdi>{name[language]}</bdi>,
      text: ({ name }) => name[language],
      fixed: true,
    },
    {
      id: "state",
      header: editing("state"),
      cell: (category) => <Badge tone={category.retired ? "neutral" : "success"}>{t(`states.${stateOf(category)}`)}</Badge>,
      text: (category) => t(`states.${stateOf(category)}`),
    },
    {
      id: "questions",
      header: editing("parts.questions"),
      cell: ({ questions }) => format.number(questions),
      text: ({ questions }) => questions,
      align: "end",
    },
    {
      id: "published",
      header: editing("states.published"),
      cell: ({ published }) => format.number(published),
      text: ({ published }) => published,
      align: "end",
    },
    {
      ...order,
      cell: (category) => {
        const [uid, name] = [category.uid, category.name[language]];
        return (
          <div className="flex items-center gap-1">
            <MoveMenu name={name} onMove={(to, then) => follow(move.mutateAsync({ uid, to }), outcome(words("move.done"), then))} />
            <IconButton label={t("edit", { name })} onClick={() => onEdit(category)}>
              <PencilSquareIcon />
            </IconButton>
          </div>
        );
      },
    },
  ];
}
