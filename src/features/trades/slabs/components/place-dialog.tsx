"use client";

import { useTranslations } from "next-intl";
import type { z } from "zod";
import { toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { useDialogDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { SLAB } from "../rules";
import { slabPlaceInput } from "../schema";
import type { Slab } from "./slab-page";

const fields = slabPlaceInput.pick({ bin: true });

/** Where a slab stands now: whoever moves it says so, on the spot. */
export function PlaceDialog({ workspace, slab, onClose }: { workspace: Workspace; slab: Slab; onClose: () => void }) {
  const t = useTranslations("trades.slabs");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm<z.infer<typeof fields>>(fields, { bin: slab.bin });
  const { close, leave } = useDialogDraft(form, `trades.slabPlace.${slab.uid}.${slab.version}`, onClose);
  const mutation = trpc.trades.slabs.place.useMutation();
  const submit = form.handleSubmit(async ({ bin }) => {
    try {
      await mutation.mutateAsync({ workspaceId: workspace.uid, uid: slab.uid, version: slab.version, bin });
      notify("success", common("saved"));
      close();
    } catch (error) {
      const refusal = toApiError(error);
      form.showRefusal(refusal.code === "conflict" ? { message: t("moveConflict"), issues: [] } : refusal, common("offline"));
    } finally {
      await utils.trades.slabs.invalidate();
    }
  });
  return (
    <Dialog open onClose={leave} title={t("placeTitle", { serial: slab.serial })}>
      <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        <TextField
          label={t("bin")}
          help={t("binHelp")}
          dir="auto"
          autoComplete="off"
          maxLength={SLAB.bin}
          error={form.errorOf("bin")}
          {...form.register("bin")}
        />
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <DialogActions onCancel={close} type="submit" busy={form.formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      </form>
    </Dialog>
  );
}
