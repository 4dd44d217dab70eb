"use client";

import { TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { useErrorMessage } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Checkbox } from "@/ui/checkboxes";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";
import { type DeviceTake, removeTake } from "../../hooks/take-store";
import { forgetWritten } from "../../star/hooks/use-star";

interface DeleteSimulationProps {
  uid: string;
  /** The takes that it counts, by their ids: another one of the same place stays. */
  answerUids: readonly string[];
  /** What of them is on this device: takes that did not count are kept there as well as on the server. */
  takes: readonly DeviceTake[];
}

/** The set and its report go; the answers only when they are meant, too. */
export function DeleteSimulation({ uid, answerUids, takes }: DeleteSimulationProps) {
  const t = useTranslations("practice.simulation.report");
  const errorMessage = useErrorMessage();
  const router = useRouter();
  const utils = trpc.useUtils();
  const [asking, setAsking] = useState(false);
  const [answers, setAnswers] = useState(false);
  const remove = trpc.practice.simulation.delete.useMutation({
    onSuccess: async () => {
      // One that is being recorded is in another tab's hands.
      const gone = answers ? takes.filter(({ state }) => state !== "recording") : [];
      await Promise.all(gone.map(({ uid: take }) => removeTake(take).catch(() => {})));
      if (answers) for (const answer of answerUids) forgetWritten(answer);
      notify("success", t("deleted"));
      router.replace("/dashboard/practice/simulation");
      void utils.practice.simulation.list.invalidate();
      void utils.practice.answers.invalidate();
      void utils.practice.plan.invalidate();
      // There is room again for what waits on this device.
      void utils.subscription.usage.invalidate();
    },
  });
  const show = (open: boolean) => {
    remove.reset();
    setAsking(open);
  };
  return (
    <>
      <Button look="danger" icon={<TrashIcon className="size-5" />} onClick={() => show(true)}>
        {t("delete")}
      </Button>
      <Dialog
        open={asking}
        onClose={() => show(false)}
        title={t("deleteTitle")}
        footer={
          <DialogActions onCancel={() => show(false)} look="danger" busy={remove.isPending} onClick={() => remove.mutate({ uid, answers })}>
            {t("deleteNow")}
          </DialogActions>
        }
      >
        <p>{t("deleteText")}</p>
        <div className="mt-3 grid gap-4 text-ink">
          <Checkbox label={t("deleteAnswers")} checked={answers} onChange={(event) => setAnswers(event.target.checked)} />
          {remove.error ? <Alert tone="danger">{errorMessage(remove.error)}</Alert> : null}
        </div>
      </Dialog>
    </>
  );
}
