"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { Badge } from "@/ui/card";
import type { FormBriefDto } from "../dto";

/** Whether a form is filled in, and whether what is built differs from it. */
export function FormState({ form: { published, changed, archived } }: { form: Pick<FormBriefDto, "published" | "changed" | "archived"> }) {
  const t = useTranslations("trades.forms.states");
  const format = useFormat();
  if (archived) return <Badge tone="neutral">{t("archived")}</Badge>;
  if (published === null) return <Badge tone="warning">{t("draft")}</Badge>;
  return (
    <>
      <Badge tone="success">{t("published", { number: format.number(published) })}</Badge>
      {changed ? <Badge tone="warning">{t("changed")}</Badge> : null}
    </>
  );
}
