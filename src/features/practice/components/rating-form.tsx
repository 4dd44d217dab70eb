"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { DIFFICULTIES, type Difficulty, RATING_SCALES, type RatingScale } from "@/lib/enums/practice";
import { toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert, Card } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { clearDraft, readDraft, writeDraft } from "@/ui/drafts";
import { TextArea } from "@/ui/field";
import { notify } from "@/ui/toast";
import { browserZone } from "../hooks/zone";
import { COMMENTS_MAX } from "../rules";
import type { AnswerInput, Ratings } from "../schema";
import { focusScale, ScaleFields } from "./scale-fields";

export interface SavedRating {
  rate_your_self: Ratings | null;
  question_difficulty: Difficulty | null;
  comments: string;
}

interface Draft {
  ratings: Partial<Ratings>;
  difficulty: Difficulty | null;
  comments: string;
}

/**
 * Rating oneself on the five scales, the question's difficulty, and a comment. What is entered is kept until it is saved.
 * `record` is what the server needs to know the answer: its uid, and for a take that is still on its way, the take.
 */
export function RatingForm({
  record,
  saved,
  onSaved,
}: {
  record: AnswerInput & { uid: string };
  saved?: SavedRating;
  onSaved: () => void;
}) {
  const { uid } = record;
  const t = useTranslations("practice.rating");
  const common = useTranslations("common");
  const [draft, setDraft] = useState<Draft>(() => ({
    ratings: saved?.rate_your_self ?? {},
    difficulty: saved?.question_difficulty ?? null,
    comments: saved?.comments ?? "",
  }));
  const [missing, setMissing] = useState<RatingScale[]>([]);
  useEffect(() => {
    const kept = readDraft<Draft>(uid);
    if (kept) setDraft(kept);
  }, [uid]);
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    writeDraft(uid, next);
  };
  const utils = trpc.useUtils();
  const latest = useRef(draft);
  latest.current = draft;
  const sent = useRef<Draft>(undefined);
  const save = trpc.practice.saveAnswer.useMutation({
    onSuccess: () => {
      void utils.practice.plan.invalidate();
      // Reviews of a take show themselves to whoever has rated it.
      void utils.peerReview.invalidate();
      // What was entered meanwhile is still to be saved.
      if (latest.current === sent.current) clearDraft(uid);
      notify("success", t("saved"));
      onSaved();
    },
  });
  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // All five or none: notes alone can be saved, half a rating says nothing.
    const given = RATING_SCALES.filter((scale) => draft.ratings[scale] !== undefined);
    const open = given.length === 0 ? [] : RATING_SCALES.filter((scale) => !given.includes(scale));
    setMissing(open);
    const [first] = open;
    if (first) return focusScale(first);
    sent.current = draft;
    save.mutate({
      ...record,
      ...(given.length > 0 ? { rate_your_self: draft.ratings as Ratings } : {}),
      question_difficulty: draft.difficulty,
      comments: draft.comments,
      time_zone: browserZone(),
    });
  };

  return (
    <Card className="p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <p className="mt-1 mb-6 text-ink-soft">{t("lead")}</p>
      <form className="grid gap-6" noValidate onSubmit={submit}>
        <ScaleFields
          ratings={draft.ratings}
          missing={missing}
          onChange={(scale, score) => {
            change({ ratings: { ...draft.ratings, [scale]: score } });
            setMissing(missing.filter((other) => other !== scale));
          }}
        />
        <Choices
          label={t("difficulty")}
          value={draft.difficulty}
          onChange={(difficulty) => change({ difficulty })}
          choices={DIFFICULTIES.map((value) => ({ value, label: t(value) }))}
        />
        <TextArea
          label={t("comments")}
          help={t("commentsHelp")}
          maxLength={COMMENTS_MAX}
          value={draft.comments}
          onChange={(event) => change({ comments: event.target.value })}
        />
        {save.isError ? <Alert tone="danger">{toApiError(save.error).message ?? common("offlineKept")}</Alert> : null}
        <Button type="submit" size="lg" busy={save.isPending} className="justify-self-start">
          {t("save")}
        </Button>
      </form>
    </Card>
  );
}
