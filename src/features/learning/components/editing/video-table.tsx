"use client";

import { PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { VIDEO_KINDS } from "@/lib/enums/learning";
import { isLocale, localeTag } from "@/lib/locales";
import { api, type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { useActing } from "@/trpc/use-acting";
import { ButtonLink } from "@/ui/button";
import { Badge } from "@/ui/card";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { ContentChoice, ContentFilters, MissingChoice, PUBLISHED_STATES, PublishedChoice } from "@/ui/editing/content-filters";
import { follow } from "@/ui/editing/follow";
import { MoveMenu } from "@/ui/editing/move-menu";
import { NothingFits } from "@/ui/editing/nothing-fits";
import { useContentColumns } from "@/ui/editing/use-content-columns";
import { usePublishing } from "@/ui/editing/use-publishing";
import { Pagination, pageOf } from "@/ui/pagination";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useAddress } from "@/ui/use-address";
import { useWithinPages } from "@/ui/use-within-pages";
import { editVideoHref } from "../../editing/hrefs";
import { useDeletion, useLearningOutcome } from "../../hooks/use-outcome";
import { Frame } from "./frame";

type Video = RouterOutputs["learning"]["editing"]["videos"]["data"][number];

const HEADING = "videos-heading";

/** All videos, drafts too, in the order in which people see them. @param files their ways into files and out of them */
export function VideoTable({ files }: { files: ReactNode }) {
  const t = useTranslations("learning.editing");
  const library = useTranslations("learning.library");
  const learning = useTranslations("learning");
  const format = useFormat();
  const utils = trpc.useUtils();
  const { params, search, href, replace } = useAddress();
  const page = pageOf(params);
  const missing = params.get("missing");
  const query = trpc.learning.editing.videos.useQuery(
    {
      page,
      search: search || undefined,
      kind: VIDEO_KINDS.find((name) => name === params.get("kind")),
      state: PUBLISHED_STATES.find((name) => name === params.get("state")),
      missing: isLocale(missing) ? missing : undefined,
    },
    { placeholderData: keepPreviousData },
  );
  useWithinPages(query, page, (to) => replace({ page: to }));
  const act = useActing(() => utils.learning.invalidate());
  const actions = usePublishing((uids, published) => act(api.learning.editing.publishVideo.mutate({ uids, published })));
  const columns = useColumns();
  if (isMissing(query)) return <Refused query={query} />;
  return (
    <Frame
      part="videos"
      action={
        <div className="flex flex-wrap items-center gap-2">
          {files}
          <ButtonLink href={editVideoHref()} icon={<PlusIcon className="size-5" />}>
            {t("videos.new")}
          </ButtonLink>
        </div>
      }
    >
      <h2 id={HEADING} tabIndex={-1} className="sr-only">
        {t("parts.videos")}
      </h2>
      <DataTable
        name="videos"
        caption={t("parts.videos")}
        columns={columns}
        rows={query.data?.data ?? []}
        rowId={({ uid }) => uid}
        total={query.data?.meta.total}
        href={({ uid }) => editVideoHref(uid)}
        loading={!query.data || query.isPlaceholderData}
        filters={
          <ContentFilters label={learning("searchIn.library")}>
            <ContentChoice name="kind" label={library("kind")} choices={VIDEO_KINDS} words={(kind) => library(`kinds.${kind}`)} />
            <PublishedChoice />
            <MissingChoice words={format.language} />
          </ContentFilters>
        }
        actions={actions}
        empty={<NothingFits filters={["kind", "state", "missing"]} />}
      />
      <Pagination page={pageOf(params)} total={query.data?.meta.total ?? 0} href={(page) => href({ page: page > 1 ? page : undefined })} />
    </Frame>
  );
}

function useColumns(): Column<Video>[] {
  const t = useTranslations("learning.editing");
  const editing = useTranslations("editing.move");
  const library = useTranslations("learning.library");
  const video = useTranslations("learning.video");
  const format = useFormat();
  const outcome = useLearningOutcome();
  const move = trpc.learning.editing.moveVideo.useMutation();
  const { published, missing, edited, order } = useContentColumns(format);
  return [
    { id: "title", header: t("texts.name"), cell: ({ title }) => <bdi>{title}</bdi>, text: ({ title }) => title, fixed: true },
    {
      id: "kind",
      header: library("kind"),
      cell: ({ kind }) => <span className="whitespace-nowrap">{library(`kinds.${kind}`)}</span>,
      text: ({ kind }) => library(`kinds.${kind}`),
    },
    published,
    missing,
    {
      id: "captions",
      header: video("captions"),
      cell: ({ captions }) => <CaptionBadges languages={captions} />,
      text: ({ captions }) => captions.join(" "),
    },
    {
      id: "length",
      header: t("videos.length"),
      cell: ({ hasFile, duration }) => (hasFile ? format.clock(duration * 1000) : t("videos.noFile")),
      text: ({ hasFile, duration }) => (hasFile ? duration : null),
      align: "end",
    },
    { id: "date", header: t("video.date"), cell: ({ date }) => format.day(date), text: ({ date }) => date, hidden: true },
    edited,
    {
      ...order,
      cell: ({ uid, title, published: shown, editedAt }) => (
        <div className="flex items-center gap-1">
          <MoveMenu name={title} onMove={(to, then) => follow(move.mutateAsync({ uid, to }), outcome(editing("done"), then))} />
          {shown ? null : <DeleteVideo uid={uid} title={title} editedAt={editedAt} />}
        </div>
      ),
    },
  ];
}

function CaptionBadges({ languages }: { languages: Video["captions"] }) {
  const format = useFormat();
  if (languages.length === 0) return "–";
  return (
    <span className="flex flex-wrap gap-1">
      {languages.map((language) => (
        <Badge key={language}>
          <span aria-hidden="true">{localeTag(language).slice(0, 2).toUpperCase()}</span>
          <span className="sr-only">{format.language(language)}</span>
        </Badge>
      ))}
    </span>
  );
}

function DeleteVideo({ uid, title, editedAt }: Pick<Video, "uid" | "title" | "editedAt">) {
  const t = useTranslations("learning.editing.delete");
  const editing = useTranslations("editing.delete");
  const common = useTranslations("common");
  const deletion = useDeletion();
  const remove = trpc.learning.editing.deleteVideo.useMutation(deletion(editing("done"), () => document.getElementById(HEADING)?.focus()));
  const { code, message } = toApiError(remove.error);
  return (
    <ConfirmDelete
      name={title}
      text={t("video")}
      problem={remove.isError ? (code === "wrongState" ? t("videoRefused") : (message ?? common("offline"))) : undefined}
      busy={remove.isPending}
      version={editedAt}
      onDelete={(seen) => remove.mutate({ uid, editedAt: seen })}
      onReset={remove.reset}
    />
  );
}
