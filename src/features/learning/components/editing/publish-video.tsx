"use client";

import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { useErrorMessage } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Section, StateBadge } from "@/ui/editing/parts";
import { useLearningOutcome } from "../../hooks/use-outcome";
import type { EditedVideo } from "./video-form";

/** Whether people see the video. What it lacks for that is said here, beside the button. */
export function PublishVideo({ video: { uid, published } }: { video: EditedVideo }) {
  const t = useTranslations("learning.editing");
  const editing = useTranslations("editing");
  const errorMessage = useErrorMessage();
  const { onSuccess } = useLearningOutcome()(editing(published ? "state.taken" : "state.shown"));
  const publish = trpc.learning.editing.publishVideo.useMutation({ onSuccess });
  return (
    <Section
      title={editing("state.label")}
      lead={t(published ? "video.publishedText" : "video.draftText")}
      action={<StateBadge published={published} />}
    >
      <div className="grid gap-4">
        {publish.isError ? <Alert tone="danger">{errorMessage(publish.error)}</Alert> : null}
        <div>
          <Button
            look={published ? "outline" : "primary"}
            busy={publish.isPending}
            onClick={() => publish.mutate({ uids: [uid], published: !published })}
          >
            {editing(published ? "state.takeBack" : "state.publish")}
          </Button>
        </div>
      </div>
    </Section>
  );
}
