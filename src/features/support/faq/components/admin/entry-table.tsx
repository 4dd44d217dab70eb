"use client";

import { PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { useLanguage } from "@/i18n/use-language";
import { isLocale, localeTag } from "@/lib/locales";
import { api, type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { useActing } from "@/trpc/use-acting";
import { useAsked } from "@/trpc/use-error";
import { ButtonLink } from "@/ui/button";
import { PageHeading } from "@/ui/card";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { ContentFilters, MissingChoice, PUBLISHED_STATES, PublishedChoice } from "@/ui/editing/content-filters";
import { follow } from "@/ui/editing/follow";
import { MoveMenu } from "@/ui/editing/move-menu";
import { NothingFits } from "@/ui/editing/nothing-fits";
import { useContentColumns } from "@/ui/editing/use-content-columns";
import { usePublishing } from "@/ui/editing/use-publishing";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useWholeList } from "@/ui/table/use-whole-list";
import { useAddress } from "@/ui/use-address";
import { useFaqOutcome } from "../../hooks/use-outcome";
import { entryHref } from "../../hrefs";

type EntryRow = RouterOutputs["support"]["faq"]["editing"]["entries"]["data"][number];

const HEADING = "entries-heading";

/** All frequent questions by topic, drafts too, in the order in which people see them; the best first where somebody searches. */
export function EntryTable({ files }: { files: ReactNode }) {
  const t = useTranslations("faq.editing");
  const faq = useTranslations("faq");
  const format = useFormat();
  const tag = localeTag(useLanguage());
  const utils = trpc.useUtils();
  const { params, search } = useAddress();
  const missing = params.get("missing");
  const query = trpc.support.faq.editing.entries.useQuery(
    {
      search: search || undefined,
      state: PUBLISHED_STATES.find((name) => name === params.get("state")),
      missing: isLocale(missing) ? missing : undefined,
    },
    { placeholderData: keepPreviousData },
  );
  const act = useActing(() => utils.support.faq.invalidate());
  const actions = usePublishing((uids, published) => act(api.support.faq.editing.publish.mutate({ uids, published })));
  const list = useWholeList({ rows: query.data?.data ?? [], columns: useColumns(), usual: "order", tag });
  if (isMissing(query)) return <Refused query={query} />;
  return (
    <>
      <PageHeading
        title={t("title")}
        lead={t("lead")}
        action={
          <div className="flex flex-wrap items-center gap-2">
            {files}
            <ButtonLink href={entryHref()} icon={<PlusIcon className="size-5" />}>
              {t("new")}
            </ButtonLink>
          </div>
        }
      />
      <h2 id={HEADING} tabIndex={-1} className="sr-only">
        {t("all")}
      </h2>
      <DataTable
        name="faq"
        caption={t("all")}
        {...list}
        rowId={({ uid }) => uid}
        href={({ uid }) => entryHref(uid)}
        loading={!query.data || query.isPlaceholderData}
        filters={
          <ContentFilters label={faq("search")}>
            <PublishedChoice />
            <MissingChoice words={format.language} />
          </ContentFilters>
        }
        actions={actions}
        empty={<NothingFits filters={["state", "missing"]} />}
      />
    </>
  );
}

function useColumns(): Column<EntryRow>[] {
  const t = useTranslations("faq.editing");
  const editing = useTranslations("editing.move");
  const format = useFormat();
  const outcome = useFaqOutcome();
  const move = trpc.support.faq.editing.move.useMutation();
  const { published, missing, edited, order } = useContentColumns(format);
  return [
    { id: "question", header: t("question"), cell: ({ question }) => <bdi>{question}</bdi>, text: ({ question }) => question, fixed: true },
    { id: "category", header: t("category"), cell: ({ category }) => category.name, text: ({ category }) => category.name },
    published,
    missing,
    {
      id: "helpful",
      header: t("votes.helpful"),
      cell: ({ helpful }) => format.number(helpful),
      text: ({ helpful }) => helpful,
      align: "end",
    },
    {
      id: "unhelpful",
      header: t("votes.unhelpful"),
      cell: ({ unhelpful }) => format.number(unhelpful),
      text: ({ unhelpful }) => unhelpful,
      align: "end",
    },
    edited,
    {
      ...order,
      cell: ({ uid, question, editedAt }) => (
        <div className="flex items-center gap-1">
          <MoveMenu name={question} onMove={(to, then) => follow(move.mutateAsync({ uid, to }), outcome(editing("done"), then))} />
          <DeleteEntry uid={uid} question={question} editedAt={editedAt} />
        </div>
      ),
    },
  ];
}

function DeleteEntry({ uid, question, editedAt }: Pick<EntryRow, "uid" | "question" | "editedAt">) {
  const t = useTranslations("faq.editing");
  const editing = useTranslations("editing.delete");
  const asked = useAsked();
  const { onSuccess } = useFaqOutcome()(editing("done"), () => document.getElementById(HEADING)?.focus());
  const { editing: entries } = trpc.useUtils().support.faq;
  const remove = trpc.support.faq.editing.delete.useMutation({
    onSuccess,
    // What has become of it is to be seen before it is asked about once more.
    onError: (error) => void (toApiError(error).code === "conflict" && entries.invalidate()),
  });
  return (
    <ConfirmDelete
      name={question}
      text={t("deleteText")}
      version={editedAt}
      onDelete={(seen) => remove.mutate({ uid, editedAt: seen })}
      {...asked(remove)}
    />
  );
}
