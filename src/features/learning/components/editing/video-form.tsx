"use client";

import { useTranslations } from "next-intl";
import { type UseFieldArrayReturn, useFieldArray } from "react-hook-form";
import { VIDEO_KINDS } from "@/lib/enums/learning";
import { EMPTY_TEXT, untranslated } from "@/lib/localized-text";
import { api, type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { ContentFormEnd, useContentForm } from "@/ui/editing/content-form";
import { Section } from "@/ui/editing/parts";
import { FormTabs, TranslatedArea, TranslatedField, useFormLanguage } from "@/ui/editing/translated-fields";
import { SelectField, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { editVideoHref } from "../../editing/hrefs";
import { DESCRIPTION_MAX, TITLE_MAX, type VideoInput, videoInput } from "../../editing/schema";
import { Chapters } from "./chapters";
import { MeantFor } from "./meant-for";
import { QuestionField } from "./question-field";

export type EditedVideo = RouterOutputs["learning"]["editing"]["video"]["data"];
export type VideoForm = ReturnType<typeof useZodForm<VideoInput>>;
export type ChapterList = UseFieldArrayReturn<VideoInput, "chapters">;

/** Today where the editor is. */
const today = (): string => new Intl.DateTimeFormat("en-CA", { dateStyle: "short" }).format(new Date());

function toForm(video: EditedVideo | null): VideoInput {
  if (!video)
    return {
      kind: "tutorial",
      title: EMPTY_TEXT,
      description: EMPTY_TEXT,
      date: today(),
      chapters: [],
      scales: [],
      categories: [],
      question: null,
    };
  const { uid, version, kind, title, description, date, chapters, scales, categories, question } = video;
  return { uid, version, kind, title, description, date, chapters, scales, categories, question };
}

/** A video's texts, and what it belongs to. */
export function VideoForm({ video }: { video: EditedVideo | null }) {
  const t = useTranslations("learning.editing");
  const editing = useTranslations("editing");
  const library = useTranslations("learning.library");
  const utils = trpc.useUtils();
  const form = useZodForm(videoInput, toForm(video), { stays: true });
  const { formState, register, errorOf } = form;
  const shown = useFormLanguage(formState);
  const list = useFieldArray({ control: form.control, name: "chapters" });
  const content = useContentForm(form, {
    draft: "learning.video",
    row: video,
    toForm,
    save: async (values) => (await api.learning.editing.saveVideo.mutate(values)).data,
    refusalOf: toApiError,
    refresh: () => utils.learning.invalidate(),
    href: editVideoHref,
  });
  const { title, description, chapters } = form.watch();

  return (
    <form ref={shown.form} noValidate className="grid gap-6" onSubmit={content.submit}>
      <Section title={editing("texts.title")} lead={editing("texts.lead")}>
        <FormTabs {...shown.tabs} missing={untranslated([title, description, ...chapters.map((chapter) => chapter.title)])}>
          {(language) => (
            <>
              <TranslatedField
                language={language}
                label={t("texts.name")}
                maxLength={TITLE_MAX}
                error={errorOf(`title.${language}`)}
                {...register(`title.${language}`)}
              />
              <TranslatedArea
                language={language}
                label={t("texts.description")}
                maxLength={DESCRIPTION_MAX}
                error={errorOf(`description.${language}`)}
                {...register(`description.${language}`)}
              />
              <Chapters form={form} list={list} language={language} />
            </>
          )}
        </FormTabs>
      </Section>
      <Section title={t("video.belongs")} lead={t("video.belongsText")}>
        <div className="grid gap-6">
          <div className="grid gap-5 sm:grid-cols-2">
            <SelectField label={library("kind")} error={errorOf("kind")} {...register("kind")}>
              {VIDEO_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {library(`kinds.${kind}`)}
                </option>
              ))}
            </SelectField>
            <TextField label={t("video.date")} type="date" error={errorOf("date")} {...register("date")} />
          </div>
          <MeantFor form={form} />
          <QuestionField form={form} />
        </div>
      </Section>
      <ContentFormEnd content={content} label={t(video ? "video.save" : "video.saveDraft")} />
    </form>
  );
}
