"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { QUESTION_STATES } from "@/lib/enums/practice";
import { ContentChoice, ContentFilters, MissingChoice } from "@/ui/editing/content-filters";

export function BankFilters({ categories }: { categories: { uid: string; name: string }[] }) {
  const t = useTranslations("practice.editing");
  const format = useFormat();
  const names = new Map(categories.map(({ uid, name }) => [uid, name]));
  return (
    <ContentFilters label={t("search")}>
      <ContentChoice name="category" label={t("category")} choices={[...names.keys()]} words={(uid) => names.get(uid) ?? ""} />
      <ContentChoice name="state" label={t("state")} choices={QUESTION_STATES} words={(state) => t(`states.${state}`)} />
      <MissingChoice words={format.language} />
    </ContentFilters>
  );
}
