"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { Alert } from "@/ui/card";
import { Section } from "@/ui/editing/parts";
import { lazyPart } from "@/ui/lazy-part";
import { useInLocale } from "../../hooks/use-in-locale";
import { FileUpload } from "./file-upload";
import type { EditedVideo } from "./video-form";

// Only pages that show a video carry the player.
const VideoPlayer = lazyPart(() => import("../video-player").then((part) => part.VideoPlayer), {
  waiting: () => <div className="aspect-video animate-pulse rounded-box bg-sunken" />,
});

const ignore = () => {};

/** The video itself: sent, replaced, and played as people will see it. */
export function VideoFile({ video: { uid, title, video, duration, captions, chapters } }: { video: EditedVideo }) {
  const t = useTranslations("learning.editing.file");
  const learning = useTranslations("learning");
  const player = useTranslations("learning.video");
  const format = useFormat();
  const inLocale = useInLocale();
  const [failed, setFailed] = useState("");
  const there = video !== "";
  return (
    <Section title={t("title")} lead={t("lead")}>
      <div className="grid max-w-3xl gap-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <p className="tabular">{there ? learning("length", { time: format.clock(duration * 1000) }) : t("none")}</p>
          <FileUpload route="learningVideo" target={{ uid }} name={t("title")} replaces={there} said={t("taken")} />
        </div>
        {failed === video && there ? <Alert tone="warning">{player("playFailed")}</Alert> : null}
        {there ? (
          <VideoPlayer
            key={video}
            title={inLocale(title)}
            src={video}
            duration={duration}
            captions={captions.map(({ language, vtt }) => ({ locale: language, vtt }))}
            chapters={chapters.map(({ at, title: name }) => ({ at, title: inLocale(name) }))}
            start={0}
            onVideo={ignore}
            onFailed={() => setFailed(video)}
          />
        ) : null}
      </div>
    </Section>
  );
}
