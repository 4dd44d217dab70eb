"use client";

import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions, Field, Label } from "@headlessui/react";
import { ChevronDownIcon, XMarkIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useController } from "react-hook-form";
import { PAGE_SIZE } from "@/lib/constants";
import { trpc } from "@/trpc/client";
import { IconButton } from "@/ui/button";
import { MENU_ITEM } from "@/ui/menu";
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
  return trpc.useQueries((t) => pages.map((page) => t.practice.questions(page, FOREVER))).flatMap(({ data }) => data?.data ?? []);
}

/** The question that is practised right after the video: typed in part, and chosen from the bank. */
export function QuestionField({ form }: { form: VideoForm }) {
  const t = useTranslations("learning.editing.question");
  const { field } = useController({ control: form.control, name: "question" });
  const [wanted, setWanted] = useState(false);
  const [typed, setTyped] = useState("");
  const questions = useQuestions(wanted);
  const chosen = trpc.practice.question.useQuery({ uid: field.value ?? "" }, { enabled: field.value !== null, ...FOREVER });
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const matching = questions.filter(({ text }) => words.every((word) => text.toLocaleLowerCase().includes(word))).slice(0, SHOWN);
  const textOf = (uid: string | null) =>
    (uid && (questions.find((question) => question.uid === uid)?.text ?? (uid === field.value ? chosen.data?.data.text : ""))) || "";
  return (
    <Field>
      <Label className="mb-1.5 block text-[0.95rem] font-semibold">{t("label")}</Label>
      <Combobox value={field.value} onChange={(uid: string | null) => field.onChange(uid)} onClose={() => setTyped("")}>
        <div className="relative">
          <ComboboxInput
            ref={field.ref}
            dir="auto"
            autoComplete="off"
            placeholder={t("placeholder")}
            displayValue={textOf}
            onFocus={() => setWanted(true)}
            onChange={({ target }) => setTyped(target.value)}
            className="block h-12 w-full truncate rounded-box border border-line-strong/70 bg-surface ps-3.5 pe-24 text-ink placeholder:text-ink-soft/80 hover:border-line-strong"
          />
          <div className="absolute inset-y-0 end-0.5 flex items-center">
            {field.value === null ? null : (
              <IconButton label={t("none")} onClick={() => field.onChange(null)}>
                <XMarkIcon />
              </IconButton>
            )}
            <ComboboxButton className="grid size-11 place-items-center text-ink-soft" aria-label={t("open")}>
              <ChevronDownIcon className="size-5" aria-hidden="true" />
            </ComboboxButton>
          </div>
        </div>
        <ComboboxOptions
          anchor="bottom"
          modal={false}
          className="z-40 max-h-80! w-(--input-width) overflow-y-auto rounded-box border border-line bg-surface p-1.5 shadow-float [--anchor-gap:6px]"
        >
          {matching.map(({ uid, text }) => (
            <ComboboxOption key={uid} value={uid} className={`${MENU_ITEM} cursor-pointer py-2 data-selected:text-primary-text`}>
              <bdi>{text}</bdi>
            </ComboboxOption>
          ))}
          {matching.length === 0 ? <p className="px-3 py-2 text-ink-soft">{t("nothing")}</p> : null}
        </ComboboxOptions>
      </Combobox>
      <p className="mt-1.5 text-sm text-ink-soft">{t("help")}</p>
    </Field>
  );
}
