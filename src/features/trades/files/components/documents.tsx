"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { FIRST_PAGE } from "@/lib/constants";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { useAsked } from "@/trpc/use-error";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { Section } from "@/ui/editing/parts";
import { Pagination } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { useWithinPages } from "@/ui/use-within-pages";
import type { FilePlace } from "../../components/subjects";
import type { Workspace } from "../../components/workspace-frame";
import { manages } from "../../rules";
import type { FileDto } from "../dto";
import { useSending } from "../hooks/use-sending";
import { FilePickers } from "./file-pickers";
import { FileButton } from "./file-viewer";
import { RenameFile } from "./rename-file";
import { SendingList } from "./sending-list";

/** The documents of a customer, a job or a slab: what is there, and ways to add more. */
export function Documents({ workspace, subject }: { workspace: Workspace; subject: FilePlace }) {
  const t = useTranslations("trades.files");
  const utils = trpc.useUtils();
  const [page, setPage] = useState(FIRST_PAGE);
  const query = trpc.trades.files.list.useQuery({ workspaceId: workspace.uid, ...subject, page }, { placeholderData: keepPreviousData });
  useWithinPages(query, page, setPage);
  const sending = useSending({
    workspaceId: workspace.uid,
    place: `documents.${Object.values(subject)[0]}`,
    about: subject,
    onSent: () => {
      setPage(FIRST_PAGE);
      void utils.trades.files.list.invalidate();
    },
  });
  const shown = isMissing(query) ? undefined : query.data;
  const files = shown?.data ?? [];
  const total = query.data?.meta.total ?? 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped can be chosen by the button as well
    <div
      id="documents"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        sending.add([...event.dataTransfer.files]);
      }}
    >
      <Section title={t("title")} lead={t("lead")}>
        <div className="flex flex-wrap gap-2">
          <FilePickers onChoose={sending.add} />
        </div>
        <SendingList sendings={sending.sendings} onRetry={sending.retry} onLeaveOut={sending.leaveOut} />
        {isMissing(query) ? <LoadFailed query={query} /> : null}
        {isComing(query) ? <LoadingList /> : null}
        {shown && total === 0 ? <p className="mt-4 text-ink-soft">{t("none")}</p> : null}
        <ul className="mt-2 divide-y divide-line">
          {files.map((file) => (
            <DocumentRow key={file.uid} workspace={workspace} file={file} />
          ))}
        </ul>
        <Pagination page={page} total={total} onSelect={setPage} />
      </Section>
    </div>
  );
}

function DocumentRow({ workspace, file }: { workspace: Workspace; file: FileDto }) {
  const trades = useTranslations("trades");
  const format = useFormat();
  const { size, addedAt, addedBy, yours } = file;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <div className="min-w-0 flex-1 basis-40">
        <FileButton workspaceId={workspace.uid} file={file} />
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
          <span>{format.size(size)}</span>
          <bdi>{addedBy ?? trades("left")}</bdi>
          <time dateTime={addedAt}>{format.dateTime(addedAt)}</time>
        </p>
      </div>
      <div className="-me-2 flex items-center">
        {manages(workspace.role) ? <RenameFile workspaceId={workspace.uid} file={file} /> : null}
        {manages(workspace.role) || yours ? <DeleteFile workspaceId={workspace.uid} file={file} /> : null}
      </div>
    </li>
  );
}

function DeleteFile({ workspaceId, file: { uid, name, version } }: { workspaceId: string; file: FileDto }) {
  const t = useTranslations("trades.files");
  const editing = useTranslations("editing.delete");
  const asked = useAsked();
  const utils = trpc.useUtils();
  const remove = trpc.trades.files.delete.useMutation({
    onSuccess: () => notify("success", editing("done")),
    onSettled: () => utils.trades.files.list.invalidate(),
  });
  return (
    <ConfirmDelete
      name={name}
      text={t("deleteText")}
      version={version}
      onDelete={(seen) => remove.mutate({ workspaceId, uid, version: seen })}
      {...asked(remove)}
    />
  );
}
