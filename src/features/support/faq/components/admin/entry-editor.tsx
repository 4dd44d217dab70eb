"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useLanguage } from "@/i18n/use-language";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Notice } from "@/ui/card";
import { Section, StateBadge } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import { useFaqOutcome } from "../../hooks/use-outcome";
import { FAQ_ADMIN } from "../../hrefs";
import { EntryForm } from "./entry-form";

export type EditedEntry = RouterOutputs["support"]["faq"]["editing"]["entry"]["data"];

/** One frequent question in all languages, and whether people see it. Without an identity in the address a new one. */
export function EntryEditor() {
  const t = useTranslations("faq.editing");
  const uid = useSearchParams().get("uid") ?? "";
  // Whoever may not edit hears it before they have written anything.
  const categories = trpc.support.faq.editing.categories.useQuery();
  if (isMissing(categories)) return <Refused query={categories} />;
  if (!categories.data) return <LoadingList />;
  return (
    <>
      <BackLink href={FAQ_ADMIN} text={t("back")} />
      {uid ? <Existing key={uid} uid={uid} categories={categories.data.data} /> : <New categories={categories.data.data} />}
    </>
  );
}

export type Categories = RouterOutputs["support"]["faq"]["editing"]["categories"]["data"];

function New({ categories }: { categories: Categories }) {
  const t = useTranslations("faq.editing");
  return (
    <>
      <h1 className="mb-6 text-2xl font-bold lg:text-[1.75rem]">{t("new")}</h1>
      <div className="grid gap-6">
        <Alert>{t("newText")}</Alert>
        <EntryForm entry={null} categories={categories} />
      </div>
    </>
  );
}

function Existing({ uid, categories }: { uid: string; categories: Categories }) {
  const t = useTranslations("faq.editing");
  const common = useTranslations("common");
  const language = useLanguage();
  const query = trpc.support.faq.editing.entry.useQuery({ uid }, { refetchOnWindowFocus: false });
  if (isMissing(query)) {
    const { code, message } = toApiError(query.error);
    const gone = code === "notFound" || code === "invalidInput";
    return (
      <Notice level={1} tone="danger" title={gone ? t("notFound") : (message ?? common("offline"))}>
        {gone ? null : <Button onClick={() => void query.refetch()}>{common("retry")}</Button>}
        <ButtonLink href={FAQ_ADMIN} look="outline">
          {t("back")}
        </ButtonLink>
      </Notice>
    );
  }
  if (!query.data) return <LoadingList />;
  const entry = query.data.data;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl font-bold lg:text-[1.75rem]">
          <bdi>{entry.question[language] || entry.question.en}</bdi>
        </h1>
        <StateBadge published={entry.published} />
      </div>
      <div className="grid gap-6">
        <EntryForm entry={entry} categories={categories} />
        <Publish entry={entry} />
      </div>
    </>
  );
}

function Publish({ entry: { uid, slug, published } }: { entry: EditedEntry }) {
  const t = useTranslations("faq.editing");
  const editing = useTranslations("editing.state");
  const outcome = useFaqOutcome();
  const publish = trpc.support.faq.editing.publish.useMutation(outcome(editing(published ? "taken" : "shown")));
  return (
    <Section title={editing("label")} lead={t(published ? "publishedText" : "draftText")} action={<StateBadge published={published} />}>
      <div className="flex flex-wrap gap-3">
        <Button
          look={published ? "outline" : "primary"}
          busy={publish.isPending}
          onClick={() => publish.mutate({ uids: [uid], published: !published })}
        >
          {editing(published ? "takeBack" : "publish")}
        </Button>
        {published ? (
          <ButtonLink href={`/faq#${slug}`} look="ghost">
            {t("view")}
          </ButtonLink>
        ) : null}
      </div>
    </Section>
  );
}
