"use client";

import { ArrowPathIcon, DocumentIcon, PhotoIcon } from "@heroicons/react/24/outline";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { isMissing } from "@/trpc/load-failed";
import { IconButton } from "@/ui/button";
import { useObjectUrl } from "@/ui/hooks";
import type { MessageDto } from "../dto";
import type { OutgoingFile } from "../hooks/outbox-store";

type File = MessageDto["attachments"][number];

/** Gives a file's short-lived addresses. */
export type LoadFile = (uid: string) => Promise<{ url: string; preview: string | null }>;

/** An address lives a quarter of an hour: it is asked for anew before. */
const FRESH_MS = 10 * 60_000;
/** In CSS pixels. */
const LONGEST_EDGE = 240;

/** The files of a message: pictures small, documents by name; each opens in a tab of its own. */
export function Attachments({ files, load }: { files: File[]; load: LoadFile }) {
  if (files.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.uid} className="min-w-0 max-w-full">
          <Attachment file={file} load={load} />
        </li>
      ))}
    </ul>
  );
}

function Attachment({ file, load }: { file: File; load: LoadFile }) {
  const t = useTranslations("support.files");
  const common = useTranslations("common");
  const format = useFormat();
  const link = useQuery({
    queryKey: ["support-file", file.uid],
    queryFn: () => load(file.uid),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });
  const picture = file.width && file.height ? { width: file.width, height: file.height } : null;
  const scale = picture ? Math.min(1, LONGEST_EDGE / Math.max(picture.width, picture.height)) : 1;
  if (isMissing(link))
    return (
      <div className="rounded-box border border-line bg-surface text-ink">
        <FileLine icon={picture ? <PhotoIcon /> : <DocumentIcon />} name={file.name} size={format.size(file.size)}>
          <IconButton label={common("retry")} onClick={() => void link.refetch()}>
            <ArrowPathIcon />
          </IconButton>
        </FileLine>
      </div>
    );
  return (
    <a
      href={link.data?.url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t("open", { name: file.name })}
      className="block overflow-hidden rounded-box border border-line bg-surface text-ink hover:border-line-strong"
    >
      {picture && link.data?.preview ? (
        // biome-ignore lint/performance/noImgElement: a signed address that lives for minutes is nothing for an image optimiser
        <img
          src={link.data.preview}
          alt=""
          width={Math.round(picture.width * scale)}
          height={Math.round(picture.height * scale)}
          className="block bg-sunken object-cover"
        />
      ) : (
        <FileLine icon={picture ? <PhotoIcon /> : <DocumentIcon />} name={file.name} size={format.size(file.size)} />
      )}
    </a>
  );
}

function FileLine({ icon, name, size, children }: { icon: ReactNode; name: string; size: string; children?: ReactNode }) {
  return (
    <span className="flex max-w-full items-center gap-2.5 px-3 py-2 text-sm [&_svg]:size-6 [&_svg]:shrink-0">
      {icon}
      <span className="min-w-0">
        <span className="block truncate font-medium" dir="auto">
          {name}
        </span>
        <span className="block text-ink-soft">{size}</span>
      </span>
      {children}
    </span>
  );
}

/** Files that are still on this device. */
export function LocalFiles({ files, onRemove }: { files: OutgoingFile[]; onRemove?: (file: OutgoingFile) => ReactNode }) {
  const format = useFormat();
  if (files.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.uid} className="min-w-0 max-w-full rounded-box border border-line bg-surface text-ink">
          <FileLine icon={<LocalPicture file={file} />} name={file.name} size={format.size(file.blob.size)}>
            {onRemove?.(file)}
          </FileLine>
        </li>
      ))}
    </ul>
  );
}

function LocalPicture({ file }: { file: OutgoingFile }) {
  const url = useObjectUrl(file.type.startsWith("image/") ? file.blob : undefined);
  // biome-ignore lint/performance/noImgElement: a picture on this device
  return url ? <img src={url} alt="" className="size-10 rounded object-cover" /> : <DocumentIcon />;
}
