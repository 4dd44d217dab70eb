"use client";

import { CheckIcon, PrinterIcon, ScissorsIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { api, toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { manages } from "../../rules";
import { planSteps } from "../rules";
import type { Plan } from "./plan-page";

const ACTS = ["approve", "cut", "discard"] as const;
type Act = (typeof ACTS)[number];
const LEADS_TO = { approve: "approved", cut: "cut", discard: "discarded" } as const;
const ICONS = { approve: CheckIcon, cut: ScissorsIcon, discard: TrashIcon };

/** What somebody may do with a plan as it stands; each says first what follows from it. */
export function PlanActs({ workspace, plan }: { workspace: Workspace; plan: Plan }) {
  const t = useTranslations("trades.plans");
  const acts = useTranslations("trades.plans.acts");
  const [asking, setAsking] = useState<Act>();
  const actor = manages(workspace.role) ? "manager" : "saw";
  const offered = ACTS.filter((act) => planSteps.can(plan.state, LEADS_TO[act], actor)).filter(
    // What has changed, or cuts nothing, can only be thrown away.
    (act) => act === "discard" || (!plan.outdated && plan.cutSheets.length > 0),
  );
  return (
    <div className="flex flex-wrap gap-2">
      {plan.cutSheets.length > 0 ? (
        <Button look="outline" icon={<PrinterIcon className="size-5" />} onClick={() => window.print()}>
          {t("print")}
        </Button>
      ) : null}
      {offered.toReversed().map((act) => {
        const Icon = ICONS[act];
        return (
          <Button
            key={act}
            look={act === "discard" ? "danger" : "primary"}
            icon={<Icon className="size-5" />}
            onClick={() => setAsking(act)}
          >
            {acts(act)}
          </Button>
        );
      })}
      {asking ? <Confirm key={asking} workspace={workspace} plan={plan} act={asking} onClose={() => setAsking(undefined)} /> : null}
    </div>
  );
}

function Confirm({ workspace, plan, act, onClose }: { workspace: Workspace; plan: Plan; act: Act; onClose: () => void }) {
  const t = useTranslations("trades.plans");
  const acts = useTranslations("trades.plans.acts");
  const texts = useTranslations("trades.plans.confirm");
  const done = useTranslations("trades.plans.done");
  const common = useTranslations("common");
  const format = useFormat();
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // As it was seen when it was asked: what somebody else does meanwhile is not overwritten unseen.
  const [version] = useState(plan.version);
  const go = async () => {
    setBusy(true);
    setProblem(undefined);
    const about = { workspaceId: workspace.uid, uid: plan.uid };
    try {
      const answer = await api.trades.cutPlans[act].mutate({ ...about, version });
      utils.trades.cutPlans.view.setData(about, answer);
      void utils.trades.invalidate();
      notify("success", done(act));
      onClose();
    } catch (error) {
      const { code, message, issues } = toApiError(error);
      setProblem(code === "conflict" ? t("conflict") : (issues[0]?.message ?? message ?? common("offline")));
      setBusy(false);
      void utils.trades.cutPlans.invalidate();
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("confirmTitle", { act: acts(act), number: format.reference(plan.number) })}
      footer={
        <DialogActions onCancel={onClose} look={act === "discard" ? "danger" : "primary"} busy={busy} onClick={() => void go()}>
          {acts(act)}
        </DialogActions>
      }
    >
      <div className="grid gap-4">
        <p>{texts(act === "discard" && plan.state === "approved" ? "free" : act)}</p>
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
      </div>
    </Dialog>
  );
}
