"use client";

import { ChatBubbleLeftRightIcon, MagnifyingGlassIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useSession } from "@/features/account/hooks/use-session";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { Card, Notice } from "@/ui/card";
import { SearchField } from "@/ui/search-field";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { type FaqEntry, type FaqPlace, useFaq } from "../hooks/use-faq";
import { askHref } from "../rules";
import { Entry } from "./entry";

/** Frequent questions: searched, or by category. What is searched for stands in the address. */
export function Faq({ place }: { place: FaqPlace }) {
  const t = useTranslations("faq");
  const { signedIn } = useSession();
  const { search, replace } = useAddress();
  const query = useFaq(place, search);
  const ask = (question: string) => askHref(place === "dashboard" || signedIn, question);
  return (
    <>
      <div className={clsx("mb-8", place === "public" && "[&_search]:mx-auto")}>
        <SearchField label={t("search")} value={search} onSearch={(next) => replace({ search: next })} />
      </div>
      {isComing(query) ? <LoadingList /> : null}
      {isMissing(query) ? <LoadFailed query={query} /> : null}
      {query.data && !isMissing(query) ? (
        <div className={clsx("transition-opacity", query.isPlaceholderData && "opacity-55")} aria-busy={query.isPlaceholderData}>
          {search ? (
            <div className={clsx("max-w-3xl", place === "public" && "mx-auto")}>
              <Found entries={query.data.data} exact={query.data.meta.exact} search={search} ask={ask} />
            </div>
          ) : (
            <Categories entries={query.data.data} ask={ask} />
          )}
        </div>
      ) : null}
    </>
  );
}

interface ListProps {
  entries: FaqEntry[];
  /** Where support is asked this question. */
  ask: (question: string) => string;
}

function Found({ entries, exact, search, ask }: ListProps & { exact: boolean; search: string }) {
  const t = useTranslations("faq");
  const { href } = useAddress();
  if (entries.length === 0)
    return (
      <Notice icon={<MagnifyingGlassIcon />} title={t("nothing", { search })} text={t("nothingText")}>
        <ButtonLink href={ask(search)} icon={<ChatBubbleLeftRightIcon className="size-5" />}>
          {t("ask")}
        </ButtonLink>
        <ButtonLink href={href({ search: undefined })} look="outline">
          {t("showAll")}
        </ButtonLink>
      </Notice>
    );
  return (
    <section>
      <div role="status">
        <h2 className="mb-4 text-lg font-semibold">{exact ? t("found", { count: entries.length }) : t("near", { search })}</h2>
      </div>
      <Entries entries={entries} ask={ask} named />
      <AskCard href={ask(search)} />
    </section>
  );
}

function Categories({ entries, ask }: ListProps) {
  const t = useTranslations("faq");
  const categories = [...new Map(entries.map(({ category }) => [category.slug, category])).values()];
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav aria-label={t("topics")} className="lg:sticky lg:top-28 lg:self-start">
        <ul className="flex flex-wrap gap-2 lg:grid lg:gap-1">
          {categories.map(({ slug, name }) => (
            <li key={slug}>
              <a
                href={`#topic-${slug}`}
                className="flex min-h-10 items-center rounded-full border border-line-strong/60 bg-surface px-4 text-[0.95rem] font-medium text-ink transition-colors hover:border-line-strong hover:bg-sunken lg:rounded-box lg:border-transparent lg:bg-transparent lg:px-3"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid gap-10">
        {categories.map(({ slug, name }) => (
          <section key={slug} aria-labelledby={`topic-${slug}`}>
            <h2 id={`topic-${slug}`} className="mb-3 text-xl font-bold">
              {name}
            </h2>
            <Entries entries={entries.filter(({ category }) => category.slug === slug)} ask={ask} />
          </section>
        ))}
        <AskCard href={ask("")} />
      </div>
    </div>
  );
}

function Entries({ entries, ask, named = false }: ListProps & { named?: boolean }) {
  return (
    <Card className="divide-y divide-line">
      {entries.map((entry) => (
        <Entry key={entry.uid} entry={entry} askHref={ask(entry.question)} named={named} />
      ))}
    </Card>
  );
}

function AskCard({ href }: { href: string }) {
  const t = useTranslations("faq");
  return (
    <Card className="mt-6 flex flex-wrap items-center justify-between gap-4 p-5 sm:p-6">
      <div>
        <h2 className="font-semibold">{t("askTitle")}</h2>
        <p className="mt-1 text-ink-soft">{t("askText")}</p>
      </div>
      <ButtonLink href={href} look="outline" icon={<ChatBubbleLeftRightIcon className="size-5" />}>
        {t("ask")}
      </ButtonLink>
    </Card>
  );
}
