"use client";

import { RectangleStackIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { ButtonLink } from "@/ui/button";
import { Card, Notice, PageHeading } from "@/ui/card";
import { SelectField } from "@/ui/field";
import { Pagination, pageOf } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { compareHref } from "../hrefs";
import { SideBySide } from "./side-by-side";

type Take = RouterOutputs["practice"]["takes"]["list"]["data"][number];

/** Two takes of one question beside each other. The question and both takes stand in the address. */
export function CompareTakes() {
  const t = useTranslations("practice.compare");
  const { params } = useAddress();
  const question = params.get("question") ?? "";
  return (
    <>
      <BackLink href={question ? compareHref() : "/dashboard/answers"} text={t(question ? "otherQuestions" : "allAnswers")} />
      {question ? <OfQuestion key={question} question={question} /> : <Repeated />}
    </>
  );
}

/** Questions that were answered more than once. */
function Repeated() {
  const t = useTranslations("practice.compare");
  const format = useFormat();
  const page = pageOf(useAddress().params);
  const query = trpc.practice.takes.repeated.useQuery({ page }, { staleTime: 0 });
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      {isComing(query) ? <LoadingList /> : null}
      {isMissing(query) ? <LoadFailed query={query} /> : null}
      {query.data?.meta.total === 0 ? (
        <Notice icon={<RectangleStackIcon />} title={t("empty")} text={t("emptyText")}>
          <ButtonLink href="/dashboard/practice">{t("practise")}</ButtonLink>
        </Notice>
      ) : null}
      <ul className="grid gap-3">
        {query.data?.data.map(({ uid, text, takes, lastAt }) => (
          <li key={uid}>
            <Card className="transition-colors hover:border-primary">
              <Link href={compareHref({ question: uid })} className="block rounded-box p-4 sm:p-5">
                <span className="block font-semibold">{text}</span>
                <span className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-soft">
                  <span>{t("takes", { count: takes })}</span>
                  <span>{t("last", { date: format.date(lastAt) })}</span>
                </span>
              </Link>
            </Card>
          </li>
        ))}
      </ul>
      {query.data ? <Pagination page={page} total={query.data.meta.total} href={(target) => `${compareHref()}?page=${target}`} /> : null}
    </>
  );
}

function OfQuestion({ question }: { question: string }) {
  const t = useTranslations("practice.compare");
  const query = trpc.practice.takes.list.useQuery({ question_id: question }, { staleTime: 0 });
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const takes = query.data.data;
  const [first] = takes;
  const last = takes.at(-1);
  if (!first || !last || first === last)
    return (
      <Notice level={1} icon={<RectangleStackIcon />} title={t(first ? "one" : "none")} text={t("oneText")}>
        <ButtonLink href={`/dashboard/practice/session?question=${question}`}>{t("again")}</ButtonLink>
      </Notice>
    );
  return <Chosen takes={takes} first={first} last={last} />;
}

/** The two takes that the address names; where it names none, the first and the last. */
function Chosen({ takes, first, last }: { takes: Take[]; first: Take; last: Take }) {
  const t = useTranslations("practice.compare");
  const { params, replace } = useAddress();
  const named = (name: "first" | "second") => takes.find(({ uid }) => uid === params.get(name));
  const second = named("second") ?? (named("first") === last ? first : last);
  const wanted = named("first");
  // Nothing is compared with itself, whatever the address says.
  const one = wanted && wanted !== second ? wanted : second === first ? last : first;
  return (
    <>
      <div className="mb-6 grid gap-4 sm:grid-cols-2">
        <TakeField
          label={t("first")}
          takes={takes}
          value={one.uid}
          other={second.uid}
          onChange={(uid) => replace({ first: uid, second: second.uid })}
        />
        <TakeField
          label={t("second")}
          takes={takes}
          value={second.uid}
          other={one.uid}
          onChange={(uid) => replace({ first: one.uid, second: uid })}
        />
      </div>
      <SideBySide key={`${one.uid} ${second.uid}`} first={one.uid} second={second.uid} />
    </>
  );
}

interface TakeFieldProps {
  label: string;
  takes: Take[];
  value: string;
  /** The take on the other side, which is not offered here. */
  other: string;
  onChange: (uid: string) => void;
}

function TakeField({ label, takes, value, other, onChange }: TakeFieldProps) {
  const t = useTranslations("practice.compare");
  const format = useFormat();
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {takes.map(({ uid, recorded_at, rating_overall }, at) =>
        uid === other ? null : (
          <option key={uid} value={uid}>
            {rating_overall === null
              ? t("take", { number: format.number(at + 1), date: format.dateTime(recorded_at) })
              : t("ratedTake", {
                  number: format.number(at + 1),
                  date: format.dateTime(recorded_at),
                  score: format.number(rating_overall),
                })}
          </option>
        ),
      )}
    </SelectField>
  );
}
