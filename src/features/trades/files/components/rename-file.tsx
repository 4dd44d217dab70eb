"use client";

import { PencilSquareIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api, trpc } from "@/trpc/client";
import { useSeenDialog } from "@/trpc/use-seen";
import { IconButton } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import type { FileDto } from "../dto";
import { MAX_NAME } from "../rules";
import { fileName } from "../schema";

const toForm = ({ name }: FileDto) => ({ name });

/** Gives a document another name. */
export function RenameFile({ workspaceId, file }: { workspaceId: string; file: FileDto }) {
  const t = useTranslations("trades.files");
  const [open, setOpen] = useState(false);
  const label = t("rename", { name: file.name });
  return (
    <>
      <IconButton label={label} onClick={() => setOpen(true)}>
        <PencilSquareIcon />
      </IconButton>
      {open ? <RenameDialog workspaceId={workspaceId} file={file} label={label} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function RenameDialog({ workspaceId, file, label, onClose }: { workspaceId: string; file: FileDto; label: string; onClose: () => void }) {
  const t = useTranslations("trades.files");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm<{ name: string }>(fileName, toForm(file));
  const { submit, overtaken, cancel } = useSeenDialog(form, {
    row: file,
    toForm,
    draft: ({ uid, version }) => `trades.file.${uid}.${version}`,
    save: ({ name }, { uid, version }) => api.trades.files.rename.mutate({ workspaceId, uid, version, name }),
    onSaved: async () => {
      await utils.trades.files.list.invalidate();
      onClose();
    },
    onClose,
  });
  return (
    <Dialog open onClose={onClose} title={label}>
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <TextField
          label={t("name")}
          dir="auto"
          autoComplete="off"
          maxLength={MAX_NAME}
          error={form.errorOf("name")}
          {...form.register("name")}
        />
        {overtaken ? <Alert tone="warning">{t("conflict")}</Alert> : null}
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <DialogActions onCancel={cancel} type="submit" busy={form.formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      </form>
    </Dialog>
  );
}
