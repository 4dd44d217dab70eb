"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { LoadFailed } from "@/trpc/load-failed";
import { SelectField } from "@/ui/field";
import { LoadingList } from "@/ui/spinner";
import { ReasonDialog } from "../../moderation/components/reason-dialog";
import { useCare } from "../../moderation/hooks/use-care";
import type { TopicDto } from "../../topics/dto";

/** Takes a topic to another room. */
export function MoveDialog({ topic, onClose }: { topic: TopicDto; onClose: () => void }) {
  const t = useTranslations("forum.care.topic");
  const create = useTranslations("forum.new");
  const validation = useTranslations("validation");
  const { done } = useCare();
  const query = trpc.forum.rooms.list.useQuery();
  const rooms = query.data?.data.filter(({ uid, archived }) => uid !== topic.professionId && !archived);
  const [chosen, setChosen] = useState("");
  const [missing, setMissing] = useState(false);
  const move = trpc.forum.moderation.move.useMutation();
  return (
    <ReasonDialog
      draft={`move-${topic.uid}`}
      title={t("do.move")}
      text={t("texts.move")}
      confirm={t("do.move")}
      needed
      onClose={onClose}
      onConfirm={async (reason) => {
        setMissing(chosen === "");
        if (chosen === "") return false;
        await move.mutateAsync({ topicId: topic.uid, professionId: chosen, reason });
        await done();
      }}
    >
      {rooms ? (
        <SelectField
          label={t("room")}
          value={chosen}
          error={missing ? validation("choice") : undefined}
          onChange={({ target }) => {
            setChosen(target.value);
            setMissing(false);
          }}
        >
          <option value="">{create("chooseRoom")}</option>
          {rooms.map(({ uid, name }) => (
            <option key={uid} value={uid}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : query.isError ? (
        <LoadFailed query={query} />
      ) : (
        <LoadingList />
      )}
    </ReasonDialog>
  );
}
