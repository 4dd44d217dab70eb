"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { ReasonDialog } from "@/features/forum/moderation/components/reason-dialog";
import { useFormat } from "@/i18n/use-format";
import type { ReviewOutcome } from "@/lib/enums/peer-review";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert, Badge, Card } from "@/ui/card";
import { notify } from "@/ui/toast";
import { PinList } from "../pin-list";
import { RatingLine } from "../rating-line";
import { Said } from "../received-review";

type Case = RouterOutputs["peerReview"]["care"]["cases"]["data"][number];
type Review = NonNullable<Case["review"]>;

interface TakenOut {
  good: boolean;
  suggestion: boolean;
  comments: number[];
}

/** The ways to decide, by what is decided about. */
const WAYS = {
  review: ["review.upheld", "review.edited", "review.removed"],
  recording: ["recording.upheld", "recording.removed"],
} as const;
type Way = (typeof WAYS)["review" | "recording"][number];

const OUTCOMES: Record<Way, ReviewOutcome> = {
  "review.upheld": "upheld",
  "review.edited": "edited",
  "review.removed": "removed",
  "recording.upheld": "upheld",
  "recording.removed": "removed",
};

const NOTHING: TakenOut = { good: false, suggestion: false, comments: [] };

/** What somebody wants decided: why they ask, what it is about, and the ways to decide. Neither side is named. */
export function CaseCard({ about, onDone }: { about: Case; onDone: () => void }) {
  const { uid, kind, cause, note, createdAt, question, review } = about;
  const t = useTranslations("peerReview.desk");
  const said = useTranslations("peerReview.review");
  const reasons = useTranslations("forum.flag.reasons");
  const format = useFormat();
  const id = useId();
  const utils = trpc.useUtils();
  const [way, setWay] = useState<Way>();
  const [out, setOut] = useState<TakenOut>(NOTHING);
  const [nothing, setNothing] = useState(false);
  const decide = trpc.peerReview.care.decide.useMutation();
  const outcome = way && OUTCOMES[way];
  return (
    <Card className="p-4 sm:p-6">
      <article aria-labelledby={id} className="grid grid-cols-1 gap-5">
        <header>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-soft">
            <Badge tone="warning">{t(`kind.${kind}`)}</Badge>
            {cause ? <Badge>{reasons(cause)}</Badge> : null}
            <time dateTime={createdAt}>{format.ago(createdAt)}</time>
          </p>
          <h3 id={id} className="mt-2 text-lg font-semibold">
            {question}
          </h3>
        </header>
        <Said title={t("note")} text={note} />
        {review ? (
          <div className="grid gap-4 rounded-box border border-line p-4">
            <RatingLine label={said("ratings")} ratings={review.ratings} />
            <Said title={said("good")} text={review.good} />
            <Said title={said("suggestion")} text={review.suggestion} />
            {review.comments.length > 0 ? (
              <PinList pins={review.comments.map((comment, at) => ({ ...comment, id: String(at) }))} media={null} />
            ) : null}
          </div>
        ) : (
          <p className="text-ink-soft">{t("unheard")}</p>
        )}
        <footer className="flex flex-wrap gap-2">
          {WAYS[review ? "review" : "recording"].map((one) => (
            <Button key={one} look={OUTCOMES[one] === "removed" ? "danger" : "outline"} onClick={() => setWay(one)}>
              {t(`decide.${one}.now`)}
            </Button>
          ))}
        </footer>
      </article>
      {way && outcome ? (
        <ReasonDialog
          draft={`review-${outcome}-${uid}`}
          title={t(`decide.${way}.title`)}
          text={t(`decide.${way}.text`)}
          confirm={t(`decide.${way}.now`)}
          danger={outcome === "removed"}
          needed
          help={t("reasonHelp")}
          onClose={() => setWay(undefined)}
          onTooLate={async () => {
            notify("warning", t("tooLate"));
            await utils.peerReview.care.invalidate();
          }}
          onConfirm={async (reason) => {
            const empty = outcome === "edited" && !out.good && !out.suggestion && out.comments.length === 0;
            setNothing(empty);
            if (empty) return false;
            await decide.mutateAsync({ uid, outcome, reason, ...(outcome === "edited" ? { takenOut: out } : {}) });
            notify("success", t("done"));
            await utils.peerReview.care.invalidate();
            onDone();
          }}
        >
          {outcome === "edited" && review ? (
            <>
              <TakeOut review={review} out={out} onChange={setOut} />
              {nothing ? <Alert tone="danger">{t("takeNothing")}</Alert> : null}
            </>
          ) : null}
        </ReasonDialog>
      ) : null}
    </Card>
  );
}

/** Which of a review's words go. */
function TakeOut({ review, out, onChange }: { review: Review; out: TakenOut; onChange: (out: TakenOut) => void }) {
  const t = useTranslations("peerReview.desk");
  const said = useTranslations("peerReview.review");
  const format = useFormat();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-[0.95rem] font-semibold">{t("takeOut")}</legend>
      {(["good", "suggestion"] as const).map((field) =>
        review[field] ? (
          <Line
            key={field}
            title={said(field)}
            text={review[field]}
            checked={out[field]}
            onChange={(checked) => onChange({ ...out, [field]: checked })}
          />
        ) : null,
      )}
      {review.comments.map(({ second, text }, at) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: a comment is known by its place
          key={at}
          title={format.clock(second * 1000)}
          text={text}
          checked={out.comments.includes(at)}
          onChange={(checked) =>
            onChange({ ...out, comments: checked ? [...out.comments, at] : out.comments.filter((other) => other !== at) })
          }
        />
      ))}
    </fieldset>
  );
}

function Line(props: { title: string; text: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className="flex items-start gap-3">
      <input
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 accent-primary"
        checked={props.checked}
        onChange={({ target }) => props.onChange(target.checked)}
      />
      <span className="min-w-0">
        <span className="font-medium">{props.title}</span>{" "}
        <span className="line-clamp-2 text-sm break-words text-ink-soft" dir="auto">
          {props.text}
        </span>
      </span>
    </label>
  );
}
