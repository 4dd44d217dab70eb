"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { SlabState } from "@/lib/enums/trades-stock";
import { toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import type { SlabRowDto } from "../dto";

export type MovedSlab = Pick<SlabRowDto, "uid" | "serial" | "state" | "version">;

/** Moves slabs by hand. What is thrown away does not come back: that is asked once more. The dialog for it is to be shown. */
export function useMovingSlab(workspace: Workspace): { begin: (slab: MovedSlab, to: SlabState) => void; dialog: ReactNode } {
  const t = useTranslations("trades.slabs");
  const states = useTranslations("trades.slabs.states");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const mutation = trpc.trades.slabs.move.useMutation();
  const [asking, setAsking] = useState<MovedSlab>();
  const [problem, setProblem] = useState<string>();

  const send = async ({ uid, serial, version }: MovedSlab, to: SlabState): Promise<string | undefined> => {
    try {
      await mutation.mutateAsync({ workspaceId: workspace.uid, uid, version, to });
      notify("success", t("moved", { serial, state: states(to) }));
      return undefined;
    } catch (error) {
      const { code, message } = toApiError(error);
      return code === "conflict" ? t("moveConflict") : (message ?? common("offline"));
    } finally {
      await utils.trades.slabs.invalidate();
    }
  };
  const begin = (slab: MovedSlab, to: SlabState) => {
    setProblem(undefined);
    if (to === "scrapped") return setAsking(slab);
    void send(slab, to).then((refusal) => refusal && notify("error", refusal));
  };
  const scrap = async (slab: MovedSlab) => {
    const refusal = await send(slab, "scrapped");
    setProblem(refusal);
    if (!refusal) setAsking(undefined);
  };
  const dialog = asking ? (
    <Dialog
      open
      onClose={() => setAsking(undefined)}
      title={t("scrapTitle", { serial: asking.serial })}
      footer={
        <DialogActions onCancel={() => setAsking(undefined)} look="danger" busy={mutation.isPending} onClick={() => void scrap(asking)}>
          {t("scrapNow")}
        </DialogActions>
      }
    >
      <div className="grid gap-4">
        <p>{t("scrapText")}</p>
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
      </div>
    </Dialog>
  ) : null;
  return { begin, dialog };
}
