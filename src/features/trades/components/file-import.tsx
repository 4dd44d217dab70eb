"use client";

import { ArrowDownTrayIcon, ArrowUpTrayIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { toApiError } from "@/trpc/client";
import { useErrorMessage, useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Section } from "@/ui/editing/parts";
import { saveBlob } from "@/ui/save-file";
import { notify } from "@/ui/toast";
import { MOST_FILE_BYTES, sentBytes } from "../rules";
import { FilePlan, type Plan } from "./file-plan";

/** What a file says; undefined where it is no text in UTF-8. */
async function textOf(file: File): Promise<string | undefined> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

interface FileExportProps {
  lead: string;
  /** What the file is called. */
  name: string;
  load: () => Promise<string>;
}

/** Exports all rows as a file; imported again, it changes nothing. */
export function FileExport({ lead, name, load }: FileExportProps) {
  const t = useTranslations("trades.fileImport");
  const showError = useErrorToast();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveBlob(name, new Blob([await load()], { type: "text/csv;charset=utf-8" }));
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section title={t("exportTitle")} lead={lead}>
      <Button look="outline" icon={<ArrowDownTrayIcon className="size-5" />} busy={busy} onClick={() => void save()}>
        {t("export")}
      </Button>
    </Section>
  );
}

interface FileImportProps<Column extends string> {
  lead: string;
  /** What the file must be, before its columns are named. */
  columnsText: string;
  columns: readonly Column[];
  /** Rows that a file can have. */
  mostRows: number;
  wordOf: (column: Column) => string;
  takeLabel: (count: number) => string;
  /** Something else on the page comes first. */
  quiet?: boolean;
  /** Said where something has changed since the comparison. */
  outdated: string;
  check: (text: string) => Promise<Plan<Column>>;
  /** Does what the comparison of this name says. @returns what is told of it */
  take: (text: string, seen: string) => Promise<string>;
}

/** A file that is compared first; then all that it says is done, or nothing. */
export function FileImport<Column extends string>(props: FileImportProps<Column>) {
  const { lead, columnsText, columns, mostRows, wordOf, takeLabel, quiet = false, outdated, check, take } = props;
  const t = useTranslations("trades.fileImport");
  const errorMessage = useErrorMessage();
  const format = useFormat();
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<{ name: string; text: string }>();
  const [plan, setPlan] = useState<Plan<Column>>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<"check" | "take">();

  const failed = (error: unknown) => setProblem(errorMessage(error));
  const choose = async (chosen: File | undefined) => {
    if (picker.current) picker.current.value = "";
    if (!chosen) return;
    setPlan(undefined);
    setProblem(undefined);
    setBusy("check");
    try {
      const text = await textOf(chosen);
      if (text === undefined) return setProblem(t("encoding"));
      if (sentBytes(text) > MOST_FILE_BYTES) return setProblem(t("tooLong", { size: format.size(MOST_FILE_BYTES) }));
      const compared = await check(text);
      setFile({ name: chosen.name, text });
      setPlan(compared);
    } catch (error) {
      failed(error);
    } finally {
      setBusy(undefined);
    }
  };
  const accept = async () => {
    if (!file || !plan) return;
    setBusy("take");
    setProblem(undefined);
    try {
      notify("success", await take(file.text, plan.seen));
      setPlan(undefined);
      setFile(undefined);
    } catch (error) {
      if (toApiError(error).code !== "conflict") return failed(error);
      // What the file would do now is another thing: it is seen before it is done.
      await check(file.text).then((compared) => {
        setPlan(compared);
        setProblem(outdated);
      }, failed);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <Section title={t("importTitle")} lead={lead}>
      <div className="grid gap-5">
        <p className="text-sm text-ink-soft">
          {columnsText}{" "}
          <bdi dir="ltr" className="font-mono wrap-anywhere">
            {columns.join(", ")}
          </bdi>
        </p>
        <input
          ref={picker}
          type="file"
          accept=".csv,text/csv"
          className="sr-only"
          tabIndex={-1}
          aria-label={t("choose")}
          onChange={({ target }) => void choose(target.files?.[0])}
        />
        <Button
          look={plan || quiet ? "outline" : "primary"}
          className="justify-self-start"
          icon={<ArrowUpTrayIcon className="size-5" />}
          busy={busy === "check"}
          onClick={() => picker.current?.click()}
        >
          {t("choose")}
        </Button>
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        {plan && file ? (
          <FilePlan
            name={file.name}
            plan={plan}
            mostRows={mostRows}
            wordOf={wordOf}
            takeLabel={takeLabel}
            busy={busy === "take"}
            onTake={() => void accept()}
          />
        ) : null}
      </div>
    </Section>
  );
}
