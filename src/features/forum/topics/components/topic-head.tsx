"use client";

import { BookmarkIcon, CheckCircleIcon, LockClosedIcon, PencilSquareIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { z } from "zod";
import { useFormat } from "@/i18n/use-format";
import type { WatchLevel } from "@/lib/enums/forum";
import { localeTag } from "@/lib/locales";
import { toApiError, trpc } from "@/trpc/client";
import { Button, IconButton } from "@/ui/button";
import { Badge } from "@/ui/card";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { LevelMenu } from "../../components/level-menu";
import { useFocusBack } from "../../hooks/use-focus-back";
import { roomHref } from "../../hrefs";
import { TopicMenu } from "../../moderation/components/topic-menu";
import { useSuspension } from "../../posts/hooks/use-standing";
import { levelOf, TITLE } from "../../rules";
import type { TopicDto } from "../dto";
import { useTopicChanges } from "../hooks/use-topic-changes";
import { title } from "../schema";

const titleInput = z.object({ title });

/** What a topic is: its title, its room, its state, and how closely its reader follows it. */
export function TopicHead({ topic, room }: { topic: TopicDto; room: { slug: string; name: string; level: WatchLevel } | undefined }) {
  const t = useTranslations("forum.topic");
  const format = useFormat();
  const [renaming, setRenaming] = useState(false);
  const { setLevel } = useTopicChanges(topic.uid);
  const pen = useFocusBack(renaming);
  const suspended = useSuspension() !== null;
  // Where nobody chose one for the topic, its room's counts.
  const level = levelOf({ level: topic.level, chosen: topic.levelChosen }, room?.level ?? null);
  return (
    <header className="mb-5">
      {renaming ? (
        <Rename topic={topic} onDone={() => setRenaming(false)} />
      ) : (
        <div className="flex items-start gap-2">
          <h1 lang={localeTag(topic.locale)} dir="auto" className="min-w-0 grow text-2xl font-bold break-words lg:text-[1.75rem]">
            {topic.title}
          </h1>
          {topic.may.rename && !suspended ? (
            <IconButton ref={pen} label={t("rename")} onClick={() => setRenaming(true)} className="shrink-0 [&_svg]:size-5">
              <PencilSquareIcon />
            </IconButton>
          ) : null}
        </div>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-soft">
        {room ? (
          <Link href={roomHref(room.slug)} className="rounded font-medium text-primary-text underline-offset-4 hover:underline">
            {room.name}
          </Link>
        ) : null}
        {topic.pinned ? <Badge icon={<BookmarkIcon />}>{t("marks.pinned")}</Badge> : null}
        {topic.state === "open" ? null : (
          <Badge tone={topic.state === "deleted" ? "danger" : undefined} icon={<LockClosedIcon />}>
            {t(`marks.${topic.state}`)}
          </Badge>
        )}
        {topic.answer ? (
          <Badge tone="success" icon={<CheckCircleIcon />}>
            {t("marks.solved")}
          </Badge>
        ) : null}
        <span>{t("replies", { count: topic.replies })}</span>
        <span>{format.language(topic.locale)}</span>
        <span className="ms-auto flex flex-wrap gap-2">
          {topic.may.moderate ? <TopicMenu topic={topic} /> : null}
          <LevelMenu of="topic" level={level} onChoose={setLevel} />
        </span>
      </div>
    </header>
  );
}

function Rename({ topic, onDone }: { topic: TopicDto; onDone: () => void }) {
  const t = useTranslations("forum.topic");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm(titleInput, { title: topic.title });
  const { setFocus } = form;
  useEffect(() => setFocus("title"), [setFocus]);
  const rename = trpc.forum.topics.rename.useMutation();
  const submit = form.handleSubmit(async ({ title }) => {
    try {
      await rename.mutateAsync({ topicId: topic.uid, title });
      await utils.forum.topics.get.invalidate({ topicId: topic.uid });
      onDone();
    } catch (error) {
      form.showRefusal(toApiError(error), common("offline"));
    }
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      {/* The page keeps its heading. */}
      <h1 className="sr-only" lang={localeTag(topic.locale)} dir="auto">
        {topic.title}
      </h1>
      <TextField
        label={t("titleLabel")}
        dir="auto"
        maxLength={TITLE.max}
        error={form.errorOf("title") ?? form.problem}
        {...form.register("title")}
      />
      <div className="flex gap-2">
        <Button type="submit" busy={rename.isPending}>
          {common("save")}
        </Button>
        <Button look="outline" onClick={onDone}>
          {common("cancel")}
        </Button>
      </div>
    </form>
  );
}
