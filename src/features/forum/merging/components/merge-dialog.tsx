"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { api, trpc } from "@/trpc/client";
import { TextField } from "@/ui/field";
import { useRouter } from "@/ui/use-router";
import { topicHref } from "../../components/places";
import { ReasonDialog } from "../../moderation/components/reason-dialog";
import { useCare } from "../../moderation/hooks/use-care";
import type { TopicDto } from "../../topics/dto";
import { addressed } from "../rules";

/** Puts a topic's messages at the end of another, which is named by its address or that of one of its messages. */
export function MergeDialog({ topic, onClose }: { topic: TopicDto; onClose: () => void }) {
  const t = useTranslations("forum.care.topic");
  const done = useCare();
  const router = useRouter();
  const [address, setAddress] = useState("");
  const [wrong, setWrong] = useState(false);
  const merge = trpc.forum.moderation.merge.useMutation();
  return (
    <ReasonDialog
      title={t("do.merge")}
      text={t("texts.merge")}
      confirm={t("do.merge")}
      danger
      needed
      onClose={onClose}
      onConfirm={async (reason) => {
        const named = addressed(address);
        setWrong(!named);
        if (!named) return false;
        const intoId = named.topicId ?? (await api.forum.posts.locate.query({ uid: named.postId ?? "" })).data.topicId;
        await merge.mutateAsync({ topicId: topic.uid, intoId, reason });
        await done();
        router.replace(topicHref(intoId));
      }}
    >
      <TextField
        label={t("into")}
        help={t("intoHelp")}
        dir="ltr"
        autoComplete="off"
        value={address}
        error={wrong ? t("intoWrong") : undefined}
        onChange={({ target }) => {
          setAddress(target.value);
          setWrong(false);
        }}
      />
    </ReasonDialog>
  );
}
