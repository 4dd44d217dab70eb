"use client";

import { ArrowDownTrayIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { IMPORT_FORMATS, IMPORT_KINDS, type ImportKind } from "@/lib/enums/imports";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { BackLink } from "@/ui/back-link";
import { Button } from "@/ui/button";
import { PageHeading } from "@/ui/card";
import { Row, Section } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import { useExport } from "../hooks/use-export";
import { useImportNews } from "../hooks/use-import-news";
import { CONTENT_PAGES, importHref } from "../hrefs";
import { ImportStateBadge } from "./import-state";
import { SendFile } from "./send-file";

type ImportRow = RouterOutputs["admin"]["imports"]["list"]["data"][number];

/** Some content as files: out, in, and what has become of the files of the last week. */
export function ImportList() {
  const t = useTranslations("admin.imports");
  const asked = useSearchParams().get("kind");
  const kind = IMPORT_KINDS.find((name) => name === asked) ?? "questions";
  const query = trpc.admin.imports.list.useQuery({ kind });
  useImportNews();
  if (isMissing(query)) return <Refused query={query} />;
  return (
    <>
      <BackLink href={CONTENT_PAGES[kind]} text={t(`contents.${kind}`)} />
      <PageHeading title={t("heading", { kind: t(`contents.${kind}`) })} />
      <div className="grid gap-6">
        <Section title={t("exportTitle")} lead={t("exportLead")}>
          <Exports kind={kind} />
        </Section>
        <Section title={t("sendTitle")} lead={t("sendLead")}>
          <SendFile kind={kind} />
        </Section>
        <Section title={t("title")} lead={t("lead")}>
          {query.data ? <Files files={query.data.data} /> : <LoadingList />}
        </Section>
      </div>
    </>
  );
}

function Files({ files }: { files: ImportRow[] }) {
  const t = useTranslations("admin.imports");
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

function Exports({ kind }: { kind: ImportKind }) {
  const t = useTranslations("admin.imports");
  const { save, saving } = useExport(kind);
  return (
    <div className="flex flex-wrap gap-3">
      {([...IMPORT_FORMATS, "template"] as const).map((what) => (
        <Button
          key={what}
          look="outline"
          busy={saving === what}
          icon={<ArrowDownTrayIcon className="size-5" />}
          onClick={() => void save(what)}
        >
          {t(`export.${what}`)}
        </Button>
      ))}
    </div>
  );
}
