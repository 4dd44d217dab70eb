"use client";

import { EyeIcon, PencilSquareIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { LOCALES, type Locale } from "@/lib/locales";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { Button, IconButton } from "@/ui/button";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { follow } from "@/ui/editing/follow";
import { MoveMenu } from "@/ui/editing/move-menu";
import { Row, StateBadge } from "@/ui/editing/parts";
import { useInLocale } from "../../hooks/use-in-locale";
import { useDeletion, useLearningOutcome } from "../../hooks/use-outcome";
import { DocumentForm } from "./document-form";
import type { Shown } from "./document-preview";
import { LanguageFile } from "./language-file";

type Document = RouterOutputs["learning"]["editing"]["documents"]["data"][number];

interface DocumentRowProps {
  document: Document;
  university: string | null;
  onShow: (shown: Shown) => void;
}

/** One document with its file in each language. */
export function DocumentRow({ document, university, onShow }: DocumentRowProps) {
  const t = useTranslations("learning.editing");
  const editing = useTranslations("editing");
  const inLocale = useInLocale();
  const outcome = useLearningOutcome();
  const [naming, setNaming] = useState(false);
  const { uid, published } = document;
  const title = inLocale(document.title);
  const publish = trpc.learning.editing.publishDocument.useMutation(outcome(editing(published ? "state.taken" : "state.shown")));
  const move = trpc.learning.editing.moveDocument.useMutation();
  return (
    <Row
      heading={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-semibold">
            <bdi>{title}</bdi>
          </h3>
          <StateBadge published={published} />
        </div>
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
          <IconButton label={t("documents.rename", { name: title })} aria-expanded={naming} onClick={() => setNaming(!naming)}>
            <PencilSquareIcon />
          </IconButton>
          <MoveMenu name={title} onMove={(to, then) => follow(move.mutateAsync({ uid, to }), outcome(editing("move.done"), then))} />
          {published ? null : <DeleteDocument document={document} title={title} />}
        </>
      }
    >
      {naming ? <DocumentForm university={university} document={document} onDone={() => setNaming(false)} /> : null}
      <ul className="divide-y divide-line border-t border-line">
        {LOCALES.map((language) => (
          <OneFile key={language} document={document} language={language} title={title} onShow={onShow} />
        ))}
      </ul>
    </Row>
  );
}

interface OneFileProps {
  document: Document;
  language: Locale;
  title: string;
  onShow: (shown: Shown) => void;
}

function OneFile({ document: { uid, files }, language, title, onShow }: OneFileProps) {
  const t = useTranslations("learning.editing.documents");
  const format = useFormat();
  const remove = trpc.learning.editing.detachFile.useMutation(useDeletion()(t("fileRemoved")));
  const file = files.find((one) => one.language === language);
  const name = `${title}, ${format.language(language)}`;
  return (
    <LanguageFile
      route="document"
      target={{ uid, language }}
      name={name}
      about={file ? t("file", { size: format.size(file.size) }) : null}
      said={t("fileTaken")}
      version={file?.version}
      removal={remove}
      actions={
        <Button look="ghost" size="sm" icon={<EyeIcon className="size-4" />} onClick={() => onShow({ uid, language, title })}>
          {t("view")}
          <span className="sr-only">{name}</span>
        </Button>
      }
    />
  );
}

function DeleteDocument({ document: { uid, wholeVersion }, title }: { document: Document; title: string }) {
  const t = useTranslations("learning.editing.delete");
  const editing = useTranslations("editing.delete");
  const common = useTranslations("common");
  const remove = trpc.learning.editing.deleteDocument.useMutation(useDeletion()(editing("done")));
  const { code, message } = toApiError(remove.error);
  return (
    <ConfirmDelete
      name={title}
      text={t("document")}
      problem={remove.isError ? (code === "wrongState" ? t("documentRefused") : (message ?? common("offline"))) : undefined}
      busy={remove.isPending}
      version={wholeVersion}
      onDelete={(seen) => remove.mutate({ uid, wholeVersion: seen })}
      onReset={remove.reset}
    />
  );
}
