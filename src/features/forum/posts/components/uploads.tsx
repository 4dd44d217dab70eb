"use client";

import { ArrowPathIcon, ExclamationCircleIcon, XMarkIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { IconButton } from "@/ui/button";
import type { Upload } from "../hooks/use-pictures";

interface UploadsProps {
  uploads: Upload[];
  onRetry: (upload: Upload) => void;
  onRemove: (uid: string) => void;
}

const BUTTON = "size-9 shrink-0 [&_svg]:size-5";

/** Pictures on their way into a message, and why some of them cannot come along. */
export function Uploads({ uploads, onRetry, onRemove }: UploadsProps) {
  const t = useTranslations("forum.pictures");
  const format = useFormat();
  if (uploads.length === 0) return null;
  return (
    <ul className="mt-2 grid grid-cols-1 gap-1.5">
      {uploads.map((upload) => {
        const { uid, file, share, problem, again } = upload;
        const { name } = file;
        return (
          <li key={uid} className="flex flex-wrap items-center gap-x-3 rounded-box border border-line px-3 py-1 text-sm sm:flex-nowrap">
            {problem ? <ExclamationCircleIcon className="size-5 shrink-0 text-danger" aria-hidden="true" /> : null}
            <bdi className="min-w-0 max-w-48 flex-1 truncate font-medium sm:flex-none">{name}</bdi>
            {problem ? (
              <span role="alert" className="order-last min-w-0 basis-full pb-1.5 text-danger sm:order-none sm:basis-auto sm:pb-0">
                {problem}
              </span>
            ) : (
              <progress value={share} max={1} aria-label={t("sending", { name })} className="h-1.5 min-w-16 grow accent-primary" />
            )}
            {problem ? null : <span className="tabular text-ink-soft">{format.percent(share)}</span>}
            {problem ? (
              <span className="-me-2 ms-auto flex shrink-0">
                {again ? (
                  <IconButton label={t("retry", { name })} onClick={() => onRetry(upload)} className={BUTTON}>
                    <ArrowPathIcon />
                  </IconButton>
                ) : null}
                <IconButton label={t("dismiss", { name })} onClick={() => onRemove(uid)} className={BUTTON}>
                  <XMarkIcon />
                </IconButton>
              </span>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
