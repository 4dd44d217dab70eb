"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { isVisible, MAX_TEXT } from "@/features/forum/rules";
import { useFormat } from "@/i18n/use-format";
import { FlagDialog } from "../../flags/components/flag-dialog";
import { useFocusBack } from "../../hooks/use-focus-back";
import { Byline } from "../../members/components/byline";
import { Face } from "../../members/components/face";
import { MessageDialog } from "../../moderation/components/message-dialog";
import type { MessageAct } from "../../moderation/rules";
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
import { ReactionRow, Reactions } from "./reactions";

interface ChatMessageProps {
  post: PostDto;
  /** Its author wrote the one before, just now. */
  follows: boolean;
  marked: boolean;
  /** Messages can be written here, by this reader too. */
  writable: boolean;
  /** What newcomers may not send counts here. */
  limited: boolean;
  /** The reader looks after the community. */
  moderates: boolean;
  put: (post: PostDto) => void;
  onGo: (seq: number) => void;
  onReply: (post: PostDto) => void;
  onDeleted: (uid: string) => void;
  /** Stable: a picture's address leads nowhere any more. */
  onPictureGone: (uid: string) => void;
}

/** One message of a chat. */
export function ChatMessage(props: ChatMessageProps) {
  const { post, follows, marked, writable, moderates, put, onGo, onReply, onDeleted } = props;
  const t = useTranslations("forum.post");
  const format = useFormat();
  const id = useId();
  const [open, setOpen] = useState<"edit" | "history" | "delete" | "report" | MessageAct>();
  const close = () => setOpen(undefined);
  const { react, edit, renew } = usePostChanges(post, put);
  const menu = useFocusBack(open === "edit");
  const visible = isVisible(post.state) && post.message !== null;
  const onReact = visible && writable && !post.own ? react : undefined;
  const actions = usePostActions(post, {
    onReply: writable ? onReply : undefined,
    onEdit: writable ? () => setOpen("edit") : undefined,
    onDelete: () => setOpen("delete"),
    onHistory: () => setOpen("history"),
    onReport: () => setOpen("report"),
    onModerate: moderates ? setOpen : undefined,
  });
  return (
    <article
      data-seq={post.seq}
      tabIndex={-1}
      aria-labelledby={id}
      className={clsx(
        "group flex gap-3 rounded-box px-2",
        follows ? "py-0.5" : "mt-2 py-1",
        marked ? "bg-primary-soft" : "hover:bg-sunken/60",
      )}
    >
      <div className="w-9 shrink-0">{follows ? null : <Face person={visible ? post.author : null} className="size-9 text-sm" />}</div>
      <div className="min-w-0 grow">
        <p id={id} className={clsx("flex flex-wrap items-baseline gap-x-2", follows && "sr-only")}>
          <Byline author={post.author} compact />
          <time dateTime={post.createdAt} className="text-xs text-ink-soft">
            {format.time(post.createdAt)}
          </time>
        </p>
        <div className="grid grid-cols-1 gap-1.5">
          {post.quote && visible ? <Quote quote={post.quote} onGo={onGo} /> : null}
          {visible ? null : <p className="text-sm text-ink-soft italic">{t(`stubs.${post.state as "hidden"}`)}</p>}
          {open === "edit" ? (
            <Editor
              draft={`forum-edit-${post.uid}`}
              initial={post.message ?? ""}
              label={t("editLabel")}
              send={t("save")}
              max={MAX_TEXT.chat}
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
          {visible && post.editedAt ? (
            <EditedMark reads={readsHistory(post, moderates)} onOpen={() => setOpen("history")} className="w-fit text-xs text-ink-soft" />
          ) : null}
          {post.reactions.length > 0 ? (
            <div className="flex flex-wrap gap-1.5">
              <Reactions reactions={post.reactions} onReact={onReact} />
            </div>
          ) : null}
        </div>
        <div data-end={post.seq} />
      </div>
      <div className="flex shrink-0 items-start">
        {onReact && post.reactions.length === 0 ? (
          <span className="max-sm:hidden">
            <Reactions reactions={[]} onReact={onReact} />
          </span>
        ) : null}
        <PostMenu button={menu} label={t("menu", { name: post.author?.name ?? "" })} actions={actions}>
          {onReact ? <ReactionRow reactions={post.reactions} onReact={onReact} /> : null}
        </PostMenu>
      </div>
      {open === "report" ? <FlagDialog uid={post.uid} onClose={close} /> : null}
      {open === "hide" || open === "restore" || open === "remove" ? (
        <MessageDialog uid={post.uid} act={open} seen={{ editedAt: post.editedAt }} onClose={close} />
      ) : null}
      {open === "history" ? <HistoryDialog post={post} onClose={close} /> : null}
      {open === "delete" ? (
        <DeleteDialog
          uid={post.uid}
          withTopic={false}
          onClose={close}
          onDeleted={() => {
            close();
            onDeleted(post.uid);
          }}
        />
      ) : null}
    </article>
  );
}
