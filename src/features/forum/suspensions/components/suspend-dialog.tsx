"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { Choices } from "@/ui/choice";
import { ReasonDialog } from "../../moderation/components/reason-dialog";
import { useCare } from "../../moderation/hooks/use-care";
import { SPANS } from "../rules";

interface SuspendDialogProps {
  member: { uid: string; name: string };
  /** Until when they are suspended, which is lifted; null for whoever is to be suspended. */
  until: string | null;
  onClose: () => void;
}

/** Keeps a member from writing for a while, or lets them write again. */
export function SuspendDialog({ member, until, onClose }: SuspendDialogProps) {
  const t = useTranslations("forum.care");
  const { done } = useCare();
  // As it was when it was asked about, whatever the page has heard since.
  const [lifted] = useState(until);
  const [hours, setHours] = useState<number>(SPANS.day);
  const suspend = trpc.forum.moderation.suspend.useMutation();
  const end = trpc.forum.moderation.lift.useMutation();
  const words = lifted === null ? "suspend" : "lift";
  const spans = Object.entries(SPANS) as [keyof typeof SPANS, number][];
  return (
    <ReasonDialog
      draft={`${words}-${member.uid}`}
      title={t(`${words}.title`, { name: member.name })}
      text={t(`${words}.text`)}
      confirm={t(`${words}.now`)}
      danger={lifted === null}
      needed={lifted === null}
      onClose={onClose}
      onConfirm={async (reason) => {
        if (lifted === null) await suspend.mutateAsync({ memberId: member.uid, hours, reason });
        else await end.mutateAsync({ memberId: member.uid, until: lifted, reason });
        await done();
      }}
    >
      {lifted === null ? (
        <Choices
          label={t("suspend.span")}
          columns={2}
          value={hours}
          choices={spans.map(([name, value]) => ({ value, label: t(`suspend.spans.${name}`) }))}
          onChange={setHours}
        />
      ) : null}
    </ReasonDialog>
  );
}
