"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { DIFFICULTIES, type Difficulty, RATING_SCALES, type RatingScale } from "@/lib/enums/practice";
import { toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert, Card } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { both, clearDraft, readDraft, writeDraft } from "@/ui/drafts";
import { TextArea } from "@/ui/field";
import { browserZone } from "@/ui/time-zones";
import { notify } from "@/ui/toast";
import { useFresh } from "@/ui/use-fresh";
import { COMMENTS_MAX } from "../rules";
import type { AnswerInput, Ratings } from "../schema";
import { focusScale, ScaleFields } from "./scale-fields";

export interface SavedRating {
  rate_your_self: Ratings | null;
  question_difficulty: Difficulty | null;
  comments: string;
}

interface Entered {
  ratings: Partial<Ratings>;
  difficulty: Difficulty | null;
  comments: string;
}

const enteredIn = (saved: SavedRating | undefined): Entered => ({
  ratings: saved?.rate_your_self ?? {},
  difficulty: saved?.question_difficulty ?? null,
  comments: saved?.comments ?? "",
});

/** What was changed here. */
interface Changes extends Partial<Entered> {
  /** The comments that it went on from, as they stood when somebody last typed in them here; of those of an older page it is not known. */
  over?: string;
}

/** What stands there, and over it what was changed here. Comments that another device has saved since stay below those that were typed. */
const withChanges = (stands: Entered, { ratings, over, comments, ...rest }: Changes): Entered => ({
  ...stands,
  ...rest,
  ratings: { ...stands.ratings, ...ratings },
  comments: comments === undefined || over === stands.comments ? (comments ?? stands.comments) : both(comments, stands.comments),
});

/**
 * Rating oneself on the five scales, the question's difficulty, and a comment. What is entered is kept until it is saved; what is not touched
 * here stays as another device or tab has saved it.
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
  const [stands, setStands] = useState(() => enteredIn(saved));
  useFresh(saved, () => setStands(enteredIn(saved)));
  const [changes, setChanges] = useState<Changes>({});
  const [missing, setMissing] = useState<RatingScale[]>([]);
  useEffect(() => setChanges(readDraft<Changes>(uid) ?? {}), [uid]);
  const entered = withChanges(stands, changes);
  const latest = useRef(changes);
  latest.current = changes;
  const change = (part: Changes) => {
    const next = { ...latest.current, ...part };
    latest.current = next;
    setChanges(next);
    writeDraft(uid, next);
  };
  const utils = trpc.useUtils();
  const sent = useRef<Changes>(undefined);
  const save = trpc.practice.saveAnswer.useMutation({
    onSuccess: (_, { comments }) => {
      void utils.practice.plan.invalidate();
      // Reviews of a take show themselves to whoever has rated it.
      void utils.peerReview.invalidate();
      // What was entered meanwhile is still to be saved.
      if (latest.current === sent.current) {
        clearDraft(uid);
        setStands((before) => withChanges(before, latest.current));
        setChanges({});
      } else if (comments !== undefined) change({ over: comments });
      notify("success", t("saved"));
      onSaved();
    },
  });
  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // All five or none: notes alone can be saved, half a rating says nothing.
    const { ratings, difficulty, comments } = changes;
    const given = RATING_SCALES.filter((scale) => entered.ratings[scale] !== undefined);
    const open = given.length === 0 ? [] : RATING_SCALES.filter((scale) => !given.includes(scale));
    setMissing(open);
    const [first] = open;
    if (first) return focusScale(first);
    sent.current = changes;
    save.mutate({
      ...record,
      ...(ratings ? { rate_your_self: entered.ratings as Ratings } : {}),
      ...(difficulty === undefined ? {} : { question_difficulty: difficulty }),
      ...(comments === undefined ? {} : { comments: entered.comments }),
      time_zone: browserZone(),
    });
  };

  return (
    <Card className="p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <p className="mt-1 mb-6 text-ink-soft">{t("lead")}</p>
      <form className="grid gap-6" noValidate onSubmit={submit}>
        <ScaleFields
          ratings={entered.ratings}
          missing={missing}
          onChange={(scale, score) => {
            change({ ratings: { ...changes.ratings, [scale]: score } });
            setMissing(missing.filter((other) => other !== scale));
          }}
        />
        <Choices
          label={t("difficulty")}
          value={entered.difficulty}
          onChange={(difficulty) => change({ difficulty })}
          choices={DIFFICULTIES.map((value) => ({ value, label: t(value) }))}
        />
        <TextArea
          label={t("comments")}
          help={t("commentsHelp")}
          maxLength={COMMENTS_MAX}
          value={entered.comments}
          onChange={(event) => change({ comments: event.target.value, over: stands.comments })}
        />
        {save.isError ? <Alert tone="danger">{toApiError(save.error).message ?? common("offlineKept")}</Alert> : null}
        <Button type="submit" size="lg" busy={save.isPending} className="justify-self-start">
          {t("save")}
        </Button>
      </form>
    </Card>
  );
}
