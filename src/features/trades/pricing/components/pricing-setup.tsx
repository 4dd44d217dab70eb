"use client";

import { SettingsFrame } from "../../components/settings-frame";
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
          <Taxes workspace={workspace} />
          <PricingSettings key={workspace.uid} workspace={workspace} />
        </div>
      )}
    </SettingsFrame>
  );
}
