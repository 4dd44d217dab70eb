"use client";

import { ArrowDownTrayIcon, ArrowUpTrayIcon, LockClosedIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { api, toApiError, trpc } from "@/trpc/client";
import { BackLink } from "@/ui/back-link";
import { Button } from "@/ui/button";
import { Alert, Notice } from "@/ui/card";
import { Section } from "@/ui/editing/parts";
import { saveBlob } from "@/ui/save-file";
import { notify } from "@/ui/toast";
import { workspaceHref } from "../../components/places";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { manages } from "../../rules";
import type { FilePlanDto } from "../dto";
import { COLUMNS, MOST_LETTERS } from "../rules";
import { FilePlan } from "./file-plan";

/** What a file says; undefined where it is no text in UTF-8. */
async function textOf(file: File): Promise<string | undefined> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export function CustomerFilesPage() {
  const t = useTranslations("trades.customers");
  const settings = useTranslations("trades.settings");
  return (
    <WorkspaceFrame tab="customers">
      {(workspace) => (
        <>
          <BackLink href={workspaceHref(workspace.uid, "customers")} text={t("all")} />
          {manages(workspace.role) ? (
            <div className="grid max-w-4xl gap-6">
              <Export workspace={workspace} />
              <Import workspace={workspace} />
            </div>
          ) : (
            <Notice icon={<LockClosedIcon />} title={settings("managersOnly")} />
          )}
        </>
      )}
    </WorkspaceFrame>
  );
}

/** All customers as a file that comes back as the same. */
function Export({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.customerFiles");
  const common = useTranslations("common");
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { data } = await api.trades.customerFiles.export.query({ workspaceId: workspace.uid });
      saveBlob("customers.csv", new Blob([data.text], { type: "text/csv;charset=utf-8" }));
    } catch (error) {
      notify("error", toApiError(error).message ?? common("offline"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section title={t("exportTitle")} lead={t("exportLead")}>
      <Button look="outline" icon={<ArrowDownTrayIcon className="size-5" />} busy={busy} onClick={() => void save()}>
        {t("export")}
      </Button>
    </Section>
  );
}

/** A file that is compared first; then all that it says is done, or nothing. */
function Import({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.customerFiles");
  const common = useTranslations("common");
  const format = useFormat();
  const utils = trpc.useUtils();
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<{ name: string; text: string }>();
  const [plan, setPlan] = useState<FilePlanDto>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<"check" | "take">();
  const workspaceId = workspace.uid;

  const failed = (error: unknown) => setProblem(toApiError(error).message ?? common("offline"));
  const choose = async (chosen: File | undefined) => {
    if (picker.current) picker.current.value = "";
    if (!chosen) return;
    setPlan(undefined);
    setProblem(undefined);
    setBusy("check");
    try {
      const text = await textOf(chosen);
      if (text === undefined) return setProblem(t("encoding"));
      if (text.length > MOST_LETTERS) return setProblem(t("tooLong", { count: format.number(MOST_LETTERS) }));
      const { data } = await api.trades.customerFiles.check.mutate({ workspaceId, text });
      setFile({ name: chosen.name, text });
      setPlan(data);
    } catch (error) {
      failed(error);
    } finally {
      setBusy(undefined);
    }
  };
  const take = async () => {
    if (!file || !plan) return;
    setBusy("take");
    setProblem(undefined);
    try {
      const { data } = await api.trades.customerFiles.take.mutate({ workspaceId, text: file.text, seen: plan.seen });
      notify("success", t("done", { added: data.added, changed: data.changed }));
      setPlan(undefined);
      setFile(undefined);
      await utils.trades.customers.invalidate();
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code !== "conflict" || !refusal.current) return failed(error);
      setPlan(refusal.current as FilePlanDto);
      setProblem(t("outdated"));
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <Section title={t("importTitle")} lead={t("importLead")}>
      <div className="grid gap-5">
        <p className="text-sm text-ink-soft">
          {t("columns")}{" "}
          <bdi dir="ltr" className="font-mono wrap-anywhere">
            {COLUMNS.join(", ")}
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
          look={plan ? "outline" : "primary"}
          className="justify-self-start"
          icon={<ArrowUpTrayIcon className="size-5" />}
          busy={busy === "check"}
          onClick={() => picker.current?.click()}
        >
          {t("choose")}
        </Button>
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        {plan && file ? <FilePlan name={file.name} plan={plan} busy={busy === "take"} onTake={() => void take()} /> : null}
      </div>
    </Section>
  );
}
