"use client";

import { useTranslations } from "next-intl";
import { EMPTY_TEXT } from "@/lib/localized-text";
import { api, toApiError, trpc } from "@/trpc/client";
import { useWrittenForm } from "@/ui/editing/content-form";
import { NamingDialog } from "@/ui/editing/naming-dialog";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
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
  const { forum } = trpc.useUtils();
  const form = useZodForm<ProfessionInput>(professionInput, toForm(room));
  const content = useWrittenForm(form, {
    draft: "forum.profession",
    row: fresh ?? room,
    toForm,
    save: async (values) => (await api.forum.professions.save.mutate(values)).data,
    refusalOf: toApiError,
    refresh: () => forum.invalidate(),
    onSaved: onClose,
  });
  return (
    <NamingDialog
      form={form}
      title={t(room ? "editTitle" : "new")}
      lead={t("everyLanguage")}
      max={ROOM}
      content={content}
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
