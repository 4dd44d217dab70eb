"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { LOCALES } from "@/lib/locales";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button } from "@/ui/button";
import { Section } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import { useBankOutcome } from "../hooks/use-outcome";
import { changedFields } from "../rules";
import type { EditedQuestion } from "./question-editor";
import { QuestionPreview } from "./question-preview";

type Version = RouterOutputs["practice"]["bank"]["versions"]["data"][number];

/** What the question said over time: who wrote it, when and what, and a way back to it. */
export function QuestionVersions({ question: { uid, version: current } }: { question: EditedQuestion }) {
  const t = useTranslations("practice.editing.versions");
  const query = trpc.practice.bank.versions.useQuery({ uid });
  if (isMissing(query)) return <LoadFailed query={query} />;
  return (
    <Section title={t("title")} lead={t("lead")}>
      {query.data ? <VersionList uid={uid} current={current} versions={query.data.data} /> : <LoadingList />}
    </Section>
  );
}

function VersionList({ uid, current, versions }: { uid: string; current: number; versions: Version[] }) {
  const t = useTranslations("practice.editing.versions");
  if (versions.length === 0) return <p className="text-ink-soft">{t("none")}</p>;
  return (
    <ol className="grid divide-y divide-line">
      {versions.map((version, at) => (
        <VersionRow key={version.version} uid={uid} current={current} version={version} before={versions[at + 1]} />
      ))}
    </ol>
  );
}

interface VersionRowProps {
  uid: string;
  current: number;
  version: Version;
  before: Version | undefined;
}

function VersionRow({ uid, current, version, before }: VersionRowProps) {
  const t = useTranslations("practice.editing.versions");
  const fields = useTranslations("practice.editing.fields");
  const format = useFormat();
  const outcome = useBankOutcome();
  const restore = trpc.practice.bank.restore.useMutation(outcome(t("restored", { version: version.version })));
  const languages = LOCALES.filter((locale) => locale === "en" || version.text[locale] !== "" || version.guidance[locale].length > 0);
  return (
    <li className="grid gap-2 py-4">
      <details>
        <summary className="cursor-pointer rounded-sm">
          <span className="font-semibold">{t("version", { version: version.version })}</span>{" "}
          <span className="text-sm text-ink-soft">
            {version.at ? t("written", { date: format.dateTime(version.at), name: version.by ?? t("somebody") }) : t("original")}
          </span>
        </summary>
        <div className="mt-3 grid gap-3 lg:grid-cols-2">
          {languages.map((language) => (
            <QuestionPreview
              key={language}
              language={language}
              text={version.text[language] || version.text.en}
              points={version.guidance[language].length > 0 ? version.guidance[language] : version.guidance.en}
              readingTime={version.readingTime}
              answerTime={version.answerTime}
            />
          ))}
        </div>
      </details>
      {before ? (
        <p className="text-sm text-ink-soft">
          {t("changed", {
            fields: format.list(
              changedFields(before, version).map(({ field, language }) =>
                language ? format.joined([fields(field), format.language(language)]) : fields(field),
              ),
            ),
          })}
        </p>
      ) : null}
      {version.version === current ? (
        <p className="text-sm font-semibold text-success">{t("current")}</p>
      ) : (
        <Button
          look="outline"
          size="sm"
          className="justify-self-start"
          busy={restore.isPending}
          onClick={() => restore.mutate({ uid, of: version.version, version: current })}
        >
          {t("restore")}
          <span className="sr-only">{t("version", { version: version.version })}</span>
        </Button>
      )}
    </li>
  );
}
