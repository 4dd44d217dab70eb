"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useController } from "react-hook-form";
import { PAGE_SIZE } from "@/lib/constants";
import { trpc } from "@/trpc/client";
import { isMissing, useWhyNothing } from "@/trpc/load-failed";
import { ComboField } from "@/ui/combo-field";
import type { VideoForm } from "./video-form";

/** So many are shown at once; whoever looks for another types more of it. */
const SHOWN = 50;
const FOREVER = { staleTime: Number.POSITIVE_INFINITY } as const;

/** All questions of the bank, asked for once somebody looks for one. */
function useQuestions(wanted: boolean) {
  const categories = trpc.practice.categories.useQuery(undefined, FOREVER);
  const pages = (wanted ? (categories.data?.data ?? []) : []).flatMap(({ uid, questions }) =>
    Array.from({ length: Math.ceil(questions / PAGE_SIZE) }, (_, at) => ({ category_id: uid, page: at + 1 })),
  );
  const found = trpc.useQueries((t) => pages.map((page) => t.practice.questions(page, FOREVER)));
  return { questions: found.flatMap(({ data }) => data?.data ?? []), lacking: [categories, ...found].filter(({ data }) => !data) };
}

/** The question that is practised right after the video: typed in part, and chosen from the bank. */
export function QuestionField({ form }: { form: VideoForm }) {
  const t = useTranslations("learning.editing.question");
  const { field } = useController({ control: form.control, name: "question" });
  const [wanted, setWanted] = useState(false);
  const [typed, setTyped] = useState("");
  const whyNothing = useWhyNothing();
  const { questions, lacking } = useQuestions(wanted);
  const chosen = trpc.practice.question.useQuery({ uid: field.value ?? "" }, { enabled: field.value !== null, ...FOREVER });
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const matching = questions.filter(({ text }) => words.every((word) => text.toLocaleLowerCase().includes(word))).slice(0, SHOWN);
  const textOf = (uid: string | null) =>
    (uid && (questions.find((question) => question.uid === uid)?.text ?? (uid === field.value ? chosen.data?.data.text : ""))) || "";
  return (
    <ComboField
      label={t("label")}
      help={t("help")}
      placeholder={t("placeholder")}
      value={field.value}
      options={matching.map(({ uid, text }) => ({ value: uid, text }))}
      textOf={textOf}
      onChange={field.onChange}
      onType={setTyped}
      onFocus={() => {
        setWanted(true);
        for (const query of lacking) if (isMissing(query)) void query.refetch();
      }}
      openLabel={t("open")}
      noneLabel={t("none")}
      nothing={whyNothing(lacking.find(isMissing) ?? lacking[0], t("nothing"))}
      inputRef={field.ref}
    />
  );
}
