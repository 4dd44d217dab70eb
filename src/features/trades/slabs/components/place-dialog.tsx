"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { SLAB } from "../rules";
import type { Slab } from "./slab-page";

/** Where a slab stands now: whoever moves it says so, on the spot. */
export function PlaceDialog({ workspace, slab, onClose }: { workspace: Workspace; slab: Slab; onClose: () => void }) {
  const t = useTranslations("trades.slabs");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const [bin, setBin] = useState(slab.bin);
  const [problem, setProblem] = useState<string>();
  const mutation = trpc.trades.slabs.place.useMutation();
  const submit = async () => {
    setProblem(undefined);
    try {
      await mutation.mutateAsync({ workspaceId: workspace.uid, uid: slab.uid, version: slab.version, bin });
      notify("success", common("saved"));
      onClose();
    } catch (error) {
      const { code, message } = toApiError(error);
      setProblem(code === "conflict" ? t("moveConflict") : (message ?? common("offline")));
    } finally {
      await utils.trades.slabs.invalidate();
    }
  };
  return (
    <Dialog open onClose={onClose} title={t("placeTitle", { serial: slab.serial })} closeLabel={common("close")}>
      <form
        noValidate
        className="grid gap-5 text-ink"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label={t("bin")}
          help={t("binHelp")}
          dir="auto"
          autoComplete="off"
          maxLength={SLAB.bin}
          value={bin}
          onChange={({ target }) => setBin(target.value)}
        />
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        <DialogActions onCancel={onClose} type="submit" busy={mutation.isPending}>
          {common("save")}
        </DialogActions>
      </form>
    </Dialog>
  );
}
