"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { toApiError, trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { BackLink } from "@/ui/back-link";
import { Alert } from "@/ui/card";
import { StateBadge } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import { partHref } from "../../editing/hrefs";
import { useInLocale } from "../../hooks/use-in-locale";
import { NotShown } from "../not-shown";
import { CaptionsEditor } from "./captions-editor";
import { PublishVideo } from "./publish-video";
import { VideoFile } from "./video-file";
import { VideoForm } from "./video-form";

/** One video: its texts, its file, its captions, and whether people see it. Without an identity in the address a new one. */
export function VideoEditor() {
  const t = useTranslations("learning.editing.video");
  const uid = useSearchParams().get("uid") ?? "";
  const back = { href: partHref("videos"), text: t("back") };
  return (
    <>
      <BackLink {...back} />
      {uid ? <Existing key={uid} uid={uid} back={back} /> : <New />}
    </>
  );
}

function New() {
  const t = useTranslations("learning.editing.video");
  // Whoever may not make one hears it before they have written anything.
  const allowed = trpc.learning.editing.videos.useQuery({ page: 1 });
  if (isMissing(allowed)) return <Refused query={allowed} />;
  if (!allowed.data) return <LoadingList />;
  return (
    <>
      <h1 className="mb-6 text-2xl font-bold lg:text-[1.75rem]">{t("new")}</h1>
      <div className="grid gap-6">
        <Alert>{t("newText")}</Alert>
        <VideoForm video={null} />
      </div>
    </>
  );
}

function Existing({ uid, back }: { uid: string; back: { href: string; text: string } }) {
  const t = useTranslations("learning.video");
  const inLocale = useInLocale();
  // The address of the file ends: no new one while it is looked at, unless something was changed.
  const query = trpc.learning.editing.video.useQuery({ uid }, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
  if (isMissing(query)) {
    if (toApiError(query.error).code === "forbidden") return <Refused query={query} />;
    return <NotShown query={query} missing={t("notFound")} back={back} />;
  }
  if (!query.data) return <LoadingList />;
  const video = query.data.data;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl font-bold lg:text-[1.75rem]">
          <bdi>{inLocale(video.title)}</bdi>
        </h1>
        <StateBadge published={video.published} />
      </div>
      <div className="grid gap-6">
        <VideoForm video={video} />
        <VideoFile video={video} />
        <CaptionsEditor video={video} />
        {/* What it lacked a moment ago may be there now. */}
        <PublishVideo key={`${video.video !== ""} ${video.captions.length}`} video={video} />
      </div>
    </>
  );
}
