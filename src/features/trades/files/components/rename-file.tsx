"use client";

import { PencilSquareIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api, toApiError, trpc } from "@/trpc/client";
import { IconButton } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import type { FileDto } from "../dto";
import { MAX_NAME } from "../rules";
import { fileName } from "../schema";

/** Gives a document another name. */
export function RenameFile({ workspaceId, file }: { workspaceId: string; file: FileDto }) {
  const t = useTranslations("trades.files");
  const common = useTranslations("common");
  const [open, setOpen] = useState(false);
  const label = t("rename", { name: file.name });
  return (
    <>
      <IconButton label={label} onClick={() => setOpen(true)}>
        <PencilSquareIcon />
      </IconButton>
      <Dialog open={open} onClose={() => setOpen(false)} title={label} closeLabel={common("close")}>
        <RenameForm workspaceId={workspaceId} file={file} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function RenameForm({ workspaceId, file, onDone }: { workspaceId: string; file: FileDto; onDone: () => void }) {
  const t = useTranslations("trades.files");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm<{ name: string }>(fileName as never, { name: file.name });
  // As it was seen when the form was opened: what somebody else does meanwhile must not be overwritten unseen.
  const [version, setVersion] = useState(file.version);
  const [overtaken, setOvertaken] = useState(false);
  const submit = form.handleSubmit(async ({ name }) => {
    setOvertaken(false);
    try {
      await api.trades.files.rename.mutate({ workspaceId, uid: file.uid, version, name });
      await utils.trades.files.list.invalidate();
      onDone();
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code !== "conflict" || !refusal.current) return form.showRefusal(refusal, common("offline"));
      setOvertaken(true);
      setVersion((refusal.current as FileDto).version);
    }
  });
  return (
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
      <DialogActions onCancel={onDone} type="submit" busy={form.formState.isSubmitting}>
        {common("save")}
      </DialogActions>
    </form>
  );
}
