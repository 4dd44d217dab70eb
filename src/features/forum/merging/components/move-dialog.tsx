"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { SelectField } from "@/ui/field";
import { ReasonDialog } from "../../moderation/components/reason-dialog";
import { useCare } from "../../moderation/hooks/use-care";
import type { TopicDto } from "../../topics/dto";

/** Takes a topic to another room. */
export function MoveDialog({ topic, onClose }: { topic: TopicDto; onClose: () => void }) {
  const t = useTranslations("forum.care.topic");
  const done = useCare();
  const rooms = (trpc.forum.rooms.list.useQuery().data?.data ?? []).filter(({ uid }) => uid !== topic.professionId);
  const [chosen, setChosen] = useState("");
  const move = trpc.forum.moderation.move.useMutation();
  const professionId = chosen || (rooms[0]?.uid ?? "");
  return (
    <ReasonDialog
      title={t("do.move")}
      text={t("texts.move")}
      confirm={t("do.move")}
      needed
      onClose={onClose}
      onConfirm={async (reason) => {
        await move.mutateAsync({ topicId: topic.uid, professionId, reason });
        await done();
      }}
    >
      <SelectField label={t("room")} value={professionId} onChange={({ target }) => setChosen(target.value)}>
        {rooms.map(({ uid, name }) => (
          <option key={uid} value={uid}>
            {name}
          </option>
        ))}
      </SelectField>
    </ReasonDialog>
  );
}
