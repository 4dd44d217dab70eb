"use client";

import { useSearchParams } from "next/navigation";
import { AskCard } from "./ask-card";

/** What peers say of the answer of the address. */
export function AnswerReviews() {
  const answerId = useSearchParams().get("answer");
  return answerId ? <AskCard key={answerId} answerId={answerId} /> : null;
}
