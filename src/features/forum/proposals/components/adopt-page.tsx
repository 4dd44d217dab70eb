"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { z } from "zod";
import { useSession } from "@/features/account/hooks/use-session";
import { questionEditorHref } from "@/features/practice/bank/hrefs";
import { BANK, listsOf } from "@/features/practice/bank/rules";
import { minutesField } from "@/features/practice/minutes/schema";
import { useFormat } from "@/i18n/use-format";
import { translated } from "@/lib/localized-schemas";
import { EMPTY_TEXT, untranslated } from "@/lib/localized-text";
import { api, toApiError, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Notice } from "@/ui/card";
import { Section } from "@/ui/editing/parts";
import { FormTabs, TranslatedArea, useFormLanguage } from "@/ui/editing/translated-fields";
import { SelectField, TextField } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { LoadingList } from "@/ui/spinner";
import { useRouter } from "@/ui/use-router";
import { PROPOSALS } from "../../hrefs";
import { useCare } from "../../moderation/hooks/use-care";
import { isVisible } from "../../rules";
import type { ProposalDto } from "../dto";
import { mayAdopt } from "../rules";

/** A point of the guidance stands on a line of its own. */
const entered = z.object({
  categoryId: z.uuid("choice"),
  readingTime: minutesField,
  answerTime: minutesField,
  text: translated(BANK.text),
  guidance: translated(BANK.points * (BANK.point + 1)),
});
type Entered = z.infer<typeof entered>;

/** Where a proposed question is written as it will stand in the bank. */
export function AdoptPage() {
  const t = useTranslations("forum.care.proposals");
  const { userId } = useSession();
  const uid = useSearchParams().get("uid") ?? "";
  const query = trpc.forum.proposals.view.useQuery({ uid }, { refetchOnWindowFocus: false });
  const categories = trpc.practice.categories.useQuery();
  if (isMissing(query)) return <Refused query={query} />;
  if (isMissing(categories)) return <LoadFailed query={categories} />;
  if (!query.data || !categories.data) return <LoadingList />;
  const { state, post, proposer } = query.data.data;
  const proposerId = proposer?.uid ?? null;
  if (!mayAdopt({ state, post, proposerId }, userId ?? ""))
    return (
      <Notice
        level={1}
        title={t(proposerId === userId ? "own" : "decided")}
        text={t(proposerId === userId ? "ownText" : isVisible(post.state) ? `states.${state}` : "unseen")}
      >
        <ButtonLink href={PROPOSALS}>{t("back")}</ButtonLink>
      </Notice>
    );
  return (
    <>
      <BackLink href={PROPOSALS} text={t("back")} />
      <AdoptForm key={uid} proposal={query.data.data} categories={categories.data.data} />
    </>
  );
}

function AdoptForm({ proposal, categories }: { proposal: ProposalDto; categories: { uid: string; name: string }[] }) {
  const { uid, question, company, role, askedOn, locale } = proposal;
  const t = useTranslations("forum.care.proposals");
  const editing = useTranslations("editing.texts");
  const common = useTranslations("common");
  const format = useFormat();
  const router = useRouter();
  const { done } = useCare();
  const form = useZodForm<Entered>(entered, {
    categoryId: "",
    readingTime: 1,
    answerTime: 2,
    text: { ...EMPTY_TEXT, [locale]: question },
    guidance: EMPTY_TEXT,
  });
  const { register, errorOf, formState } = form;
  const shown = useFormLanguage(formState);
  useFormDraft(form, `forum-adopt-${uid}`);
  const { text, guidance } = form.watch();
  const submit = form.handleSubmit(async (values) => {
    try {
      const { data } = await api.forum.proposals.adopt.mutate({ uid, ...values, guidance: listsOf(values.guidance) });
      form.reset();
      await done(t("adopted"));
      router.replace(data.questionId ? questionEditorHref(data.questionId) : PROPOSALS);
    } catch (error) {
      const refusal = toApiError(error);
      // A point of the guidance is a line of its field.
      const issues = refusal.issues.map((issue) => ({ ...issue, path: issue.path.slice(0, 2) }));
      form.showRefusal({ ...refusal, issues }, common("offlineKept"));
    }
  });
  return (
    <form ref={shown.form} noValidate className="grid gap-6" onSubmit={submit}>
      <header>
        <h1 className="text-2xl font-bold lg:text-[1.75rem]">{t("adoptTitle")}</h1>
        <p className="mt-1.5 text-ink-soft" dir="auto">
          {question}
        </p>
        <p className="mt-1 text-sm text-ink-soft">{t("asked", { company, role, date: format.day(askedOn) })}</p>
      </header>
      <Section title={editing("title")} lead={t("adoptLead")}>
        <FormTabs {...shown.tabs} missing={untranslated([text, guidance])}>
          {(language) => (
            <>
              <TranslatedArea
                language={language}
                label={t("question")}
                rows={3}
                maxLength={BANK.text}
                error={errorOf(`text.${language}`)}
                {...register(`text.${language}`)}
              />
              <TranslatedArea
                language={language}
                label={t("guidance")}
                help={t("guidanceHelp")}
                rows={6}
                error={errorOf(`guidance.${language}`)}
                {...register(`guidance.${language}`)}
              />
            </>
          )}
        </FormTabs>
      </Section>
      <Section title={t("place")}>
        <div className="grid gap-5 sm:grid-cols-3">
          <SelectField label={t("category")} error={errorOf("categoryId")} {...register("categoryId")}>
            <option value="">{t("chooseCategory")}</option>
            {categories.map((category) => (
              <option key={category.uid} value={category.uid}>
                {category.name}
              </option>
            ))}
          </SelectField>
          <TextField
            type="number"
            min={0.5}
            max={60}
            step={0.5}
            label={t("readingTime")}
            error={errorOf("readingTime")}
            {...register("readingTime", { valueAsNumber: true })}
          />
          <TextField
            type="number"
            min={0.5}
            max={60}
            step={0.5}
            label={t("answerTime")}
            error={errorOf("answerTime")}
            {...register("answerTime", { valueAsNumber: true })}
          />
        </div>
      </Section>
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      <Button type="submit" className="justify-self-start" busy={formState.isSubmitting}>
        {t("adopt")}
      </Button>
    </form>
  );
}
