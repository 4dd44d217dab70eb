"use client";

import { skipToken } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { isMissing, isNowhere, LoadFailed } from "@/trpc/load-failed";
import { TextField } from "@/ui/field";
import { useRouter } from "@/ui/use-router";
import { topicHref } from "../../hrefs";
import { ReasonDialog } from "../../moderation/components/reason-dialog";
import { useCare } from "../../moderation/hooks/use-care";
import type { TopicDto } from "../../topics/dto";
import { addressed } from "../rules";

/** Puts a topic's messages at the end of another, which is named by its address or that of one of its messages. */
export function MergeDialog({ topic, onClose }: { topic: TopicDto; onClose: () => void }) {
  const t = useTranslations("forum.care.topic");
  const { done } = useCare();
  const router = useRouter();
  const [address, setAddress] = useState("");
  const [wrong, setWrong] = useState(false);
  const { into, failed, looking } = useNamed(address);
  const merge = trpc.forum.moderation.merge.useMutation();
  const fits = into && into.uid !== topic.uid && into.kind === "thread";
  return (
    <ReasonDialog
      draft={`merge-${topic.uid}`}
      title={t("do.merge")}
      text={t("texts.merge")}
      confirm={t("do.merge")}
      danger
      needed
      onClose={onClose}
      onConfirm={async (reason) => {
        setWrong(!fits && !failed && !looking);
        if (!fits) return false;
        await merge.mutateAsync({ topicId: topic.uid, intoId: into.uid, reason });
        await done();
        router.replace(topicHref(into.uid));
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
      {failed ? <LoadFailed query={failed} /> : null}
      {/* What cannot be undone shows first where it goes. */}
      <p role="status" className="break-words font-semibold" dir="auto">
        {fits ? into.title : null}
      </p>
    </ReasonDialog>
  );
}

/** The topic that an address names, wherever its messages are now. */
function useNamed(address: string) {
  const named = addressed(address);
  const post = trpc.forum.posts.locate.useQuery(named?.postId ? { uid: named.postId } : skipToken, { retry: false });
  const topicId = named?.topicId ?? (named?.postId ? post.data?.data.topicId : undefined);
  const topic = trpc.forum.topics.get.useQuery(topicId ? { topicId } : skipToken, { retry: false });
  // What there is not was named wrongly.
  const failed = [post, topic].find((query) => isMissing(query) && !isNowhere(query));
  return { into: topic.data?.data, failed, looking: post.isLoading || topic.isLoading };
}
