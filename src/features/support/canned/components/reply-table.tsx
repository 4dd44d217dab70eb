"use client";

import { BoltIcon, PlusIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { useLanguage } from "@/i18n/use-language";
import { localeTag } from "@/lib/locales";
import { fold } from "@/lib/search-terms";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { useAsked } from "@/trpc/use-error";
import { BackLink } from "@/ui/back-link";
import { ButtonLink } from "@/ui/button";
import { Notice, PageHeading } from "@/ui/card";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { ContentFilters, MissingChoice } from "@/ui/editing/content-filters";
import { follow } from "@/ui/editing/follow";
import { MoveMenu } from "@/ui/editing/move-menu";
import { NothingFits } from "@/ui/editing/nothing-fits";
import { useContentColumns } from "@/ui/editing/use-content-columns";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useWholeList } from "@/ui/table/use-whole-list";
import { useAddress } from "@/ui/use-address";
import { INBOX_PAGE } from "../../inbox/hrefs";
import { useReplyOutcome } from "../hooks/use-outcome";
import { replyHref } from "../hrefs";

type Reply = RouterOutputs["support"]["inbox"]["canned"]["list"]["data"][number];

const HEADING = "replies-heading";

/** All ready answers, in the order in which the team chooses from them. */
export function ReplyTable({ files }: { files: ReactNode }) {
  const t = useTranslations("support.canned");
  const inbox = useTranslations("support.inbox");
  const format = useFormat();
  const tag = localeTag(useLanguage());
  const { params, search } = useAddress();
  const query = trpc.support.inbox.canned.list.useQuery({});
  const lacking = params.get("missing");
  const rows = (query.data?.data ?? []).filter(
    ({ title, text, missing }) =>
      fold(`${title} ${text}`).includes(fold(search)) && (!lacking || missing.some((language) => language === lacking)),
  );
  const list = useWholeList({ rows, columns: useColumns(), usual: "order", tag });
  if (isMissing(query)) return <Refused query={query} />;
  return (
    <>
      <BackLink href={INBOX_PAGE} text={inbox("back")} />
      <PageHeading
        title={t("title")}
        lead={t("lead")}
        action={
          <div className="flex flex-wrap items-center gap-2">
            {files}
            <ButtonLink href={replyHref()} icon={<PlusIcon className="size-5" />}>
              {t("new")}
            </ButtonLink>
          </div>
        }
      />
      <h2 id={HEADING} tabIndex={-1} className="sr-only">
        {t("all")}
      </h2>
      <DataTable
        name="ready-answers"
        caption={t("all")}
        {...list}
        rowId={({ uid }) => uid}
        href={({ uid }) => replyHref(uid)}
        loading={!query.data}
        filters={
          <ContentFilters label={t("search")}>
            <MissingChoice words={format.language} />
          </ContentFilters>
        }
        empty={
          query.data?.data.length === 0 ? (
            <Notice icon={<BoltIcon />} title={inbox("cannedEmpty")} text={t("emptyText")} />
          ) : (
            <NothingFits filters={["missing"]} />
          )
        }
      />
    </>
  );
}

function useColumns(): Column<Reply>[] {
  const t = useTranslations("support.canned");
  const editing = useTranslations("editing.move");
  const outcome = useReplyOutcome();
  const move = trpc.support.inbox.canned.move.useMutation();
  const { missing, edited, order } = useContentColumns(useFormat());
  return [
    { id: "name", header: t("name"), cell: ({ title }) => <bdi>{title}</bdi>, text: ({ title }) => title, fixed: true },
    {
      id: "text",
      header: t("text"),
      cell: ({ text }) => (
        <p className="line-clamp-2 max-w-prose" dir="auto">
          {text}
        </p>
      ),
      text: ({ text }) => text,
    },
    missing,
    edited,
    {
      ...order,
      cell: ({ uid, title, editedAt }) => (
        <div className="flex items-center gap-1">
          <MoveMenu name={title} onMove={(to, then) => follow(move.mutateAsync({ uid, to }), outcome(editing("done"), then))} />
          <DeleteReply uid={uid} title={title} editedAt={editedAt} />
        </div>
      ),
    },
  ];
}

function DeleteReply({ uid, title, editedAt }: Pick<Reply, "uid" | "title" | "editedAt">) {
  const t = useTranslations("support.canned");
  const editing = useTranslations("editing.delete");
  const asked = useAsked();
  const { onSuccess } = useReplyOutcome()(editing("done"), () => document.getElementById(HEADING)?.focus());
  const { canned } = trpc.useUtils().support.inbox;
  const remove = trpc.support.inbox.canned.delete.useMutation({
    onSuccess,
    // What has become of it is to be seen before it is asked about once more.
    onError: (error) => void (toApiError(error).code === "conflict" && canned.invalidate()),
  });
  return (
    <ConfirmDelete
      name={title}
      text={t("deleteText")}
      version={editedAt}
      onDelete={(seen) => remove.mutate({ uid, editedAt: seen })}
      {...asked(remove)}
    />
  );
}
