"use client";

import { ExclamationCircleIcon, XMarkIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { IconButton } from "@/ui/button";
import type { Upload } from "../hooks/use-pictures";

/** Pictures on their way into a message, and why some of them cannot come along. */
export function Uploads({ uploads, onRemove }: { uploads: Upload[]; onRemove: (uid: string) => void }) {
  const t = useTranslations("forum.pictures");
  const format = useFormat();
  if (uploads.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1.5">
      {uploads.map(({ uid, name, share, problem }) => (
        <li key={uid} className="flex items-center gap-3 rounded-box border border-line px-3 py-1 text-sm">
          {problem ? <ExclamationCircleIcon className="size-5 shrink-0 text-danger" aria-hidden="true" /> : null}
          <bdi className="min-w-0 max-w-48 truncate font-medium">{name}</bdi>
          {problem ? (
            <span role="alert" className="min-w-0 text-danger">
              {problem}
            </span>
          ) : (
            <progress value={share} max={1} aria-label={t("sending", { name })} className="h-1.5 min-w-16 grow accent-primary" />
          )}
          {problem ? null : <span className="tabular text-ink-soft">{format.percent(share)}</span>}
          {problem ? (
            <IconButton
              label={t("dismiss", { name })}
              onClick={() => onRemove(uid)}
              className="-me-2 ms-auto size-9 shrink-0 [&_svg]:size-5"
            >
              <XMarkIcon />
            </IconButton>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
