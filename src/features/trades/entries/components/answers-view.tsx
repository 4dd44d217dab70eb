"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import type { FormAnswer, FormField } from "@/lib/form-definitions";
import { FileButton } from "../../files/components/file-viewer";
import type { EntryDto } from "../dto";
import { shownFields } from "../rules";
import { SignatureView } from "./signature-field";

interface AnswersViewProps {
  workspaceId: string;
  entry: Pick<EntryDto, "definition" | "answers">;
}

/** What was handed in, in the order of the form. */
export function AnswersView({ workspaceId, entry: { definition, answers } }: AnswersViewProps) {
  return (
    <div className="grid gap-5">
      {shownFields(definition, answers).map((field) => {
        if (field.kind === "heading")
          return (
            <h3 key={field.id} className="mt-2 border-b border-line pb-2 text-lg font-semibold wrap-anywhere">
              <bdi>{field.label}</bdi>
            </h3>
          );
        if (field.kind === "note") return null;
        return (
          <div key={field.id}>
            <p className="text-sm text-ink-soft wrap-anywhere">
              <bdi>{field.label}</bdi>
            </p>
            <Answer workspaceId={workspaceId} field={field} answer={answers[field.id]} />
          </div>
        );
      })}
    </div>
  );
}

interface AnswerProps {
  workspaceId: string;
  field: FormField;
  answer: FormAnswer | undefined;
}

function Answer({ workspaceId, field, answer }: AnswerProps): ReactNode {
  const t = useTranslations("trades.entries");
  const format = useFormat();
  if (answer?.kind === "text")
    return (
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {answer.text}
      </p>
    );
  if (answer?.kind === "number" && field.kind === "number")
    return <p>{t(`document.${field.unit}`, { value: format.number(answer.value) })}</p>;
  if (answer?.kind === "choice" && field.kind === "choice")
    return (
      <ul>
        {field.options
          .filter(({ id }) => answer.options.includes(id))
          .map(({ id, label }) => (
            <li key={id} className="wrap-anywhere">
              <bdi>{label}</bdi>
            </li>
          ))}
      </ul>
    );
  if (answer?.kind === "signature") return <SignatureView signature={answer} />;
  if (answer?.kind === "photo")
    return (
      <ul className="mt-1 grid gap-2">
        {answer.photos.map((uid, at) => (
          <li key={uid}>
            <FileButton workspaceId={workspaceId} file={{ uid, name: t("photo", { number: format.number(at + 1) }), type: "image/jpeg" }} />
          </li>
        ))}
      </ul>
    );
  return <p className="text-ink-soft">{t("document.empty")}</p>;
}
