"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { EMPTY_TEXT } from "@/lib/translations";
import { api, toApiError, trpc } from "@/trpc/client";
import { NamingDialog } from "@/ui/editing/naming-dialog";
import { TextField } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { type ProfessionInput, professionInput, ROOM } from "../schema";
import type { EditedRoom } from "./room-table";

const toForm = (room: EditedRoom | null): ProfessionInput =>
  room
    ? { uid: room.uid, version: room.version, name: room.name, description: room.description }
    : { slug: "", name: EMPTY_TEXT, description: EMPTY_TEXT };

interface ProfessionDialogProps {
  room: EditedRoom | null;
  /** The same as it is by now. */
  fresh: EditedRoom | null;
  onClose: () => void;
}

/** A room's name and what it is for, in every language; of a new one its name in addresses, too. */
export function ProfessionDialog({ room, fresh, onClose }: ProfessionDialogProps) {
  const t = useTranslations("forum.professions");
  const common = useTranslations("common");
  const { forum } = trpc.useUtils();
  const form = useZodForm<ProfessionInput>(professionInput, toForm(room));
  const [overtaken, setOvertaken] = useState(false);
  useFormDraft(form, `forum.profession.${room?.uid ?? "new"}`);
  const save = async (values: ProfessionInput) => {
    try {
      await api.forum.professions.save.mutate(values);
      form.reset();
      notify("success", common("saved"));
      await forum.invalidate();
      onClose();
    } catch (error) {
      const refusal = toApiError(error);
      setOvertaken(refusal.code === "conflict");
      if (refusal.code === "conflict") await forum.professions.invalidate();
      else form.showRefusal(refusal, common("offlineKept"));
    }
  };
  return (
    <NamingDialog
      form={form}
      title={t(room ? "editTitle" : "new")}
      lead={t("everyLanguage")}
      max={ROOM}
      overtaken={overtaken}
      onSave={save}
      onSaveOver={(values) => save({ ...values, version: fresh?.version })}
      onClose={onClose}
    >
      {room ? null : (
        <TextField
          label={t("slug")}
          help={t("slugHelp")}
          dir="ltr"
          maxLength={ROOM.slug}
          error={form.errorOf("slug")}
          {...form.register("slug")}
        />
      )}
    </NamingDialog>
  );
}
