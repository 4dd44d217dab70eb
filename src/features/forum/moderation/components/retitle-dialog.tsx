"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { clearDraft, readDraft, writeDraft } from "@/ui/drafts";
import { TextField } from "@/ui/field";
import { TITLE } from "../../rules";
import type { TopicDto } from "../../topics/dto";
import { useCare } from "../hooks/use-care";
import { ReasonDialog } from "./reason-dialog";

/** Gives a topic another title. */
export function RetitleDialog({ topic, onClose }: { topic: TopicDto; onClose: () => void }) {
  const t = useTranslations("forum.care.topic");
  const { done, tooLate } = useCare();
  // Beside the reason, until it was given.
  const kept = `forum-title-${topic.uid}`;
  const [title, setTitle] = useState(() => readDraft<string>(kept) ?? topic.title);
  const [problem, setProblem] = useState<string>();
  const rename = trpc.forum.moderation.rename.useMutation();
  return (
    <ReasonDialog
      draft={`rename-${topic.uid}`}
      title={t("do.rename")}
      confirm={t("do.rename")}
      needed
      onClose={onClose}
      onRefused={({ issues }) => {
        const named = issues.find(({ path }) => path[0] === "title");
        setProblem(named?.message);
        return named !== undefined;
      }}
      onConfirm={async (reason) => {
        // Nothing changed: nothing is done, logged and told.
        if (title.trim() === topic.title) return clearDraft(kept);
        await rename.mutateAsync({ topicId: topic.uid, title, reason });
        clearDraft(kept);
        await done();
      }}
      onTooLate={() => {
        clearDraft(kept);
        return tooLate();
      }}
    >
      <TextField
        label={t("title")}
        dir="auto"
        maxLength={TITLE.max}
        value={title}
        error={problem}
        onChange={({ target }) => {
          setTitle(target.value);
          if (target.value === topic.title) clearDraft(kept);
          else writeDraft(kept, target.value);
          setProblem(undefined);
        }}
      />
    </ReasonDialog>
  );
}
