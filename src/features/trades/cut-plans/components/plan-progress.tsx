"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { api, toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Section } from "@/ui/editing/parts";
import type { Workspace } from "../../components/workspace-frame";
import { manages } from "../../rules";
import type { Plan } from "./plan-page";

/** How far the planner is, and the way to take what it has. */
export function PlanProgress({ workspace, plan }: { workspace: Workspace; plan: Plan }) {
  const t = useTranslations("trades.plans");
  const common = useTranslations("common");
  const format = useFormat();
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const stop = async () => {
    setBusy(true);
    setProblem(undefined);
    const about = { workspaceId: workspace.uid, uid: plan.uid };
    try {
      utils.trades.cutPlans.view.setData(about, await api.trades.cutPlans.stop.mutate(about));
    } catch (error) {
      const { code, message } = toApiError(error);
      // It was done meanwhile: there is a plan.
      if (code === "wrongState") await utils.trades.cutPlans.invalidate();
      else setProblem(message ?? common("offline"));
    }
    setBusy(false);
  };
  return (
    <Section title={t("working")} lead={t("workingLead", { count: plan.ordered.length })}>
      <div className="grid gap-4">
        <div
          role="progressbar"
          aria-label={t("working")}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={plan.progress}
          className="h-3 overflow-hidden rounded-full bg-sunken"
        >
          <div className="h-full rounded-full bg-primary transition-[width] duration-500" style={{ width: `${plan.progress}%` }} />
        </div>
        <p className="text-sm text-ink-soft tabular">{format.percent(plan.progress / 100)}</p>
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        {manages(workspace.role) ? (
          <Button look="outline" className="justify-self-start" busy={busy || plan.stopping} onClick={() => void stop()}>
            {t(plan.stopping ? "stopping" : "stop")}
          </Button>
        ) : null}
      </div>
    </Section>
  );
}
