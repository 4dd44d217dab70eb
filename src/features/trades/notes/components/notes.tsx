"use client";

import { PencilSquareIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { FIRST_PAGE } from "@/lib/constants";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { useAsked } from "@/trpc/use-error";
import { IconButton } from "@/ui/button";
import { Badge } from "@/ui/card";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { Section } from "@/ui/editing/parts";
import { Pagination } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { useWithinPages } from "@/ui/use-within-pages";
import type { NotePlace } from "../../components/subjects";
import type { Workspace } from "../../components/workspace-frame";
import { FileButton } from "../../files/components/file-viewer";
import { manages } from "../../rules";
import type { NoteDto } from "../dto";
import { NoteForm } from "./note-form";
import { NoteText } from "./note-text";

interface NotesProps {
  workspace: Workspace;
  subject: NotePlace;
  /** In a dialog, which says itself what it is about. */
  bare?: boolean;
}

/** What was noted about one thing, the newest first, and where more is written. */
export function Notes({ workspace, subject, bare = false }: NotesProps) {
  const t = useTranslations("trades.notes");
  const [page, setPage] = useState(FIRST_PAGE);
  const query = trpc.trades.notes.list.useQuery({ workspaceId: workspace.uid, ...subject, page }, { placeholderData: keepPreviousData });
  useWithinPages(query, page, setPage);
  const shown = isMissing(query) ? undefined : query.data;
  const total = query.data?.meta.total ?? 0;
  const content = (
    <>
      <NoteForm workspace={workspace} subject={subject} note={null} onDone={() => setPage(FIRST_PAGE)} />
      {isMissing(query) ? <LoadFailed query={query} /> : null}
      {isComing(query) ? <LoadingList /> : null}
      {shown && total === 0 ? <p className="mt-5 text-ink-soft">{t("none")}</p> : null}
      <ul className="mt-5 divide-y divide-line">
        {shown?.data.map((note) => (
          <Note key={note.uid} workspace={workspace} subject={subject} note={note} />
        ))}
      </ul>
      <Pagination page={page} total={total} onSelect={setPage} />
    </>
  );
  if (bare) return <div className="text-ink">{content}</div>;
  return (
    <div id="notes">
      <Section title={t("title")} lead={t("lead")}>
        {content}
      </Section>
    </div>
  );
}

function Note({ workspace, subject, note }: { workspace: Workspace; subject: NotePlace; note: NoteDto }) {
  const t = useTranslations("trades.notes");
  const trades = useTranslations("trades");
  const format = useFormat();
  const [editing, setEditing] = useState(false);
  const { author, createdAt, editedAt, audience, body, people, files, yours } = note;
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <div className="flex min-h-11 min-w-0 flex-1 basis-36 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          <bdi className="font-semibold text-ink">{author ?? trades("left")}</bdi>
          <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
          {editedAt ? <span>{t("edited")}</span> : null}
          {audience === "customer" ? <Badge tone="warning">{t("for.customer")}</Badge> : null}
        </div>
        <div className="-me-2 flex items-center">
          {yours && !editing ? (
            <IconButton label={t("edit")} onClick={() => setEditing(true)}>
              <PencilSquareIcon />
            </IconButton>
          ) : null}
          {yours || manages(workspace.role) ? <DeleteNote workspaceId={workspace.uid} note={note} /> : null}
        </div>
      </div>
      {editing ? (
        <NoteForm workspace={workspace} subject={subject} note={note} onDone={() => setEditing(false)} />
      ) : (
        <>
          <NoteText body={body} people={people} />
          <ul className="mt-2 grid gap-1">
            {files.map((file) => (
              <li key={file.uid} className="min-w-0">
                <FileButton workspaceId={workspace.uid} file={file} />
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  );
}

function DeleteNote({ workspaceId, note: { uid, version } }: { workspaceId: string; note: NoteDto }) {
  const t = useTranslations("trades.notes");
  const editing = useTranslations("editing.delete");
  const asked = useAsked();
  const utils = trpc.useUtils();
  const remove = trpc.trades.notes.delete.useMutation({
    onSuccess: () => notify("success", editing("done")),
    onSettled: () => utils.trades.notes.list.invalidate(),
  });
  return (
    <ConfirmDelete
      phrase
      name={t("this")}
      text={t("deleteText")}
      version={version}
      onDelete={(seen) => remove.mutate({ workspaceId, uid, version: seen })}
      {...asked(remove)}
    />
  );
}
