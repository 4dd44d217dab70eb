"use client";

import { ArrowPathIcon, ChatBubbleLeftRightIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import type { VideoKind } from "@/lib/enums/learning";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink } from "@/ui/button";
import { Alert, Badge, Card } from "@/ui/card";
import { lazyPart } from "@/ui/lazy-part";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { useWatching } from "../hooks/use-watching";
import { BookmarkPanel } from "./bookmark-panel";
import { tabHref } from "./learning-area";
import { NotShown } from "./not-shown";
import { Coverage, WatchBadge } from "./video-card";

type Video = Omit<RouterOutputs["learning"]["tutorial"]["data"], "name"> & { title: string };

// Only these pages carry the player.
const VideoPlayer = lazyPart(() => import("./video-player").then((part) => part.VideoPlayer), {
  waiting: () => <div className="aspect-video animate-pulse rounded-box bg-sunken" />,
});

/** The address of the video ends: no new one while it is looked at. Each visit asks anew, because another device may have gone on. */
const OPTIONS = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const;

const useUid = () => useSearchParams().get("learningdetail") ?? "";

export function MentorshipDetail() {
  const uid = useUid();
  const query = trpc.learning.mentorshipVideo.useQuery({ uid }, { enabled: uid !== "", ...OPTIONS });
  const data = query.data?.data;
  return <Detail kind="mentorship" uid={uid} query={query} video={data && { ...data, title: data.heading }} />;
}

export function TutorialDetail() {
  const uid = useUid();
  const query = trpc.learning.tutorial.useQuery({ uid }, { enabled: uid !== "", ...OPTIONS });
  const data = query.data?.data;
  return <Detail kind="tutorial" uid={uid} query={query} video={data && { ...data, title: data.name }} />;
}

interface DetailProps {
  kind: VideoKind;
  uid: string;
  query: { isError: boolean; error: unknown; refetch: () => Promise<{ data?: { data: { video: string } } | undefined }> };
  video: Video | undefined;
}

function Detail({ kind, uid, query, video }: DetailProps) {
  const t = useTranslations("learning.video");
  const back =
    kind === "mentorship"
      ? { href: tabHref("mentorship"), text: t("backMentorship") }
      : { href: tabHref("tutorials"), text: t("backTutorials") };
  if (uid === "" || (query.isError && !video)) return <NotShown query={query} missing={t("notFound")} back={back} />;
  if (!video) return <LoadingList />;
  return (
    <>
      <BackLink {...back} />
      <Loaded key={uid} video={video} onRenew={async () => (await query.refetch()).data?.data.video} />
    </>
  );
}

function Loaded({ video, onRenew }: { video: Video; onRenew: () => Promise<string | undefined> }) {
  const t = useTranslations("learning.video");
  const common = useTranslations("common");
  const format = useFormat();
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  const [failed, setFailed] = useState(false);
  const watching = useWatching(element, video);
  const again = async () => {
    const address = await onRenew();
    setFailed(false);
    // A new address is loaded by itself.
    if (address === video.video) element?.load();
  };
  return (
    <>
      <h1 className="mb-5 text-2xl font-bold lg:text-[1.75rem]">{video.title}</h1>
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_21rem] xl:items-start">
        <div className="grid min-w-0 gap-6">
          {failed ? (
            <Alert tone="warning">
              <span className="flex flex-wrap items-center gap-3">
                {t("playFailed")}
                <Button size="sm" look="outline" onClick={() => void again()}>
                  {common("retry")}
                </Button>
              </span>
            </Alert>
          ) : null}
          <VideoPlayer
            title={video.title}
            src={video.video}
            duration={video.duration}
            captions={video.captions}
            chapters={video.chapters}
            start={watching.now()}
            onVideo={setElement}
            onFailed={() => setFailed(true)}
          />
          <About video={video} />
          {video.question ? <Practise question={video.question} /> : null}
        </div>
        <div className="grid min-w-0 gap-6">
          <ProgressCard video={video} onForget={watching.forget} />
          {video.chapters.length > 0 ? (
            <Card className="p-5">
              <h2 className="text-lg font-semibold">{t("chapters")}</h2>
              <ol className="-mx-2 mt-3 grid gap-1">
                {video.chapters.map(({ at, title }) => (
                  <li key={at}>
                    <button
                      type="button"
                      className="flex min-h-11 w-full items-center gap-3 rounded-box px-2 py-1.5 text-start hover:bg-sunken"
                      onClick={() => watching.jump(at)}
                    >
                      <span className="tabular w-12 shrink-0 text-sm font-medium text-primary-text">{format.clock(at * 1000)}</span>
                      {title}
                    </button>
                  </li>
                ))}
              </ol>
            </Card>
          ) : null}
          <BookmarkPanel video={video.uid} now={watching.now} onJump={watching.jump} />
        </div>
      </div>
    </>
  );
}

function About({ video: { date, duration, description, scales } }: { video: Video }) {
  const t = useTranslations("learning.video");
  const learning = useTranslations("learning");
  const scale = useTranslations("practice.rating.scale");
  const format = useFormat();
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap gap-x-4 text-ink-soft">
        <span>{format.day(date)}</span>
        <span>{learning("length", { time: format.clock(Math.floor(duration) * 1000) })}</span>
      </p>
      <p className="max-w-prose whitespace-pre-line">{description}</p>
      {scales.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="font-semibold">{t("helps")}</h2>
          <ul className="flex flex-wrap gap-2">
            {scales.map((name) => (
              <li key={name}>
                <Badge tone="primary">{scale(name)}</Badge>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

function Practise({ question }: { question: NonNullable<Video["question"]> }) {
  const t = useTranslations("learning.video");
  return (
    <Card className="relative overflow-hidden p-5 sm:p-6">
      <span className="absolute inset-y-0 start-0 w-1.5 bg-primary" aria-hidden="true" />
      <h2 className="text-sm font-semibold text-primary-text">{t("practiseText")}</h2>
      <p className="mt-2 text-lg font-semibold">{question.text}</p>
      <ButtonLink
        className="mt-5"
        href={`/dashboard/practice/session?question=${question.uid}`}
        icon={<ChatBubbleLeftRightIcon className="size-5" />}
      >
        {t("practise")}
      </ButtonLink>
    </Card>
  );
}

function ProgressCard({ video: { status, coverage, position }, onForget }: { video: Video; onForget: () => Promise<void> }) {
  const t = useTranslations("learning.video");
  const showError = useErrorToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState(false);
  const forget = async () => {
    setBusy(true);
    try {
      await onForget();
      notify("success", t("forgotten"));
      heading.current?.focus();
    } catch (error) {
      showError(error);
    }
    setBusy(false);
  };
  return (
    <Card className="p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {t("progress")}
        </h2>
        <WatchBadge status={status} />
      </div>
      <Coverage share={coverage} />
      {status === "not_started" && position === 0 ? null : (
        <Button
          look="outline"
          size="sm"
          className="mt-4"
          icon={<ArrowPathIcon className="size-4" />}
          busy={busy}
          onClick={() => void forget()}
        >
          {t("startOver")}
        </Button>
      )}
    </Card>
  );
}
