"use client";

import { keepPreviousData } from "@tanstack/react-query";
import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { PageHeading } from "@/ui/card";
import { pageOf } from "@/ui/pagination";
import { SearchField } from "@/ui/search-field";
import { useAddress } from "@/ui/use-address";
import { CardGrid } from "./card-grid";
import { Results } from "./results";
import { SuggestionBox } from "./suggestion-box";
import { UniversityCard } from "./university-card";
import { VideoCard } from "./video-card";

const TABS = ["mentorship", "tutorials", "universities"] as const;
type Tab = (typeof TABS)[number];

export const tabHref = (tab: Tab): string => (tab === TABS[0] ? "/dashboard/learning" : `/dashboard/learning?tab=${tab}`);

const PARTS = { mentorship: Mentorship, tutorials: Tutorials, universities: Universities };

export function LearningArea() {
  const t = useTranslations("learning");
  const { params } = useAddress();
  const tab = TABS.find((name) => name === params.get("tab")) ?? TABS[0];
  const Part = PARTS[tab];
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      <nav aria-label={t("tabs.label")} className="mb-8">
        <ul className="grid grid-cols-3 gap-2 border-b border-line sm:flex sm:gap-6">
          {TABS.map((name) => (
            <li key={name} className="grid">
              <Link
                href={tabHref(name)}
                scroll={false}
                aria-current={name === tab ? "page" : undefined}
                className={clsx(
                  "-mb-px grid min-h-12 place-items-center border-b-2 px-1 pb-1 text-center text-sm leading-tight font-semibold -outline-offset-2 transition-colors sm:text-base",
                  name === tab ? "border-primary text-primary-text" : "border-transparent text-ink-soft hover:text-ink",
                )}
              >
                {t(`tabs.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Part key={tab} />
    </>
  );
}

/** What a tab's list is asked for; the page before stays until the next is there. */
const useListInput = () => {
  const { params, search } = useAddress();
  return [{ page: pageOf(params), search: search || undefined }, { placeholderData: keepPreviousData }] as const;
};

function Mentorship() {
  const query = trpc.learning.mentorship.useQuery(...useListInput());
  const suggested = trpc.learning.suggestedMentorship.useQuery();
  return (
    <>
      <SuggestionBox kind="mentorship" suggestion={suggested.data?.data} />
      <Search tab="mentorship" />
      <Results query={query}>
        {(rows) => (
          <CardGrid>
            {rows.map(({ heading, ...entry }) => (
              <VideoCard key={entry.uid} kind="mentorship" entry={{ ...entry, title: heading }} />
            ))}
          </CardGrid>
        )}
      </Results>
    </>
  );
}

function Tutorials() {
  const query = trpc.learning.tutorials.useQuery(...useListInput());
  const suggested = trpc.learning.suggestedTutorial.useQuery();
  return (
    <>
      <SuggestionBox kind="tutorial" suggestion={suggested.data?.data} />
      <Search tab="tutorials" />
      <Results query={query}>
        {(rows) => (
          <CardGrid>
            {rows.map(({ name, ...entry }) => (
              <VideoCard key={entry.uid} kind="tutorial" entry={{ ...entry, title: name }} />
            ))}
          </CardGrid>
        )}
      </Results>
    </>
  );
}

function Universities() {
  const query = trpc.learning.universities.useQuery(...useListInput());
  return (
    <>
      <Search tab="universities" />
      <Results query={query}>
        {(rows) => (
          <CardGrid>
            {rows.map((university) => (
              <UniversityCard key={university.uid} university={university} />
            ))}
          </CardGrid>
        )}
      </Results>
    </>
  );
}

/** The list's heading is read, not shown: the tab above says the same to the eye. */
function Search({ tab }: { tab: Tab }) {
  const t = useTranslations("learning");
  const { search, replace } = useAddress();
  return (
    <>
      <h2 className="sr-only">{t(`tabs.${tab}`)}</h2>
      <div className="mb-6">
        <SearchField label={t(`searchIn.${tab}`)} value={search} onSearch={(next) => replace({ search: next })} />
      </div>
    </>
  );
}
