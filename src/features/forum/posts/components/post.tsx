"use client";

import { ArrowUturnLeftIcon, CheckCircleIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { isVisible, MAX_TEXT } from "@/features/forum/rules";
import { useFormat } from "@/i18n/use-format";
import { Button } from "@/ui/button";
import { Badge } from "@/ui/card";
import { FlagDialog } from "../../flags/components/flag-dialog";
import { useFocusBack } from "../../hooks/use-focus-back";
import { postHref } from "../../hrefs";
import { Byline } from "../../members/components/byline";
import { Face } from "../../members/components/face";
import { MessageDialog } from "../../moderation/components/message-dialog";
import type { MessageAct } from "../../moderation/rules";
import { ProposalCard } from "../../proposals/components/proposal-card";
import { ShareCard } from "../../sharing/components/share-card";
import type { PostDto } from "../dto";
import { readsHistory, usePostActions } from "../hooks/use-post-actions";
import { usePostChanges } from "../hooks/use-post-changes";
import { DeleteDialog } from "./delete-dialog";
import { EditedMark } from "./edited-mark";
import { Editor } from "./editor";
import { HistoryDialog } from "./history-dialog";
import { MessageMarkdown } from "./markdown";
import { PostMenu } from "./post-menu";
import { Quote } from "./quote";
import { Reactions } from "./reactions";

export interface PostProps {
  post: PostDto;
  /** It is what the address names. */
  marked: boolean;
  isAnswer: boolean;
  /** Messages can be written here, by this reader too. */
  writable: boolean;
  /** The reader looks after the community. */
  moderates: boolean;
  /** What newcomers may not send counts here. */
  limited: boolean;
  /** With it, were it deleted, the topic would go. */
  withTopic: boolean;
  put: (post: PostDto) => void;
  onGo: (seq: number) => void;
  onReply: (post: PostDto) => void;
  onQuote: (post: PostDto) => void;
  onAnswer: ((post: PostDto, on: boolean) => void) | undefined;
  onDeleted: (uid: string, topicToo: boolean) => void;
  /** Stable: a picture's address leads nowhere any more. */
  onPictureGone: (uid: string) => void;
}

/** One message of a topic. */
export function Post(props: PostProps) {
  const { post, marked, isAnswer, writable, put } = props;
  const t = useTranslations("forum.post");
  const format = useFormat();
  const id = useId();
  const [open, setOpen] = useState<"edit" | "history" | "delete" | "report" | MessageAct>();
  const close = () => setOpen(undefined);
  const { react, edit, renew } = usePostChanges(post, put);
  const menu = useFocusBack(open === "edit");
  const visible = isVisible(post.state) && post.message !== null;
  const actions = usePostActions(post, {
    onReply: writable ? props.onReply : undefined,
    onQuote: writable ? props.onQuote : undefined,
    onAnswer: props.onAnswer,
    isAnswer,
    onEdit: writable ? () => setOpen("edit") : undefined,
    onDelete: () => setOpen("delete"),
    onHistory: () => setOpen("history"),
    onReport: () => setOpen("report"),
    onModerate: props.moderates ? setOpen : undefined,
  });
  return (
    <article
      id={`post-${post.seq}`}
      data-seq={post.seq}
      tabIndex={-1}
      aria-labelledby={id}
      className={clsx(
        "rounded-box border p-4 sm:p-5",
        marked ? "border-primary ring-2 ring-primary/40" : isAnswer ? "border-success/60" : "border-line",
        visible ? "bg-surface" : "bg-sunken/50",
      )}
    >
      <header className="flex items-start gap-3">
        <Face person={visible ? post.author : null} className="size-10 text-sm" />
        <div id={id} className="min-w-0 grow">
          <Byline author={post.author} />
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
            <Link href={postHref(post.uid)} title={format.dateTime(post.createdAt)} className="rounded underline-offset-4 hover:underline">
              <time dateTime={post.createdAt}>{format.ago(post.createdAt)}</time>
            </Link>
            {visible && post.editedAt ? <EditedMark reads={readsHistory(post, props.moderates)} onOpen={() => setOpen("history")} /> : null}
          </p>
        </div>
        {isAnswer ? (
          <Badge tone="success" icon={<CheckCircleIcon />}>
            {t("isAnswer")}
          </Badge>
        ) : null}
      </header>
      <div className="mt-3 grid grid-cols-1 gap-3">
        {post.quote && visible ? <Quote quote={post.quote} onGo={props.onGo} /> : null}
        {visible ? null : <p className="text-ink-soft italic">{t(`stubs.${post.state as "hidden"}`)}</p>}
        {open === "edit" ? (
          <Editor
            draft={`forum-edit-${post.uid}`}
            initial={post.message ?? ""}
            label={t("editLabel")}
            send={t("save")}
            max={MAX_TEXT.thread}
            limited={props.limited}
            focus
            topicId={post.topicId}
            images={post.images}
            onSend={async (text) => {
              await edit(text);
              close();
            }}
            onCancel={close}
          />
        ) : post.message !== null ? (
          <MessageMarkdown text={post.message} images={post.images} mentions={post.mentions} onGone={props.onPictureGone} />
        ) : null}
        {post.share ? <ShareCard share={post.share} own={post.own} onChanged={renew} /> : null}
        {post.proposal ? <ProposalCard proposal={post.proposal} own={post.own} onChanged={renew} /> : null}
      </div>
      <div data-end={post.seq} />
      {open === "edit" ? null : (
        <footer className="mt-3 flex flex-wrap items-center gap-1.5">
          <Reactions reactions={post.reactions} onReact={visible && writable && !post.own ? react : undefined} />
          <span className="grow" />
          {visible && writable ? (
            <Button
              look="ghost"
              size="sm"
              icon={<ArrowUturnLeftIcon className="size-4 rtl:-scale-x-100" />}
              onClick={() => props.onReply(post)}
            >
              {t("reply")}
            </Button>
          ) : null}
          <PostMenu button={menu} label={t("menu", { name: post.author?.name ?? "" })} actions={actions} />
        </footer>
      )}
      {open === "report" ? <FlagDialog uid={post.uid} onClose={close} /> : null}
      {open === "hide" || open === "restore" || open === "remove" ? (
        <MessageDialog uid={post.uid} act={open} seen={{ editedAt: post.editedAt }} onClose={close} />
      ) : null}
      {open === "history" ? <HistoryDialog post={post} onClose={close} /> : null}
      {open === "delete" ? (
        <DeleteDialog
          uid={post.uid}
          withTopic={props.withTopic}
          onClose={close}
          onDeleted={(topicToo) => {
            close();
            props.onDeleted(post.uid, topicToo);
          }}
        />
      ) : null}
    </article>
  );
}
