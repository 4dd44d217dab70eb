"use client";

import { useTranslations } from "next-intl";
import { toApiError } from "@/trpc/client";
import { isAttachmentProblem } from "../rules";
import { refusal } from "./outbox";

/** Why something was not sent, in a sentence; undefined where the server has said nothing. */
export function useRefusalWords() {
  const files = useTranslations("support.files");
  return (error: unknown): string | undefined => {
    const problem = refusal(error) ?? toApiError(error).message;
    return problem && isAttachmentProblem(problem) ? files(problem) : problem;
  };
}
