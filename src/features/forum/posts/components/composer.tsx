"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { MAX_TEXT } from "@/features/forum/rules";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { updateSlice } from "@/ui/client-state";
import { clearDraft, readDraft, writeDraft } from "@/ui/drafts";
import { useJoin } from "../../members/hooks/use-join";
import type { TopicDto } from "../../topics/dto";
import type { PostDto } from "../dto";
import { draftOf, targetDraftOf } from "../hooks/topic-drafts";
import { useStanding, useSuspension } from "../hooks/use-standing";
import { Editor, type EditorHandle } from "./editor";
import { useExtras } from "./extras-menu";
import { ReplyChip } from "./quote";

interface Target {
  uid: string;
  name: string;
}

/** Which message somebody is about to answer: kept with what they are writing. */
export function useReplyTarget(topicId: string) {
  const members = useTranslations("forum.members");
  const name = targetDraftOf(topicId);
  const [target, setTarget] = useState<Target>();
  useEffect(() => {
    const kept = readDraft<Target>(name);
    setTarget(typeof kept?.uid === "string" ? kept : undefined);
    updateSlice("communityHub", { replyFromId: kept?.uid ?? null });
  }, [name]);
  const choose = (post: PostDto | undefined) => {
    const next = post && { uid: post.uid, name: post.author?.name ?? members("former") };
    setTarget(next);
    if (next) writeDraft(name, next);
    else clearDraft(name);
    updateSlice("communityHub", { replyFromId: next?.uid ?? null });
  };
  const latest = useRef(target);
  latest.current = target;
  return {
    target,
    choose,
    /** It was answered; what somebody chose meanwhile stays. */
    answered: (uid: string) => {
      if (latest.current?.uid === uid) choose(undefined);
    },
  };
}

interface ComposerProps {
  topic: TopicDto;
  handle: Ref<EditorHandle>;
  reply: ReturnType<typeof useReplyTarget>;
  onSent: (post: PostDto) => void;
  onTyping?: () => void;
  tools?: ReactNode;
}

/** Where a topic, or a chat, is written in; or why nothing can be written. */
export function Composer({ topic, handle, reply, onSent, onTyping, tools }: ComposerProps) {
  const t = useTranslations("forum.composer");
  const write = trpc.forum.posts.write.useMutation();
  const utils = trpc.useUtils();
  const { ensure, dialog } = useJoin();
  const chat = topic.kind === "chat";
  const { extras, clear, tool, chips, dialogs } = useExtras({ draft: draftOf(topic.uid), chat });
  const { target, choose } = reply;
  const suspended = useSuspension();
  const { limits } = useStanding(topic);
  if (suspended) return <Suspended until={suspended} />;
  return (
    <>
      <Editor
        handle={handle}
        draft={draftOf(topic.uid)}
        label={t(chat ? "chatLabel" : "label")}
        send={t(chat ? "chatSend" : "send")}
        max={MAX_TEXT[topic.kind]}
        limited={limits({ seq: topic.lastSeq + 1 })}
        topicId={topic.uid}
        chat={chat}
        tools={
          <>
            {tool}
            {tools}
          </>
        }
        {...(onTyping && { onTyping })}
        onSend={async (message, uid) => {
          if (!(await ensure())) return false;
          const { data } = await write.mutateAsync({
            topicId: topic.uid,
            message,
            uid,
            ...extras,
            ...(target && { replyFromId: target.uid }),
          });
          if (target) reply.answered(target.uid);
          clear();
          onSent(data);
          void utils.forum.members.me.invalidate();
        }}
      >
        {target ? <ReplyChip name={target.name} onDrop={() => choose(undefined)} /> : null}
        {chips}
      </Editor>
      {dialogs}
      {dialog}
    </>
  );
}

/** Somebody may read and not write for a while. */
export function Suspended({ until }: { until: string }) {
  const t = useTranslations("forum.composer");
  const format = useFormat();
  return (
    <Alert tone="warning" title={t("suspended")}>
      {t("suspendedUntil", { date: format.dateTime(until) })}
    </Alert>
  );
}
