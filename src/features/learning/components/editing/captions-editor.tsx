"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { LOCALES, type Locale, localeTag } from "@/lib/locales";
import { trpc } from "@/trpc/client";
import { Section } from "@/ui/editing/parts";
import { useDeletion } from "../../hooks/use-outcome";
import { captionsAtAGlance } from "../../rules";
import { LanguageFile } from "./language-file";
import type { EditedVideo } from "./video-form";

/** The captions of a video, a file per language. */
export function CaptionsEditor({ video }: { video: EditedVideo }) {
  const t = useTranslations("learning.editing.captions");
  const learning = useTranslations("learning.video");
  return (
    <Section title={learning("captions")} lead={t("lead")}>
      <ul className="divide-y divide-line border-y border-line">
        {LOCALES.map((language) => (
          <Captions key={language} video={video} language={language} />
        ))}
      </ul>
    </Section>
  );
}

function Captions({ video: { uid, captions }, language }: { video: EditedVideo; language: Locale }) {
  const t = useTranslations("learning.editing.captions");
  const learning = useTranslations("learning.video");
  const format = useFormat();
  const remove = trpc.learning.editing.deleteCaptions.useMutation(useDeletion()(t("removed")));
  const own = captions.find((track) => track.language === language);
  return (
    <LanguageFile
      route="learningCaptions"
      target={{ uid, language }}
      name={`${learning("captions")}, ${format.language(language)}`}
      about={own ? <Glance vtt={own.vtt} language={language} /> : null}
      said={t("taken")}
      version={own?.version}
      removal={remove}
    />
  );
}

function Glance({ vtt, language }: { vtt: string; language: Locale }) {
  const t = useTranslations("learning.editing.captions");
  const { count, first } = captionsAtAGlance(vtt);
  return (
    <>
      <span>{t("lines", { count })}</span>{" "}
      <q lang={localeTag(language)} dir="auto">
        {first}
      </q>
    </>
  );
}
