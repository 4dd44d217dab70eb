"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { IMPORT_ROW_KINDS, type ImportKind } from "@/lib/enums/imports";
import { isLocale } from "@/lib/locales";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { Badge } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { Row, Section } from "@/ui/editing/parts";
import { Pagination } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import type { ImportDetail } from "./import-page";

type FileRow = RouterOutputs["admin"]["imports"]["rows"]["data"][number];

const TONES = { new: "success", changed: "warning", same: "neutral", wrong: "danger" } as const;

/** What the file's rows do, in the file's order. */
export function ImportRows({ file: { uid, kind: of, counts } }: { file: ImportDetail }) {
  const t = useTranslations("admin.imports");
  const format = useFormat();
  const [kind, setKind] = useState<FileRow["kind"] | "all">(counts.wrong > 0 ? "wrong" : "all");
  const [page, setPage] = useState(1);
  const query = trpc.admin.imports.rows.useQuery(
    { uid, page, kind: kind === "all" ? undefined : kind },
    { placeholderData: keepPreviousData },
  );
  const shown = isMissing(query) ? undefined : query.data;
  const total = counts.new + counts.changed + counts.same + counts.wrong;
  return (
    <Section title={t("rows")} lead={t("rowsLead")}>
      <Choices
        label={t("show")}
        value={kind}
        onChange={(next) => {
          setKind(next);
          setPage(1);
        }}
        choices={(["all", ...IMPORT_ROW_KINDS] as const).map((value) => ({
          value,
          label: format.joined([t(`kinds.${value}`), format.number(value === "all" ? total : counts[value])]),
        }))}
      />
      <div className="mt-6" aria-busy={query.isPlaceholderData}>
        {isMissing(query) ? <LoadFailed query={query} /> : null}
        {isComing(query) ? <LoadingList /> : null}
        {shown?.data.length === 0 ? <p className="text-ink-soft">{t("noRows")}</p> : null}
        <ul className="grid gap-3">
          {shown?.data.map((row) => (
            <FileRowCard key={row.line} of={of} row={row} />
          ))}
        </ul>
        <Pagination page={page} total={query.data?.meta.total ?? 0} onSelect={setPage} />
      </div>
    </Section>
  );
}

interface CardProps {
  of: ImportKind;
  row: FileRow;
}

function FileRowCard({ of, row: { line, kind, category, slug, changes, problems } }: CardProps) {
  const t = useTranslations("admin.imports");
  const validation = useTranslations("validation");
  const fieldName = useFieldName(of);
  const valueText = useValueText();
  return (
    <Row
      heading={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 font-semibold break-all">
            <bdi>{nameOf({ kind: of, category, slug }) || t("nameless")}</bdi>
          </h3>
          <Badge tone={TONES[kind]}>{t(`kinds.${kind}`)}</Badge>
        </div>
      }
      facts={<span>{t("line", { line })}</span>}
    >
      {problems.length > 0 || changes.length > 0 ? (
        <>
          {problems.length > 0 ? (
            <ul className="grid gap-1 text-danger">
              {problems.map(({ field, key, values }) => (
                <li key={`${field} ${key}`}>
                  {field ? <strong>{t("field", { field: fieldName(field) })} </strong> : null}
                  {validation(key as "required", values as never)}
                </li>
              ))}
            </ul>
          ) : null}
          {changes.length > 0 ? (
            <dl className="grid gap-x-4 gap-y-3 sm:grid-cols-[minmax(8rem,auto)_1fr]">
              {changes.map(({ field, before, after }) => (
                <div key={field} className="contents">
                  <dt className="text-sm font-semibold">{fieldName(field)}</dt>
                  <dd className="grid gap-1 break-words whitespace-pre-line" dir="auto">
                    {before ? <del className="text-ink-soft">{valueText(field, before)}</del> : null}
                    {after ? <ins className="no-underline">{valueText(field, after)}</ins> : null}
                  </dd>
                </div>
              ))}
            </dl>
          ) : null}
        </>
      ) : undefined}
    </Row>
  );
}

/** What the row is called in files, where it has a name. */
const nameOf = ({ kind, category, slug }: { kind: ImportKind; category: string; slug: string }): string =>
  kind === "questions" ? (category && slug ? `${category}/${slug}` : "") : slug;

const NAMES = {
  category: "category",
  slug: "slug",
  state: "state",
  reading_time: "readingTime",
  answer_time: "answerTime",
  guidance: "guidance",
  question: "question",
  answer: "answer",
  title: "title",
  text: "words",
  name: "name",
  description: "description",
  kind: "kind",
  date: "date",
  scales: "scales",
  categories: "categories",
  chapters: "chapters",
  country: "country",
  website: "website",
  founded: "founded",
  letters: "letters",
  shape: "shape",
  hue: "hue",
  city: "city",
  about: "about",
  programmes: "programmes",
  admission: "admission",
  interview: "interview",
  deadlines: "deadlines",
} as const;

const isNamed = (field: string): field is keyof typeof NAMES => Object.hasOwn(NAMES, field);

/** A column's name in words; one that nobody knows as the file has it. */
function useFieldName(kind: ImportKind) {
  const t = useTranslations("admin.imports.fields");
  const format = useFormat();
  const named = (field: keyof typeof NAMES) => (kind === "questions" && field === "text" ? t("question") : t(NAMES[field]));
  return (column: string): string => {
    if (isNamed(column)) return named(column);
    const [field = "", locale] = column.split("_");
    return isNamed(field) && isLocale(locale) ? format.joined([named(field), format.language(locale)]) : column;
  };
}

/** What stands in a column; where only a few words may, in the reader's language. */
function useValueText() {
  const t = useTranslations("admin.imports.values");
  return (column: string, value: string): string =>
    (column === "state" || column === "kind") && t.has(value as "draft") ? t(value as "draft") : value;
}
