"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import type { Locale } from "@/lib/locales";
import { useAsked } from "@/trpc/use-error";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import type { UploadRoute } from "../../hooks/use-file-upload";
import { FileUpload } from "./file-upload";

/** A call that takes it away. */
interface Removal {
  mutate: (gone: { uid: string; language: Locale; version: string }) => void;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  reset: () => void;
}

interface LanguageFileProps {
  route: UploadRoute;
  target: { uid: string; language: Locale };
  /** Whose file in which language, for whoever hears the buttons only. */
  name: string;
  /** What there is to know of the file; null without one. */
  about: ReactNode | null;
  said: string;
  /** Which one it is, so that none that another one took the place of goes unseen; undefined without one. */
  version: string | undefined;
  removal: Removal;
  /** More that can be done with it. */
  actions?: ReactNode;
}

/** What there is in one language: sent, replaced, taken away. */
export function LanguageFile({ route, target, name, about, said, version, removal, actions }: LanguageFileProps) {
  const t = useTranslations("learning.editing");
  const asked = useAsked();
  const format = useFormat();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold">{format.language(target.language)}</p>
        <p className="text-sm break-words text-ink-soft">{about ?? t("languages.none")}</p>
      </div>
      {about === null ? null : actions}
      <FileUpload route={route} target={target} name={name} replaces={about !== null} said={said} />
      {version === undefined ? null : (
        <ConfirmDelete
          name={name}
          phrase
          text={t("delete.language")}
          version={version}
          onDelete={(seen) => removal.mutate({ ...target, version: seen })}
          {...asked(removal)}
        />
      )}
    </li>
  );
}
