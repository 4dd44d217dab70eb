"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useLanguage } from "@/i18n/use-language";
import type { QuestionState } from "@/lib/enums/practice";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { useErrorToast } from "@/trpc/use-error";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Notice } from "@/ui/card";
import { Section } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import { notify, offerUndo } from "@/ui/toast";
import { useTurn } from "../hooks/use-turn";
import { BANK_ADMIN } from "../hrefs";
import { question as life } from "../rules";
import { QuestionForm } from "./question-form";
import { QuestionVersions } from "./question-versions";
import { QuestionStateBadge } from "./state-badge";

export type EditedQuestion = RouterOutputs["practice"]["bank"]["question"]["data"];
export type EditedCategories = { uid: string; name: string; retired: boolean }[];

/** One question in all languages, its state and its versions. Without an identity in the address a new one. */
export function QuestionEditor() {
  const t = useTranslations("practice.editing");
  const language = useLanguage();
  const uid = useSearchParams().get("uid") ?? "";
  // Whoever may not edit hears it before they have written anything.
  const query = trpc.practice.editedCategories.list.useQuery();
  if (isMissing(query)) return <Refused query={query} />;
  if (!query.data) return <LoadingList />;
  const categories = query.data.data.map(({ uid: id, name, retired }) => ({ uid: id, name: name[language], retired }));
  return (
    <>
      <BackLink href={BANK_ADMIN} text={t("back")} />
      {uid ? <Existing key={uid} uid={uid} categories={categories} /> : <New categories={categories} />}
    </>
  );
}

function New({ categories }: { categories: EditedCategories }) {
  const t = useTranslations("practice.editing");
  return (
    <>
      <h1 className="mb-6 text-2xl font-bold lg:text-[1.75rem]">{t("new")}</h1>
      <div className="grid gap-6">
        <Alert>{t("newText")}</Alert>
        <QuestionForm question={null} categories={categories} />
      </div>
    </>
  );
}

function Existing({ uid, categories }: { uid: string; categories: EditedCategories }) {
  const t = useTranslations("practice.editing");
  const common = useTranslations("common");
  const language = useLanguage();
  const query = trpc.practice.bank.question.useQuery({ uid }, { refetchOnWindowFocus: false });
  if (isMissing(query)) {
    const { code, message } = toApiError(query.error);
    const gone = code === "notFound" || code === "invalidInput";
    return (
      <Notice level={1} tone="danger" title={gone ? t("notFound") : (message ?? common("offline"))}>
        {gone ? null : <Button onClick={() => void query.refetch()}>{common("retry")}</Button>}
        <ButtonLink href={BANK_ADMIN} look="outline">
          {t("back")}
        </ButtonLink>
      </Notice>
    );
  }
  if (!query.data) return <LoadingList />;
  const question = query.data.data;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl font-bold lg:text-[1.75rem]">
          <bdi>{question.text[language] || question.text.en}</bdi>
        </h1>
        <QuestionStateBadge state={question.state} />
      </div>
      <div className="grid gap-6">
        <QuestionForm question={question} categories={categories} />
        <Turn question={question} />
        <QuestionVersions question={question} />
      </div>
    </>
  );
}

const STEPS = ["published", "draft", "retired"] as const;

/** Where the question stands, and where it may go. */
function Turn({ question: { uid, state } }: { question: EditedQuestion }) {
  const t = useTranslations("practice.editing");
  const table = useTranslations("ui.table");
  const showError = useErrorToast();
  const { turn } = useTurn();
  const [busy, setBusy] = useState<QuestionState>();
  const go = async (to: QuestionState) => {
    setBusy(to);
    try {
      const { done, undo } = await turn([{ uid, state }], to);
      const back = async () => {
        try {
          await undo?.();
        } catch (error) {
          showError(error);
          throw error;
        }
      };
      if (undo) offerUndo(done, table("undo"), back);
      else notify("success", done);
    } catch (error) {
      showError(error);
    }
    setBusy(undefined);
  };
  return (
    <Section title={t("state")} lead={t(`stateTexts.${state}`)} action={<QuestionStateBadge state={state} />}>
      <div className="flex flex-wrap gap-3">
        {STEPS.filter((to) => life.can(state, to, "admin")).map((to) => (
          <Button key={to} look={to === "published" ? "primary" : "outline"} busy={busy === to} onClick={() => void go(to)}>
            {t(`turn.${to}`)}
          </Button>
        ))}
      </div>
    </Section>
  );
}
