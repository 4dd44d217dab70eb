"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { toApiError, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { BackLink } from "@/ui/back-link";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Section, StateBadge } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import { partHref } from "../../editing/hrefs";
import { useInLocale } from "../../hooks/use-in-locale";
import { useLearningOutcome } from "../../hooks/use-outcome";
import { NotShown } from "../not-shown";
import { DocumentsEditor } from "./documents-editor";
import { type EditedUniversity, UniversityForm } from "./university-form";

/** One university: its page, its documents, and whether people see it. Without an identity in the address a new one. */
export function UniversityEditor() {
  const t = useTranslations("learning.editing.universities");
  const uid = useSearchParams().get("uid") ?? "";
  const back = { href: partHref("universities"), text: t("back") };
  return (
    <>
      <BackLink {...back} />
      {uid ? <Existing key={uid} uid={uid} back={back} /> : <New />}
    </>
  );
}

function New() {
  const t = useTranslations("learning.editing.universities");
  const learning = useTranslations("learning.editing");
  // Whoever may not make one hears it before they have written anything.
  const allowed = trpc.learning.editing.universities.useQuery({ page: 1 });
  if (isMissing(allowed)) return <Refused query={allowed} title={learning("superOnly")} />;
  if (!allowed.data) return <LoadingList />;
  return (
    <>
      <h1 className="mb-6 text-2xl font-bold lg:text-[1.75rem]">{t("new")}</h1>
      <div className="grid gap-6">
        <Alert>{t("newText")}</Alert>
        <UniversityForm university={null} />
      </div>
    </>
  );
}

function Existing({ uid, back }: { uid: string; back: { href: string; text: string } }) {
  const t = useTranslations("learning.university");
  const learning = useTranslations("learning.editing");
  const inLocale = useInLocale();
  const query = trpc.learning.editing.university.useQuery({ uid }, { refetchOnWindowFocus: false });
  if (isMissing(query)) {
    if (toApiError(query.error).code === "forbidden") return <Refused query={query} title={learning("superOnly")} />;
    return <NotShown query={query} missing={t("notFound")} back={back} />;
  }
  if (!query.data) return <LoadingList />;
  const university = query.data.data;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl font-bold lg:text-[1.75rem]">
          <bdi>{inLocale(university.name)}</bdi>
        </h1>
        <StateBadge published={university.published} />
      </div>
      <div className="grid gap-6">
        <UniversityForm university={university} />
        <Section title={t("documents")}>
          <DocumentsEditor university={uid} />
        </Section>
        <Publish university={university} />
      </div>
    </>
  );
}

function Publish({ university: { uid, published } }: { university: EditedUniversity }) {
  const t = useTranslations("learning.editing");
  const editing = useTranslations("editing");
  const outcome = useLearningOutcome();
  const publish = trpc.learning.editing.publishUniversity.useMutation(outcome(editing(published ? "state.taken" : "state.shown")));
  return (
    <Section
      title={editing("state.label")}
      lead={t(published ? "universities.publishedText" : "universities.draftText")}
      action={<StateBadge published={published} />}
    >
      <Button
        look={published ? "outline" : "primary"}
        busy={publish.isPending}
        onClick={() => publish.mutate({ uids: [uid], published: !published })}
      >
        {editing(published ? "state.takeBack" : "state.publish")}
      </Button>
    </Section>
  );
}
