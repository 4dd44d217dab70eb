"use client";

import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from "@headlessui/react";
import { ArrowLeftIcon, DocumentIcon, PhotoIcon } from "@heroicons/react/24/outline";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/trpc/client";
import { useErrorMessage } from "@/trpc/use-error";
import { Button, IconButton } from "@/ui/button";
import { Alert } from "@/ui/card";
import { PdfViewer } from "@/ui/pdf/pdf-viewer";
import { LoadingList } from "@/ui/spinner";
import { useFocusReturn } from "@/ui/use-focus-return";
import { isPicture } from "../rules";

/** What is known of a file before it is opened. */
export interface Opened {
  uid: string;
  name: string;
  type: string;
}

/** An address lives a quarter of an hour: what is opened after this long asks for another. */
const FRESH_MS = 10 * 60_000;

/**
 * Not among what the workspace's news fetches anew, nor when somebody comes back to the window or the network does: another address would
 * open a document from its start.
 */
const useLink = (workspaceId: string, uid: string, enabled = true) =>
  useQuery({
    queryKey: ["workspace-file", workspaceId, uid],
    queryFn: () => api.trades.files.view.query({ workspaceId, uid }),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    enabled,
  });

/** A file by its name: opens it, a PDF in the viewer and a picture as large as it fits. */
export function FileButton({ workspaceId, file }: { workspaceId: string; file: Opened }) {
  const t = useTranslations("trades.files");
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={t("open", { name: file.name })}
        onClick={() => setOpen(true)}
        className="flex min-h-11 max-w-full min-w-0 items-center gap-3 rounded-sm text-start font-medium text-primary-text underline-offset-4 hover:underline"
      >
        <Thumbnail workspaceId={workspaceId} file={file} />
        <span className="min-w-0 wrap-anywhere" dir="auto">
          {file.name}
        </span>
      </button>
      <FileViewer workspaceId={workspaceId} file={file} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

function Thumbnail({ workspaceId, file: { uid, type } }: { workspaceId: string; file: Opened }) {
  const { data } = useLink(workspaceId, uid, isPicture(type));
  const preview = data?.data.preview;
  if (preview)
    // biome-ignore lint/performance/noImgElement: a signed address that lives for minutes is nothing for an image optimiser
    return <img src={preview} alt="" className="size-11 shrink-0 rounded-sm bg-sunken object-cover" />;
  const Icon = isPicture(type) ? PhotoIcon : DocumentIcon;
  return (
    <span className="grid size-11 shrink-0 place-items-center rounded-sm bg-sunken text-ink-soft">
      <Icon className="size-6" aria-hidden="true" />
    </span>
  );
}

interface FileViewerProps {
  workspaceId: string;
  file: Opened;
  open: boolean;
  onClose: () => void;
}

function FileViewer({ workspaceId, file, open, onClose }: FileViewerProps) {
  useFocusReturn(open);
  return (
    <HeadlessDialog open={open} onClose={onClose} aria-label={file.name} className="relative z-50">
      <DialogBackdrop className="fixed inset-0 bg-black/50" />
      <DialogPanel className="fixed inset-0 flex flex-col bg-surface">
        <Content workspaceId={workspaceId} file={file} onClose={onClose} />
      </DialogPanel>
    </HeadlessDialog>
  );
}

function Content({ workspaceId, file: { uid, name, type }, onClose }: Omit<FileViewerProps, "open">) {
  const common = useTranslations("common");
  const errorMessage = useErrorMessage();
  const link = useLink(workspaceId, uid);
  const url = link.data?.data.url;
  if (url && !isPicture(type))
    return (
      <PdfViewer url={url} name={name} onBack={onClose} onRetry={() => void link.refetch()} className="h-full rounded-none border-0" />
    );
  return (
    <>
      <div className="flex min-h-14 shrink-0 items-center border-b border-line px-2">
        <IconButton label={common("close")} onClick={onClose}>
          <ArrowLeftIcon className="rtl:-scale-x-100" />
        </IconButton>
        <DialogTitle className="min-w-0 grow truncate px-2 font-semibold" dir="auto">
          {name}
        </DialogTitle>
      </div>
      <div className="grid min-h-0 grow place-items-center bg-sunken p-2">
        {url ? (
          // biome-ignore lint/performance/noImgElement: a signed address that lives for minutes is nothing for an image optimiser
          <img src={url} alt={name} className="max-h-full max-w-full object-contain" />
        ) : link.isError ? (
          <div className="grid justify-items-center gap-4">
            <Alert tone="danger">{errorMessage(link.error)}</Alert>
            <Button look="outline" onClick={() => void link.refetch()}>
              {common("retry")}
            </Button>
          </div>
        ) : (
          <LoadingList />
        )}
      </div>
    </>
  );
}
