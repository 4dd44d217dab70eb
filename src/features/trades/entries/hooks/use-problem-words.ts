"use client";

import { useTranslations } from "next-intl";
import type { AnswerProblem } from "@/lib/enums/trades-forms";
import { type AskedField, MOST_MM } from "../../forms/rules";

/** What is wrong with an answer, in words. */
export function useProblemWords() {
  const t = useTranslations("validation");
  return ({ field, problem }: { field: AskedField; problem: AnswerProblem }): string => {
    const bounds = field.kind === "number" ? field : { min: null, max: null };
    if (problem === "tooSmall") return t(problem, { minimum: bounds.min ?? -MOST_MM });
    if (problem === "tooLarge") return t(problem, { maximum: bounds.max ?? MOST_MM });
    if (problem === "tooMany") return t(problem, { maximum: field.kind === "photo" ? field.most : 1 });
    return t(problem);
  };
}
