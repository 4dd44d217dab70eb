"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { LOCALES, type Locale, localeTag } from "@/lib/locales";
import { trpc } from "@/trpc/client";
import { Section } from "@/ui/editing/parts";
import { useOutcome } from "../../hooks/use-outcome";
import { captionsAtAGlance } from "../../rules";
import { LanguageFile } from "./language-file";
import type { EditedVideo } from "./video-form";

/** The captions of a video, a file per language. */
export function CaptionsEditor({ video: { uid, captions } }: { video: EditedVideo }) {
  const t = useTranslations("learning.editing.captions");
  const learning = useTranslations("learning.video");
  const format = useFormat();
  const outcome = useOutcome();
  const remove = trpc.learning.editing.deleteCaptions.useMutation(outcome(t("removed")));
  const about = (language: Locale) => {
    const own = captions.find((track) => track.language === language);
    if (!own) return null;
    const { count, first } = captionsAtAGlance(own.vtt);
    return (
      <>
        <span>{t("lines", { count })}</span>{" "}
        <q lang={localeTag(language)} dir="auto">
          {first}
        </q>
      </>
    );
  };
  return (
    <Section title={learning("captions")} lead={t("lead")}>
      <ul className="divide-y divide-line border-y border-line">
        {LOCALES.map((language) => (
          <LanguageFile
            key={language}
            route="learningCaptions"
            target={{ uid, language }}
            name={`${learning("captions")}, ${format.language(language)}`}
            about={about(language)}
            said={t("taken")}
            removing={remove.isPending}
            onRemove={() => remove.mutate({ uid, language })}
          />
        ))}
      </ul>
    </Section>
  );
}
