"use client";

import { getMutationKey } from "@trpc/react-query";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { LOCALES } from "@/lib/locales";
import { trpc } from "@/trpc/client";
import { useUnderWay } from "@/trpc/under-way";
import { useErrorToast } from "@/trpc/use-error";

const SAVE = getMutationKey(trpc.peerReview.assignments.saveLanguages);

/** In which languages somebody understands an answer well enough to review it; a choice counts as soon as it is made. */
export function LanguageChoice({ languages: kept }: { languages: readonly string[] }) {
  const t = useTranslations("peerReview.give");
  const showError = useErrorToast();
  const format = useFormat();
  const utils = trpc.useUtils();
  const save = trpc.peerReview.assignments.saveLanguages.useMutation({
    // One after the other, so that the last choice is also the last that the server hears.
    scope: { id: "peerReview.saveLanguages" },
    onSuccess: ({ data }) => utils.peerReview.overview.setData(undefined, (old) => old && { data: { ...old.data, ...data } }),
    onError: showError,
    onSettled: () => void utils.peerReview.overview.invalidate(),
  });
  const languages = useUnderWay<{ languages: readonly string[] }>(SAVE).at(-1)?.languages ?? kept;
  return (
    <fieldset className="border-t border-line pt-4">
      <legend className="float-start mb-1 w-full text-[0.95rem] font-semibold">{t("languages")}</legend>
      <p className="clear-both text-sm text-ink-soft">{t("languagesHelp")}</p>
      <div className="mt-1 flex flex-wrap gap-x-6">
        {LOCALES.map((locale) => {
          const chosen = languages.includes(locale);
          return (
            <label key={locale} className="flex min-h-11 items-center gap-3 font-medium">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-primary"
                checked={chosen}
                // One has to stay: whoever understands none reviews nothing.
                disabled={chosen && languages.length === 1}
                onChange={() => save.mutate({ languages: LOCALES.filter((one) => (one === locale ? !chosen : languages.includes(one))) })}
              />
              {format.language(locale)}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
