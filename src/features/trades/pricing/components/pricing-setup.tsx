"use client";

import { trpc } from "@/trpc/client";
import { Reveal } from "@/ui/reveal";
import { SettingsFrame } from "../../components/settings-frame";
import type { Workspace } from "../../components/workspace-frame";
import { PriceLists } from "../../prices/components/price-lists";
import { PricingSettings } from "./pricing-settings";
import { Taxes } from "./taxes";

/** What a shop asks for its work: at which prices, with which taxes, by which rules, and in whose name. */
export function PricingSetup() {
  return (
    <SettingsFrame page="pricing-setup">
      {(workspace) => (
        <div className="grid max-w-3xl gap-8">
          <PriceLists workspace={workspace} />
          <Below workspace={workspace} />
        </div>
      )}
    </SettingsFrame>
  );
}

function Below({ workspace }: { workspace: Workspace }) {
  const prices = trpc.trades.prices.lists.useQuery({ workspaceId: workspace.uid });
  const taxes = trpc.trades.pricing.taxes.useQuery({ workspaceId: workspace.uid });
  return (
    <Reveal until={!prices.isLoading && !taxes.isLoading} className="grid gap-8">
      <Taxes workspace={workspace} />
      <PricingSettings key={workspace.uid} workspace={workspace} />
    </Reveal>
  );
}
