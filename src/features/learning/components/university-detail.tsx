"use client";

import { ArrowTopRightOnSquareIcon, DocumentTextIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { Card } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { documentHref } from "../hrefs";
import { DocumentView } from "./document-view";
import { tabHref } from "./learning-area";
import { NotShown } from "./not-shown";
import { Place } from "./university-card";

type University = RouterOutputs["learning"]["university"]["data"];

export function UniversityDetail() {
  const t = useTranslations("learning.university");
  const params = useSearchParams();
  const uid = params.get("universityId") ?? "";
  const document = params.get("document");
  const query = trpc.learning.university.useQuery({ uid }, { enabled: uid !== "" });
  const back = { href: tabHref("universities"), text: t("back") };
  if (uid === "" || isMissing(query)) return <NotShown query={query} missing={t("notFound")} back={back} />;
  if (!query.data) return <LoadingList />;
  if (document) return <DocumentView university={uid} uid={document} />;
  return (
    <>
      <BackLink {...back} />
      <Loaded university={query.data.data} />
    </>
  );
}

function Loaded({ university }: { university: University }) {
  const t = useTranslations("learning.university");
  const format = useFormat();
  const { name, logo, city, country, founded, website, documents } = university;
  const sections = university.sections.filter(({ text }) => text !== "");
  return (
    <>
      <Card className="flex flex-col gap-x-8 gap-y-5 p-5 sm:flex-row sm:items-center sm:p-8">
        {/* biome-ignore lint/performance/noImgElement: a drawing of a few hundred bytes that came with the page's content */}
        <img src={logo} alt="" className="size-28 shrink-0 rounded-box object-contain sm:size-36 dark:bg-ink/80 dark:p-2" />
        <div className="grid gap-3">
          <h1 className="text-2xl font-bold lg:text-[1.75rem]">{name}</h1>
          <Place city={city} country={country} />
          {founded === null ? null : <p className="text-ink-soft">{t("founded", { year: format.year(founded) })}</p>}
          <a
            href={website}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-9 items-center gap-2 justify-self-start rounded-sm font-semibold text-primary-text underline-offset-4 hover:underline"
          >
            {t("website")}
            <span dir="ltr" className="font-normal">
              {hostOf(website)}
            </span>
            <ArrowTopRightOnSquareIcon className="size-4 rtl:-scale-x-100" aria-hidden="true" />
          </a>
        </div>
      </Card>
      <div className="mt-8 grid gap-8 lg:grid-cols-[14rem_minmax(0,1fr)] lg:items-start">
        <nav aria-label={name} className="lg:sticky lg:top-[calc(var(--spacing-header-dashboard)+1.5rem)]">
          <ul className="flex flex-wrap gap-2 lg:grid lg:gap-1">
            {sections.map(({ section }) => (
              <Jump key={section} to={section} text={t(`sections.${section}`)} />
            ))}
            {documents.length > 0 ? <Jump to="documents" text={t("documents")} /> : null}
          </ul>
        </nav>
        <div className="grid gap-6">
          {sections.map(({ section, text }) => (
            <section key={section} id={section} aria-labelledby={`${section}-name`}>
              <Card className="p-5 sm:p-8">
                <h2 id={`${section}-name`} className="text-lg font-semibold">
                  {t(`sections.${section}`)}
                </h2>
                <p className="mt-3 max-w-prose whitespace-pre-line">{text}</p>
              </Card>
            </section>
          ))}
          {documents.length > 0 ? (
            <section id="documents" aria-labelledby="documents-name">
              <Card className="p-5 sm:p-8">
                <h2 id="documents-name" className="text-lg font-semibold">
                  {t("documents")}
                </h2>
                <DocumentList university={university.uid} documents={documents} />
              </Card>
            </section>
          ) : null}
        </div>
      </div>
    </>
  );
}

function Jump({ to, text }: { to: string; text: string }) {
  return (
    <li>
      <a
        href={`#${to}`}
        className="flex min-h-11 items-center rounded-box border border-line bg-surface px-3.5 font-medium text-ink-soft transition-colors hover:text-ink lg:border-transparent lg:bg-transparent lg:hover:bg-sunken"
      >
        {text}
      </a>
    </li>
  );
}

function DocumentList({ university, documents }: { university: string; documents: University["documents"] }) {
  const t = useTranslations("learning.university");
  const format = useFormat();
  return (
    <ul className="mt-3 divide-y divide-line">
      {documents.map(({ uid, title, language, size }) => (
        <li key={uid} className="relative flex items-center gap-4 py-4">
          <DocumentTextIcon className="size-8 shrink-0 text-ink-soft" aria-hidden="true" />
          <div className="min-w-0">
            {/* The whole row is the link's. */}
            <Link
              href={documentHref(university, uid)}
              className="font-semibold text-primary-text underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              <bdi>{title}</bdi>
            </Link>
            <p className="text-sm text-ink-soft">{t("documentInfo", { size: format.size(size), language: format.language(language) })}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** An address as people say it. */
const hostOf = (address: string): string => {
  try {
    return new URL(address).hostname.replace(/^www\./, "");
  } catch {
    return address;
  }
};
