"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { RATING_SCALES, STAR_PARTS } from "@/lib/enums/practice";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { firstFailed, LoadFailed } from "@/trpc/load-failed";
import { Button } from "@/ui/button";
import { Card, Notice } from "@/ui/card";
import { useShortcuts } from "@/ui/hooks";
import { LoadingList } from "@/ui/spinner";
import { Player } from "../../components/player";
import { useWriteMeasure } from "../../delivery/hooks/use-write-measure";
import { MEASURES, measuredOf, measuresOf } from "../../delivery/rules";

type Answer = RouterOutputs["practice"]["answer"]["data"];
type Media = HTMLMediaElement | null;

const KEPT = { staleTime: 10 * 60_000, refetchOnWindowFocus: false } as const;
const UNKNOWN = "–";

/** All that is known of a take. */
function useTake(uid: string) {
  const answer = trpc.practice.answer.useQuery({ uid }, KEPT);
  const delivery = trpc.practice.delivery.get.useQuery({ uid }, KEPT);
  const star = trpc.practice.star.get.useQuery({ uid }, KEPT);
  return {
    answer,
    asked: [answer, delivery, star],
    delivery: delivery.data?.data.delivery ?? null,
    shares: star.data?.data.shares ?? null,
  };
}
type Take = ReturnType<typeof useTake>;

/** Two takes beside each other; on a phone what is heard and written stands below one another. */
export function SideBySide({ first, second }: { first: string; second: string }) {
  const t = useTranslations("practice.compare");
  const takes = [useTake(first), useTake(second)] as const;
  const [one, other] = takes;
  // A dash says that something was not measured or marked, and not that it did not load.
  const failed = firstFailed(takes.flatMap(({ asked }) => asked));
  if (failed) {
    if (toApiError(failed.error).code !== "notFound") return <LoadFailed query={failed} />;
    return <Notice tone="danger" title={t("gone")} />;
  }
  if (!one.answer.data || !other.answer.data) return <LoadingList />;
  const answers = [one.answer.data.data, other.answer.data.data] as const;
  return (
    <div className="grid gap-6">
      <header>
        <p className="text-sm text-ink-soft">{answers[0].category}</p>
        <h1 className="mt-1 text-2xl font-bold lg:text-[1.75rem]">{answers[0].question}</h1>
      </header>
      <Players answers={answers} onExpired={() => void Promise.all(takes.map(({ answer }) => answer.refetch()))} />
      <Figures takes={takes} answers={answers} />
      <Card className="p-5 sm:p-8">
        <h2 className="text-lg font-semibold">{t("notes")}</h2>
        <div className="mt-4 grid gap-6 sm:grid-cols-2">
          {answers.map((answer, at) => (
            <div key={answer.uid}>
              <h3 className="text-sm font-medium text-ink-soft">{t(at === 0 ? "first" : "second")}</h3>
              <p className="mt-1 whitespace-pre-line" dir="auto">
                {answer.comments || t("noNotes")}
              </p>
            </div>
          ))}
        </div>
      </Card>
    </div>
  );
}

/** Both recordings. One plays at a time: whichever begins, the other stops. */
function Players({ answers, onExpired }: { answers: readonly [Answer, Answer]; onExpired: () => void }) {
  const t = useTranslations("practice.compare");
  const [one, setOne] = useState<Media>(null);
  const [other, setOther] = useState<Media>(null);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // It is told late on a busy device: what was stopped again meanwhile stops no other.
    const alone = (media: Media, rest: Media) => media?.addEventListener("play", () => media.paused || rest?.pause(), { signal });
    alone(one, other);
    alone(other, one);
    return () => listening.abort();
  }, [one, other]);
  const toggle = (media: Media, rest: Media) => {
    if (!media?.paused) return media?.pause();
    rest?.pause();
    media.play().catch(() => {});
  };
  const playFirst = () => toggle(one, other);
  const playSecond = () => toggle(other, one);
  // By their place: not every keyboard writes these signs by one key.
  useShortcuts(
    [
      ["Digit1", playFirst],
      ["Numpad1", playFirst],
      ["Digit2", playSecond],
      ["Numpad2", playSecond],
    ],
    { onMedia: true },
  );
  return (
    <Card className="p-5 sm:p-8" data-shortcuts>
      <div className="grid gap-6 sm:grid-cols-2">
        {answers.map((answer, at) => (
          <PlayerOf key={answer.uid} answer={answer} at={at} onMedia={at === 0 ? setOne : setOther} onExpired={onExpired} />
        ))}
      </div>
      {one || other ? (
        <>
          <p className="mt-4 text-sm text-ink-soft">{t("keys")}</p>
          <div className="mt-2 flex flex-wrap gap-3">
            <Button look="outline" size="sm" disabled={!one} onClick={playFirst}>
              {t("playFirst")}
            </Button>
            <Button look="outline" size="sm" disabled={!other} onClick={playSecond}>
              {t("playSecond")}
            </Button>
          </div>
        </>
      ) : null}
    </Card>
  );
}

interface PlayerOfProps {
  answer: Answer;
  at: number;
  onMedia: (media: Media) => void;
  onExpired: () => void;
}

function PlayerOf({ answer, at, onMedia, onExpired }: PlayerOfProps) {
  const t = useTranslations("practice.compare");
  const detail = useTranslations("practice.detail");
  const format = useFormat();
  const { media, recording, recorded_at } = answer;
  return (
    <section aria-labelledby={`take-${at}`}>
      <h2 id={`take-${at}`} className="mb-3 font-semibold">
        {t(at === 0 ? "first" : "second")} <span className="block text-sm font-normal text-ink-soft">{format.dateTime(recorded_at)}</span>
      </h2>
      {media?.link && recording ? (
        <Player
          src={media.link}
          kind={recording.kind}
          type={recording.type}
          label={t("recordingOf", { date: format.dateTime(recorded_at) })}
          onExpired={onExpired}
          onMedia={onMedia}
        />
      ) : (
        <p className="text-ink-soft">{detail(recording ? "notYet" : "noRecording")}</p>
      )}
    </section>
  );
}

/** Ratings, how it was spoken and how the story was told, a column for each take. */
function Figures({ takes, answers }: { takes: readonly [Take, Take]; answers: readonly [Answer, Answer] }) {
  const t = useTranslations("practice.compare");
  const rating = useTranslations("practice.rating.scale");
  const measure = useTranslations("practice.delivery.measure");
  const part = useTranslations("practice.star.parts");
  const format = useFormat();
  const write = useWriteMeasure();
  const of = (score: number | undefined) => (score === undefined ? UNKNOWN : t("ofFive", { score: format.number(score) }));
  const measures = takes.map(({ delivery }) => (delivery ? measuresOf(measuredOf(delivery)) : null));
  const shares = takes.map((take) => (take.shares?.some(({ percent }) => percent > 0) ? take.shares : null));
  const groups = [
    {
      title: t("ratings"),
      rows: RATING_SCALES.map((scale) => [rating(scale), ...answers.map(({ rate_your_self }) => of(rate_your_self?.[scale]))]),
    },
    {
      title: t("spoken"),
      rows: [
        [t("length"), ...answers.map(({ recording }) => (recording ? format.clock(recording.duration_ms) : UNKNOWN))],
        ...MEASURES.map((name) => [
          measure(name),
          ...measures.map((values) => {
            const value = values?.[name];
            return value === null || value === undefined ? UNKNOWN : write[name](value);
          }),
        ]),
      ],
    },
    {
      title: t("story"),
      rows: STAR_PARTS.map((name) => [
        part(name),
        ...shares.map((list) => {
          const share = list?.find((entry) => entry.part === name);
          return share ? format.percent(share.percent / 100) : UNKNOWN;
        }),
      ]),
    },
  ];
  return (
    <Card className="p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t("figures")}</h2>
      <table className="tabular mt-4 w-full border-collapse">
        <thead className="text-sm text-ink-soft">
          <tr>
            <td />
            <th scope="col" className="py-2 ps-3 text-end font-medium">
              {t("first")}
            </th>
            <th scope="col" className="py-2 ps-3 text-end font-medium">
              {t("second")}
            </th>
          </tr>
        </thead>
        {groups.map(({ title, rows }) => (
          <tbody key={title}>
            <tr className="border-t border-line">
              <th scope="rowgroup" colSpan={3} className="pt-5 pb-1 text-start text-sm font-semibold text-ink-soft">
                {title}
              </th>
            </tr>
            {rows.map(([name, ...values]) => (
              <tr key={name} className="border-t border-line">
                <th scope="row" className="py-2 text-start font-medium">
                  {name}
                </th>
                {values.map((value, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column
                  <td key={at} className="py-2 ps-3 text-end whitespace-nowrap">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <p className="mt-3 text-sm text-ink-soft">{t("unknown")}</p>
    </Card>
  );
}
