"use client";

import { useTranslations } from "next-intl";
import { isFileProblem } from "@/lib/file-kinds";
import { toApiError } from "@/trpc/client";
import { refusal } from "./outbox";

/** Why something was not sent, in a sentence; undefined where the server has said nothing. */
export function useRefusalWords() {
  const files = useTranslations("support.files");
  return (error: unknown): string | undefined => {
    const problem = refusal(error) ?? toApiError(error).message;
    return problem && isFileProblem(problem) ? files(problem) : problem;
  };
}
