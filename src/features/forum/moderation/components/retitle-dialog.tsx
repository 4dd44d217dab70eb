"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { TextField } from "@/ui/field";
import { TITLE } from "../../rules";
import type { TopicDto } from "../../topics/dto";
import { useCare } from "../hooks/use-care";
import { ReasonDialog } from "./reason-dialog";

/** Gives a topic another title. */
export function RetitleDialog({ topic, onClose }: { topic: TopicDto; onClose: () => void }) {
  const t = useTranslations("forum.care.topic");
  const { done } = useCare();
  const [title, setTitle] = useState(topic.title);
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
        if (title.trim() === topic.title) return;
        await rename.mutateAsync({ topicId: topic.uid, title, reason });
        await done();
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
          setProblem(undefined);
        }}
      />
    </ReasonDialog>
  );
}
