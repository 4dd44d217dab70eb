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
  /** They are suspended, and are to write again. */
  lift: boolean;
  onClose: () => void;
}

/** Keeps a member from writing for a while, or lets them write again. */
export function SuspendDialog({ member, lift, onClose }: SuspendDialogProps) {
  const t = useTranslations("forum.care");
  const { done } = useCare();
  const [hours, setHours] = useState<number>(SPANS.day);
  const suspend = trpc.forum.moderation.suspend.useMutation();
  const end = trpc.forum.moderation.lift.useMutation();
  const words = lift ? "lift" : "suspend";
  const spans = Object.entries(SPANS) as [keyof typeof SPANS, number][];
  return (
    <ReasonDialog
      draft={`${words}-${member.uid}`}
      title={t(`${words}.title`, { name: member.name })}
      text={t(`${words}.text`)}
      confirm={t(`${words}.now`)}
      danger={!lift}
      needed={!lift}
      onClose={onClose}
      onConfirm={async (reason) => {
        if (lift) await end.mutateAsync({ memberId: member.uid, reason });
        else await suspend.mutateAsync({ memberId: member.uid, hours, reason });
        await done();
      }}
    >
      {lift ? null : (
        <Choices
          label={t("suspend.span")}
          columns={2}
          value={hours}
          choices={spans.map(([name, value]) => ({ value, label: t(`suspend.spans.${name}`) }))}
          onChange={setHours}
        />
      )}
    </ReasonDialog>
  );
}
