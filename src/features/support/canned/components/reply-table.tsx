"use client";

import { BoltIcon, PlusIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { Refused } from "@/trpc/refused";
import { BackLink } from "@/ui/back-link";
import { ButtonLink } from "@/ui/button";
import { Notice, PageHeading } from "@/ui/card";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { MoveMenu } from "@/ui/editing/move-menu";
import { Row } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import { INBOX_PAGE } from "../../inbox/components/places";
import { useOutcome } from "../hooks/use-outcome";
import { replyHref } from "./places";

type Reply = RouterOutputs["support"]["inbox"]["canned"]["list"]["data"][number];

const HEADING = "replies-heading";

/** All ready answers, in the order in which the team chooses from them. */
export function ReplyTable({ files }: { files: ReactNode }) {
  const t = useTranslations("support.canned");
  const inbox = useTranslations("support.inbox");
  const common = useTranslations("common");
  const query = trpc.support.inbox.canned.list.useQuery({});
  if (query.isError && !query.data) return <Refused query={query} />;
  const rows = query.data?.data;
  return (
    <>
      <BackLink href={INBOX_PAGE} text={inbox("back")} />
      <PageHeading
        title={t("title")}
        lead={t("lead")}
        action={
          <div className="flex items-center gap-2">
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
      {rows ? null : <LoadingList label={common("loading")} />}
      {rows?.length === 0 ? <Notice icon={<BoltIcon />} title={inbox("cannedEmpty")} text={t("emptyText")} /> : null}
      <ul className="grid gap-3">
        {rows?.map((reply) => (
          <TableRow key={reply.uid} reply={reply} />
        ))}
      </ul>
    </>
  );
}

function TableRow({ reply: { uid, title, text, missing } }: { reply: Reply }) {
  const t = useTranslations("support.canned");
  const editing = useTranslations("editing.move");
  const format = useFormat();
  const outcome = useOutcome();
  const move = trpc.support.inbox.canned.move.useMutation();
  return (
    <Row
      heading={
        <>
          <h3 className="font-semibold">
            <Link href={replyHref(uid)} className="rounded-sm text-primary-text underline-offset-4 hover:underline">
              <bdi>{title}</bdi>
            </Link>
          </h3>
          <p className="mt-1 line-clamp-2 text-sm text-ink-soft" dir="auto">
            {text}
          </p>
        </>
      }
      facts={missing.length > 0 ? <span>{t("missing", { languages: format.list(missing.map(format.language)) })}</span> : undefined}
      actions={
        <>
          <MoveMenu name={title} onMove={(to, then) => move.mutate({ uid, to }, outcome(editing("done"), then))} />
          <DeleteReply uid={uid} title={title} />
        </>
      }
    />
  );
}

function DeleteReply({ uid, title }: { uid: string; title: string }) {
  const t = useTranslations("support.canned");
  const editing = useTranslations("editing.delete");
  const common = useTranslations("common");
  const { onSuccess } = useOutcome()(editing("done"), () => document.getElementById(HEADING)?.focus());
  const remove = trpc.support.inbox.canned.delete.useMutation({ onSuccess });
  return (
    <ConfirmDelete
      name={title}
      text={t("deleteText")}
      problem={remove.isError ? (toApiError(remove.error).message ?? common("offline")) : undefined}
      busy={remove.isPending}
      onDelete={() => remove.mutate({ uid })}
      onReset={remove.reset}
    />
  );
}
