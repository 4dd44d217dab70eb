"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Card } from "@/ui/card";
import { type KeptDraft, type ReviewDraft, unsentReview } from "../hooks/kept-draft";
import { PinList } from "./pin-list";
import { Said } from "./received-review";

interface UnsentWordsProps {
  draftId: string;
  /** What was written on this page, if anything was. */
  words: ReviewDraft | undefined;
  /** What the server has of it. */
  kept: KeptDraft | null;
}

/** The words of a review that cannot be sent any more, to be read and copied; nothing where there are none. */
export function UnsentWords({ draftId, words, kept }: UnsentWordsProps) {
  const t = useTranslations("peerReview.assignment");
  const review = useTranslations("peerReview.review");
  const [{ good, suggestion, pins, writing }] = useState(() => words ?? unsentReview(draftId, kept));
  const open = writing?.text.trim() ? [{ id: "open", second: writing.second, text: writing.text }] : [];
  // A comment that was being changed is shown as it was, and as it was to be.
  const said = [...pins, ...open];
  if (!good && !suggestion && said.length === 0) return null;
  return (
    <Card className="p-5 sm:p-8">
      <section aria-labelledby="unsent" className="grid gap-5">
        <div>
          <h2 id="unsent" className="text-lg font-semibold">
            {t("words")}
          </h2>
          <p className="mt-1 text-ink-soft">{t("wordsText")}</p>
        </div>
        <Said title={review("good")} text={good} />
        <Said title={review("suggestion")} text={suggestion} />
        {said.length > 0 ? (
          <div>
            <h3 className="font-semibold">{review("comments")}</h3>
            <PinList pins={said} media={null} />
          </div>
        ) : null}
      </section>
    </Card>
  );
}
