"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { FIRST_PAGE, PAGE_SIZE } from "@/lib/constants";
import type { TableProblem } from "@/lib/csv-cells";
import { pageOffset } from "@/lib/page-math";
import { Button } from "@/ui/button";
import { Alert, Badge } from "@/ui/card";
import { Row } from "@/ui/editing/parts";
import { Pagination } from "@/ui/pagination";
import { FILE_KINDS, type FileKind } from "../customer-files/rules";

/** What a file would do, whatever it is of, as its comparison says it. */
export interface Plan<Column extends string> {
  problem: { is: TableProblem; line: number | null } | null;
  seen: string;
  counts: Record<FileKind, number>;
  rows: {
    line: number;
    name: string;
    kind: FileKind;
    changes: { column: Column; of: string; before: string; after: string }[];
    problems: { line: number; column: Column | null; key: string; values: Record<string, string | number> }[];
  }[];
}

const TONES = { new: "success", changed: "warning", same: "neutral", wrong: "danger" } as const;

interface FilePlanProps<Column extends string> {
  name: string;
  plan: Plan<Column>;
  /** Rows that a file can have. */
  mostRows: number;
  /** What people call a column. */
  wordOf: (column: Column) => string;
  /** What the button says that does so much. */
  takeLabel: (count: number) => string;
  busy: boolean;
  onTake: () => void;
}

/** What a file would do, what is wrong first, and the button that does it. */
export function FilePlan<Column extends string>({ name, plan, mostRows, wordOf, takeLabel, busy, onTake }: FilePlanProps<Column>) {
  const t = useTranslations("trades.fileImport");
  const format = useFormat();
  const [page, setPage] = useState(FIRST_PAGE);
  if (plan.problem) {
    const { is, line } = plan.problem;
    return (
      <Alert tone="danger">
        {t(`problems.${is}`, { count: format.number(mostRows) })} {line === null ? "" : t("inLine", { line })}
      </Alert>
    );
  }
  const { counts } = plan;
  const rows = plan.rows.toSorted((one, other) => Number(other.kind === "wrong") - Number(one.kind === "wrong"));
  const todo = counts.new + counts.changed;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <bdi className="me-2 font-semibold wrap-anywhere">{name}</bdi>
        {FILE_KINDS.map((kind) =>
          counts[kind] > 0 ? (
            <Badge key={kind} tone={TONES[kind]}>
              {format.joined([t(`kinds.${kind}`), format.number(counts[kind])])}
            </Badge>
          ) : null,
        )}
      </div>
      {counts.wrong > 0 ? <Alert tone="danger">{t("someWrong")}</Alert> : null}
      {counts.wrong === 0 && todo === 0 ? <Alert tone="info">{t("allSame")}</Alert> : null}
      {counts.wrong === 0 && todo > 0 ? (
        <Button className="justify-self-start" busy={busy} onClick={onTake}>
          {takeLabel(todo)}
        </Button>
      ) : null}
      <ul className="grid gap-3">
        {rows.slice(pageOffset(page), pageOffset(page) + PAGE_SIZE).map((row) => (
          <PlanCard key={row.line} row={row} wordOf={wordOf} />
        ))}
      </ul>
      <Pagination page={page} total={rows.length} onSelect={setPage} />
    </>
  );
}

function PlanCard<Column extends string>({
  row: { line, name, kind, changes, problems },
  wordOf,
}: {
  row: Plan<Column>["rows"][number];
  wordOf: (column: Column) => string;
}) {
  const t = useTranslations("trades.fileImport");
  const format = useFormat();
  const validation = useTranslations("validation");
  return (
    <Row
      heading={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 font-semibold wrap-anywhere">
            <bdi>{name || t("nameless")}</bdi>
          </h3>
          <Badge tone={TONES[kind]}>{t(`kinds.${kind}`)}</Badge>
        </div>
      }
      facts={t("line", { line })}
    >
      {problems.length + changes.length > 0 ? (
        <>
          {problems.length > 0 ? (
            <ul className="grid gap-1 text-danger">
              {problems.map(({ line: at, column, key, values }) => (
                <li key={`${at} ${column} ${key}`}>
                  {format.labelled(
                    format.joined([t("line", { line: at }), column ? wordOf(column) : ""]),
                    validation(key as "required", values as never),
                  )}
                </li>
              ))}
            </ul>
          ) : null}
          {changes.length > 0 ? (
            <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(8rem,auto)_1fr]">
              {changes.map(({ column, of, before, after }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two contacts may have one name; the list never changes
                <div key={`${column} ${of} ${at}`} className="contents">
                  <dt className="text-sm font-semibold">{format.joined([wordOf(column), of ?? ""])}</dt>
                  <dd dir="auto" className="grid gap-1 whitespace-pre-line wrap-anywhere">
                    {before ? <del className="text-ink-soft">{before}</del> : null}
                    {after ? <ins className="no-underline">{after}</ins> : null}
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
