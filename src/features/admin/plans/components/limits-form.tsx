"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { PLANS } from "@/lib/enums/subscription";
import { LIMITS } from "@/lib/settings";
import { TextField } from "@/ui/field";
import { SettingSection } from "../../settings/components/setting-section";
import { type Setting, useSetting } from "../../settings/hooks/use-setting";
import { ImpactDialog } from "./impact-dialog";

/** What an empty field says: no limit. */
const orUnlimited = (entered: unknown): number | null => (entered === "" || entered === null ? null : Number(entered));

/** What each plan allows. Before it counts, one reads whom it would touch. */
export function LimitsForm({ setting }: { setting: Setting }) {
  const t = useTranslations("admin.plans");
  const plans = useTranslations("subscription.plans");
  const { form, submit, editing } = useSetting("entitlements", setting);
  const { register, errorOf, getValues, handleSubmit } = form;
  const [asking, setAsking] = useState(false);
  const { version: _, ...entitlements } = getValues();
  return (
    <>
      <SettingSection
        title={t("limits")}
        lead={t("limitsLead")}
        setting={setting}
        editing={editing}
        onSubmit={handleSubmit(() => setAsking(true))}
      >
        {PLANS.map((plan) => (
          <fieldset key={plan} className="grid gap-4 border-t border-line pt-4">
            <legend className="pe-3 font-semibold">{plans(plan)}</legend>
            <div className="grid gap-5 sm:grid-cols-3">
              <TextField
                type="number"
                {...LIMITS.storedTakesPerWeek}
                label={t("takes")}
                help={t("takesHelp")}
                error={errorOf(`${plan}.storedTakesPerWeek`)}
                {...register(`${plan}.storedTakesPerWeek`, { setValueAs: orUnlimited })}
              />
              <TextField
                type="number"
                {...LIMITS.storageGb}
                label={t("storage")}
                error={errorOf(`${plan}.storageGb`)}
                {...register(`${plan}.storageGb`, { valueAsNumber: true })}
              />
              <TextField
                type="number"
                {...LIMITS.reviewsWanted}
                label={t("reviews")}
                error={errorOf(`${plan}.reviewsWanted`)}
                {...register(`${plan}.reviewsWanted`, { valueAsNumber: true })}
              />
            </div>
          </fieldset>
        ))}
      </SettingSection>
      {asking ? (
        <ImpactDialog
          entitlements={entitlements}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await submit();
            setAsking(false);
          }}
        />
      ) : null}
    </>
  );
}
