"use client";

import { ArrowDownTrayIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import type { ImportFormat } from "@/lib/enums";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { Refused } from "@/trpc/refused";
import { Button } from "@/ui/button";
import { Row, Section } from "@/ui/editing/parts";
import { saveFile } from "@/ui/save-file";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { BankFrame } from "../../bank/components/bank-frame";
import { importHref } from "../../bank/components/places";
import { useImportNews } from "../hooks/use-import-news";
import { ImportStateBadge } from "./import-state";
import { SendFile } from "./send-file";

type ImportRow = RouterOutputs["practice"]["imports"]["list"]["data"][number];

/** The bank as a file: out of it, into it, and what has become of the files of the last week. */
export function ImportList() {
  const t = useTranslations("practice.imports");
  const common = useTranslations("common");
  const query = trpc.practice.imports.list.useQuery();
  useImportNews();
  if (query.isError && !query.data) return <Refused query={query} />;
  return (
    <BankFrame part="imports">
      <div className="grid gap-6">
        <Section title={t("exportTitle")} lead={t("exportLead")}>
          <Exports />
        </Section>
        <Section title={t("sendTitle")} lead={t("sendLead")}>
          <SendFile />
        </Section>
        <Section title={t("title")} lead={t("lead")}>
          {query.data ? <Files files={query.data.data} /> : <LoadingList label={common("loading")} />}
        </Section>
      </div>
    </BankFrame>
  );
}

function Files({ files }: { files: ImportRow[] }) {
  const t = useTranslations("practice.imports");
  const format = useFormat();
  if (files.length === 0) return <p className="text-ink-soft">{t("none")}</p>;
  return (
    <ul className="grid gap-3">
      {files.map(({ uid, name, state, size, createdAt }) => (
        <Row
          key={uid}
          heading={
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h3 className="min-w-0 font-semibold break-all">
                <Link href={importHref(uid)} className="rounded-sm text-primary-text underline-offset-4 hover:underline">
                  <bdi>{name}</bdi>
                </Link>
              </h3>
              <ImportStateBadge state={state} />
            </div>
          }
          facts={
            <>
              <span>{format.size(size)}</span>
              <span>{format.dateTime(createdAt)}</span>
            </>
          }
        />
      ))}
    </ul>
  );
}

function Exports() {
  const t = useTranslations("practice.imports");
  const common = useTranslations("common");
  const { client } = trpc.useUtils();
  const [busy, setBusy] = useState<ImportFormat>();
  const save = async (format: ImportFormat) => {
    setBusy(format);
    try {
      saveFile(await client.practice.exports[format].query({}));
    } catch (error) {
      notify("error", toApiError(error).message ?? common("offline"));
    }
    setBusy(undefined);
  };
  return (
    <div className="flex flex-wrap gap-3">
      {(["csv", "json"] as const).map((format) => (
        <Button
          key={format}
          look="outline"
          busy={busy === format}
          icon={<ArrowDownTrayIcon className="size-5" />}
          onClick={() => void save(format)}
        >
          {t(`export.${format}`)}
        </Button>
      ))}
    </div>
  );
}
