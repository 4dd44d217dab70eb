"use client";

import { TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import type { Locale } from "@/lib/locales";
import { IconButton } from "@/ui/button";
import type { UploadRoute } from "../../hooks/use-file-upload";
import { FileUpload } from "./file-upload";

interface LanguageFileProps {
  route: UploadRoute;
  target: { uid: string; language: Locale };
  /** Whose file in which language, for whoever hears the buttons only. */
  name: string;
  /** What there is to know of the file; null without one. */
  about: ReactNode | null;
  said: string;
  removing: boolean;
  onRemove: () => void;
  /** More that can be done with it. */
  actions?: ReactNode;
}

/** What there is in one language: sent, replaced, taken away. */
export function LanguageFile({ route, target, name, about, said, removing, onRemove, actions }: LanguageFileProps) {
  const t = useTranslations("learning.editing");
  const common = useTranslations("common");
  const format = useFormat();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold">{format.language(target.language)}</p>
        <p className="text-sm break-words text-ink-soft">{about ?? t("languages.none")}</p>
      </div>
      {about === null ? null : actions}
      <FileUpload route={route} target={target} name={name} replaces={about !== null} said={said} />
      {about === null ? null : (
        <IconButton label={`${common("remove")} ${name}`} busy={removing} onClick={onRemove}>
          <TrashIcon />
        </IconButton>
      )}
    </li>
  );
}
