"use client";

import { useTranslations } from "next-intl";
import { z } from "zod";
import { api, toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { useDialogDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { SLAB } from "../rules";
import { defect } from "../schema";
import { RectFields } from "./defect-fields";
import { SlabDrawing } from "./slab-drawing";
import type { Slab } from "./slab-page";

const markForm = z.strictObject({ defect });
type MarkForm = z.infer<typeof markForm>;

/** What is the matter with a slab, marked by whoever has it before them. */
export function MarkDialog({ workspace, slab, onClose }: { workspace: Workspace; slab: Slab; onClose: () => void }) {
  const t = useTranslations("trades.slabs");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm<MarkForm>(markForm, { defect: { x: 0, y: 0, length: 100, width: 100, note: "" } });
  const { close, leave } = useDialogDraft(form, `trades.mark.${slab.uid}`, onClose);
  const { errorOf, register, control, formState, watch } = form;
  const submit = form.handleSubmit(async (values) => {
    try {
      await api.trades.slabs.mark.mutate({ workspaceId: workspace.uid, uid: slab.uid, version: slab.version, ...values });
      notify("success", common("saved"));
      close();
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code !== "conflict") return form.showRefusal(refusal, common("offline"));
      form.showRefusal({ message: t("moveConflict"), issues: [] }, "");
    } finally {
      await utils.trades.slabs.invalidate();
    }
  });
  return (
    <Dialog open onClose={leave} title={t("markTitle", { serial: slab.serial })}>
      <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        <SlabDrawing length={slab.length} width={slab.width} defects={[...slab.defects, watch("defect")]} current={slab.defects.length} />
        <RectFields control={control} prefix="defect" errorOf={errorOf} />
        <TextField
          label={t("defectNote")}
          dir="auto"
          autoComplete="off"
          maxLength={SLAB.defect}
          error={errorOf("defect.note")}
          {...register("defect.note")}
        />
        {errorOf("defect") ? <Alert tone="danger">{errorOf("defect")}</Alert> : null}
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <DialogActions onCancel={close} type="submit" busy={formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      </form>
    </Dialog>
  );
}
