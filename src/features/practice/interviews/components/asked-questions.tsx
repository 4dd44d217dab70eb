"use client";

import { LinkIcon, MicrophoneIcon, PlusIcon, TrashIcon, XMarkIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import { type UseFieldArrayReturn, useWatch } from "react-hook-form";
import { useFormat } from "@/i18n/use-format";
import { Button, ButtonLink, IconButton } from "@/ui/button";
import { SelectField, TextArea } from "@/ui/field";
import { DialogMissing, lazyPart } from "@/ui/lazy-part";
import type { InterviewDetailDto } from "../dto";
import { INTERVIEW, isOwnWords } from "../rules";
import type { InterviewInput } from "../schema";
import type { InterviewFormState } from "./interview-form";

const QuestionDialog = lazyPart(() => import("../../components/question-dialog").then((part) => part.QuestionDialog), {
  missing: DialogMissing,
});

const SCORES = [1, 2, 3, 4, 5] as const;
const scoreOrNull = { setValueAs: (text: string | number | null) => (text ? Number(text) : null) };

/** A question that was asked, and where. */
interface Told {
  question: string;
  company: string;
  role: string;
  askedOn: string;
}

/** What proposes a question for the bank. @param told what the log says of it at that moment */
export type Propose = (number: string, told: () => Told) => ReactNode;

interface AskedQuestionsProps {
  form: InterviewFormState;
  list: UseFieldArrayReturn<InterviewInput, "questions">;
  /** What is kept of the interview: it says what the linked questions of the bank are called. */
  known: InterviewDetailDto["questions"];
  propose: Propose | undefined;
}

/** What was asked, in the order in which it was; each may be linked to the bank, and practised from here. */
export function AskedQuestions({ form, list, known, propose }: AskedQuestionsProps) {
  const t = useTranslations("practice.interviews.questions");
  const format = useFormat();
  const { fields, append, remove } = list;
  const adder = useRef<HTMLDivElement>(null);
  const [linking, setLinking] = useState<number>();
  const [found, setFound] = useState<Record<string, string>>({});
  const wordsOf = (uid: string): string | undefined =>
    found[uid] ?? known.find((asked) => asked.question_id === uid)?.question ?? undefined;
  const bank = [...Object.values(found), ...known.map(({ question }) => question)];
  const told = (at: number): Told => {
    const { company, role, date, questions } = form.getValues();
    return { question: questions[at]?.text ?? "", company, role, askedOn: date };
  };
  const link = (at: number, question: { uid: string; text: string } | null) => {
    form.setValue(`questions.${at}.question_id`, question?.uid ?? null, { shouldDirty: true });
    // Nobody types what the bank says already.
    if (question && !form.getValues(`questions.${at}.text`).trim())
      form.setValue(`questions.${at}.text`, question.text.slice(0, INTERVIEW.question), { shouldDirty: true, shouldValidate: true });
    if (question) setFound((all) => ({ ...all, [question.uid]: question.text }));
    setLinking(undefined);
  };
  return (
    <div className="grid gap-5">
      {fields.length > 0 ? (
        <ol className="grid gap-6">
          {fields.map(({ id }, at) => (
            <li key={id} className="not-first:border-t not-first:border-line not-first:pt-5">
              <Asked
                form={form}
                at={at}
                wordsOf={wordsOf}
                bank={bank}
                propose={propose?.(format.number(at + 1), () => told(at))}
                onLink={() => setLinking(at)}
                onUnlink={() => link(at, null)}
                onRemove={() => {
                  remove(at);
                  adder.current?.querySelector("button")?.focus();
                }}
              />
            </li>
          ))}
        </ol>
      ) : null}
      {fields.length < INTERVIEW.questions ? (
        <div ref={adder}>
          <Button
            look="outline"
            size="sm"
            icon={<PlusIcon className="size-4" />}
            onClick={() => append({ text: "", question_id: null, went: null }, { focusName: `questions.${fields.length}.text` })}
          >
            {t("add")}
          </Button>
        </div>
      ) : null}
      {linking === undefined ? null : (
        <QuestionDialog title={t("findTitle")} onClose={() => setLinking(undefined)} onChoose={(question) => link(linking, question)} />
      )}
    </div>
  );
}

interface AskedProps {
  form: InterviewFormState;
  at: number;
  wordsOf: (uid: string) => string | undefined;
  bank: readonly (string | null)[];
  propose: ReactNode;
  onLink: () => void;
  onUnlink: () => void;
  onRemove: () => void;
}

function Asked({ form, at, wordsOf, bank, propose, onLink, onUnlink, onRemove }: AskedProps) {
  const t = useTranslations("practice.interviews.questions");
  const format = useFormat();
  const number = format.number(at + 1);
  const linked = form.watch(`questions.${at}.question_id`);
  // One that is being removed has none for a moment.
  const text = useWatch({ control: form.control, name: `questions.${at}.text` }) ?? "";
  const words = linked ? wordsOf(linked) : undefined;
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2">
        <TextArea
          label={t("text", { number })}
          rows={2}
          maxLength={INTERVIEW.question}
          error={form.errorOf(`questions.${at}.text`)}
          {...form.register(`questions.${at}.text`)}
        />
        <IconButton label={t("remove", { number })} className="mt-7.5" onClick={onRemove}>
          <TrashIcon />
        </IconButton>
      </div>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="w-40">
          <SelectField
            label={t("went")}
            error={form.errorOf(`questions.${at}.went`)}
            {...form.register(`questions.${at}.went`, scoreOrNull)}
          >
            <option value="">{t("wentUnsaid")}</option>
            {SCORES.map((score) => (
              <option key={score} value={score}>
                {t("wentOf", { score: format.number(score) })}
              </option>
            ))}
          </SelectField>
        </div>
        {linked && words ? (
          <ButtonLink
            look="outline"
            href={`/dashboard/practice/session?question=${linked}`}
            icon={<MicrophoneIcon className="size-5" />}
            aria-label={t("practiseLabel", { number })}
          >
            {t("practise")}
          </ButtonLink>
        ) : null}
        {linked ? null : (
          <Button look="outline" icon={<LinkIcon className="size-5" />} aria-label={t("findLabel", { number })} onClick={onLink}>
            {t("find")}
          </Button>
        )}
        {!linked && isOwnWords(text, bank) ? propose : null}
      </div>
      {linked ? (
        <p className="flex items-center gap-1 text-sm text-ink-soft">
          <span className="min-w-0" dir="auto">
            {t("inBank", { question: words ?? t("gone") })}
          </span>
          <IconButton label={t("unlink", { number })} className="size-9! [&_svg]:size-5!" onClick={onUnlink}>
            <XMarkIcon />
          </IconButton>
        </p>
      ) : null}
    </div>
  );
}
