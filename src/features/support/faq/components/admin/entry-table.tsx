"use client";

import { HandThumbDownIcon, HandThumbUpIcon, MagnifyingGlassIcon, PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { Refused } from "@/trpc/refused";
import { Button, ButtonLink } from "@/ui/button";
import { Notice, PageHeading } from "@/ui/card";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { MoveMenu } from "@/ui/editing/move-menu";
import { Row, StateBadge } from "@/ui/editing/parts";
import { SelectField } from "@/ui/field";
import { SearchField } from "@/ui/search-field";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { useOutcome } from "../../hooks/use-outcome";
import { entryHref } from "./places";

type EntryRow = RouterOutputs["support"]["faq"]["editing"]["entries"]["data"][number];

const STATES = ["published", "draft"] as const;
const HEADING = "entries-heading";

/** All frequent questions by category, drafts too, in the order in which people see them. */
export function EntryTable({ files }: { files: ReactNode }) {
  const t = useTranslations("faq.editing");
  const common = useTranslations("common");
  const { params, search } = useAddress();
  const state = STATES.find((name) => name === params.get("state"));
  const query = trpc.support.faq.editing.entries.useQuery({ search: search || undefined, state }, { placeholderData: keepPreviousData });
  if (query.isError && !query.data) return <Refused query={query} />;
  return (
    <>
      <PageHeading
        title={t("title")}
        lead={t("lead")}
        action={
          <div className="flex items-center gap-2">
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
      <Filters state={state} />
      {query.data ? (
        <div className={clsx("transition-opacity", query.isPlaceholderData && "opacity-55")} aria-busy={query.isPlaceholderData}>
          <ByCategory rows={query.data.data} />
        </div>
      ) : (
        <LoadingList label={common("loading")} />
      )}
    </>
  );
}

function Filters({ state }: { state: string | undefined }) {
  const t = useTranslations("faq");
  const editing = useTranslations("editing.state");
  const { search, replace } = useAddress();
  return (
    <div className="mb-8 grid items-end gap-x-4 gap-y-5 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <SearchField label={t("search")} value={search} onSearch={(next) => replace({ search: next })} />
      <SelectField label={editing("label")} value={state ?? ""} onChange={({ target }) => replace({ state: target.value })}>
        <option value="">{t("editing.anyState")}</option>
        {STATES.map((name) => (
          <option key={name} value={name}>
            {editing(name)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** The best first where somebody searches: then a category may stand between two of another. */
function ByCategory({ rows }: { rows: EntryRow[] }) {
  const t = useTranslations("faq");
  const { href } = useAddress();
  if (rows.length === 0)
    return (
      <Notice icon={<MagnifyingGlassIcon />} title={t("editing.none")}>
        <ButtonLink href={href({ search: undefined, state: undefined })} look="outline">
          {t("showAll")}
        </ButtonLink>
      </Notice>
    );
  const categories = [...new Map(rows.map(({ category }) => [category.uid, category])).values()];
  return (
    <div className="grid gap-8">
      {categories.map(({ uid, name }) => (
        <section key={uid} aria-labelledby={uid}>
          <h3 id={uid} className="mb-3 text-lg font-semibold">
            {name}
          </h3>
          <ul className="grid gap-3">
            {rows
              .filter(({ category }) => category.uid === uid)
              .map((row) => (
                <TableRow key={row.uid} row={row} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function TableRow({ row: { uid, question, published, missing, helpful, unhelpful } }: { row: EntryRow }) {
  const t = useTranslations("faq.editing");
  const editing = useTranslations("editing");
  const format = useFormat();
  const outcome = useOutcome();
  const publish = trpc.support.faq.editing.publish.useMutation(outcome(editing(published ? "state.taken" : "state.shown")));
  const move = trpc.support.faq.editing.move.useMutation();
  return (
    <Row
      heading={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h4 className="font-semibold">
            <Link href={entryHref(uid)} className="rounded-sm text-primary-text underline-offset-4 hover:underline">
              <bdi>{question}</bdi>
            </Link>
          </h4>
          <StateBadge published={published} />
        </div>
      }
      facts={
        <>
          <Count icon={HandThumbUpIcon} words={t("helpful", { count: helpful })} number={helpful} />
          <Count icon={HandThumbDownIcon} words={t("unhelpful", { count: unhelpful })} number={unhelpful} />
          {missing.length > 0 ? <span>{t("missing", { languages: format.list(missing.map(format.language)) })}</span> : null}
        </>
      }
      actions={
        <>
          <Button
            look="outline"
            size="sm"
            className="me-1"
            busy={publish.isPending}
            onClick={() => publish.mutate({ uid, published: !published })}
          >
            {editing(published ? "state.takeBack" : "state.publish")}
            <span className="sr-only">{question}</span>
          </Button>
          <MoveMenu name={question} onMove={(to, then) => move.mutate({ uid, to }, outcome(editing("move.done"), then))} />
          <DeleteEntry uid={uid} question={question} />
        </>
      }
    />
  );
}

function Count({ icon: Icon, words, number }: { icon: typeof HandThumbUpIcon; words: string; number: number }) {
  const format = useFormat();
  return (
    <span className="tabular inline-flex items-center gap-1.5" title={words}>
      <Icon className="size-4" aria-hidden="true" />
      <span aria-hidden="true">{format.number(number)}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

function DeleteEntry({ uid, question }: { uid: string; question: string }) {
  const t = useTranslations("faq.editing");
  const editing = useTranslations("editing.delete");
  const common = useTranslations("common");
  const { onSuccess } = useOutcome()(editing("done"), () => document.getElementById(HEADING)?.focus());
  const remove = trpc.support.faq.editing.delete.useMutation({ onSuccess });
  return (
    <ConfirmDelete
      name={question}
      text={t("deleteText")}
      problem={remove.isError ? (toApiError(remove.error).message ?? common("offline")) : undefined}
      busy={remove.isPending}
      onDelete={() => remove.mutate({ uid })}
      onReset={remove.reset}
    />
  );
}
