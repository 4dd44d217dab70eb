"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ROLES, type Role } from "@/lib/enums/account";
import { toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { notify } from "@/ui/toast";

interface RoleDialogProps {
  person: { uid: string; name: string; role: Role };
  onClose: () => void;
}

/** Changes what somebody may do, once it was chosen and confirmed. */
export function RoleDialog({ person, onClose }: RoleDialogProps) {
  const t = useTranslations("admin.people");
  const common = useTranslations("common");
  const { admin } = trpc.useUtils();
  // As it was when it was asked about, whatever the list has heard since.
  const [from] = useState(person.role);
  const [role, setRole] = useState(from);
  const [problem, setProblem] = useState<string>();
  const grant = trpc.admin.people.grantRole.useMutation({
    onSuccess: async () => {
      notify("success", t("role.done", { name: person.name, role: t(`roles.${role}`) }));
      onClose();
      await admin.people.invalidate();
    },
    onError: (error) => {
      const { code, message } = toApiError(error);
      setProblem(message ?? common("offline"));
      if (code === "conflict") void admin.people.invalidate();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("role.title", { name: person.name })}
      footer={
        <DialogActions
          onCancel={onClose}
          busy={grant.isPending}
          disabled={role === from}
          onClick={() => grant.mutate({ uid: person.uid, role, from })}
        >
          {t("role.confirm")}
        </DialogActions>
      }
    >
      <div className="grid gap-4 text-ink">
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        <Choices
          label={t("columns.role")}
          columns={1}
          value={role}
          choices={ROLES.map((value) => ({ value, label: t(`roles.${value}`) }))}
          onChange={setRole}
        />
        <p className="text-ink-soft">{t(`role.means.${role}`)}</p>
      </div>
    </Dialog>
  );
}
