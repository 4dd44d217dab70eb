"use client";

import { PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { VIDEO_KINDS } from "@/lib/enums";
import { localeTag } from "@/lib/locales";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { Button, ButtonLink } from "@/ui/button";
import { Badge } from "@/ui/card";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { MoveMenu } from "@/ui/editing/move-menu";
import { Row, StateBadge } from "@/ui/editing/parts";
import { SelectField } from "@/ui/field";
import { pageOf } from "@/ui/pagination";
import { SearchField } from "@/ui/search-field";
import { useAddress } from "@/ui/use-address";
import { useOutcome } from "../../hooks/use-outcome";
import { Results } from "../results";
import { Frame } from "./frame";
import { Refused } from "./parts";
import { editVideoHref } from "./places";

type Video = RouterOutputs["learning"]["editing"]["videos"]["data"][number];

const STATES = ["published", "draft"] as const;
const HEADING = "videos-heading";

/** All videos, drafts too, in the order in which people see them. */
export function VideoTable() {
  const t = useTranslations("learning.editing");
  const { params, search } = useAddress();
  const kind = VIDEO_KINDS.find((name) => name === params.get("kind"));
  const state = STATES.find((name) => name === params.get("state"));
  const query = trpc.learning.editing.videos.useQuery(
    { page: pageOf(params), search: search || undefined, kind, state },
    { placeholderData: keepPreviousData },
  );
  if (query.isError && !query.data) return <Refused query={query} />;
  return (
    <Frame
      part="videos"
      action={
        <ButtonLink href={editVideoHref()} icon={<PlusIcon className="size-5" />}>
          {t("videos.new")}
        </ButtonLink>
      }
    >
      <h2 id={HEADING} tabIndex={-1} className="sr-only">
        {t("parts.videos")}
      </h2>
      <Filters kind={kind} state={state} />
      <Results query={query} filters={["kind", "state"]}>
        {(rows) => (
          <ul className="grid gap-3">
            {rows.map((video) => (
              <VideoRow key={video.uid} video={video} />
            ))}
          </ul>
        )}
      </Results>
    </Frame>
  );
}

function Filters({ kind, state }: { kind: string | undefined; state: string | undefined }) {
  const editing = useTranslations("editing");
  const library = useTranslations("learning.library");
  const learning = useTranslations("learning");
  const { search, replace } = useAddress();
  return (
    <div className="mb-6 grid gap-x-4 gap-y-5 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="sm:col-span-2 lg:col-span-1">
        <SearchField label={learning("searchIn.library")} value={search} onSearch={(next) => replace({ search: next })} />
      </div>
      <SelectField label={library("kind")} value={kind ?? ""} onChange={({ target }) => replace({ kind: target.value })}>
        <option value="">{library("all")}</option>
        {VIDEO_KINDS.map((name) => (
          <option key={name} value={name}>
            {library(`kinds.${name}`)}
          </option>
        ))}
      </SelectField>
      <SelectField label={editing("state.label")} value={state ?? ""} onChange={({ target }) => replace({ state: target.value })}>
        <option value="">{library("all")}</option>
        {STATES.map((name) => (
          <option key={name} value={name}>
            {editing(`state.${name}`)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function VideoRow({ video: { uid, kind, title, date, duration, hasFile, captions, published } }: { video: Video }) {
  const t = useTranslations("learning.editing");
  const editing = useTranslations("editing");
  const library = useTranslations("learning.library");
  const learning = useTranslations("learning");
  const format = useFormat();
  const outcome = useOutcome();
  const publish = trpc.learning.editing.publishVideo.useMutation(outcome(editing(published ? "state.taken" : "state.shown")));
  const move = trpc.learning.editing.moveVideo.useMutation();
  return (
    <Row
      heading={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-semibold">
            <Link href={editVideoHref(uid)} className="rounded-sm text-primary-text underline-offset-4 hover:underline">
              <bdi>{title}</bdi>
            </Link>
          </h3>
          <StateBadge published={published} />
        </div>
      }
      facts={
        <>
          <span>{library(`kinds.${kind}`)}</span>
          <span>{format.date(date)}</span>
          <span className="tabular">{hasFile ? learning("length", { time: format.clock(duration * 1000) }) : t("videos.noFile")}</span>
          {captions.length > 0 ? <CaptionBadges languages={captions} /> : <span>{t("videos.noCaptions")}</span>}
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
            <span className="sr-only">{title}</span>
          </Button>
          <MoveMenu name={title} onMove={(to, then) => move.mutate({ uid, to }, outcome(editing("move.done"), then))} />
          {published ? null : <DeleteVideo uid={uid} title={title} />}
        </>
      }
    />
  );
}

function CaptionBadges({ languages }: { languages: Video["captions"] }) {
  const video = useTranslations("learning.video");
  const format = useFormat();
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {video("captions")}
      {languages.map((language) => (
        <Badge key={language}>
          <span aria-hidden="true">{localeTag(language).slice(0, 2).toUpperCase()}</span>
          <span className="sr-only">{format.language(language)}</span>
        </Badge>
      ))}
    </span>
  );
}

function DeleteVideo({ uid, title }: { uid: string; title: string }) {
  const t = useTranslations("learning.editing.delete");
  const editing = useTranslations("editing.delete");
  const common = useTranslations("common");
  const outcome = useOutcome();
  const { onSuccess } = outcome(editing("done"), () => document.getElementById(HEADING)?.focus());
  const remove = trpc.learning.editing.deleteVideo.useMutation({ onSuccess });
  const { code, message } = toApiError(remove.error);
  return (
    <ConfirmDelete
      name={title}
      text={t("video")}
      problem={remove.isError ? (code === "wrongState" ? t("videoRefused") : (message ?? common("offline"))) : undefined}
      busy={remove.isPending}
      onDelete={() => remove.mutate({ uid })}
      onReset={remove.reset}
    />
  );
}
