"use client";

import { useTranslations } from "next-intl";
import { REPORTS } from "@/lib/settings";
import { TextField } from "@/ui/field";
import { type Setting, useSetting } from "../hooks/use-setting";
import { SettingSection } from "./setting-section";

/** When a message of the community hides by itself. */
export function ReportsForm({ setting }: { setting: Setting }) {
  const t = useTranslations("admin.settings.reports");
  const { form, submit, discard } = useSetting("reports", setting);
  const { formState, register, errorOf, problem } = form;
  return (
    <SettingSection
      title={t("title")}
      lead={t("lead")}
      setting={setting}
      problem={problem}
      busy={formState.isSubmitting}
      dirty={formState.isDirty}
      onSubmit={submit}
      onDiscard={discard}
    >
      <div className="max-w-xs">
        <TextField
          type="number"
          min={REPORTS.min}
          max={REPORTS.max}
          label={t("hideAfter")}
          error={errorOf("hideAfter")}
          {...register("hideAfter", { valueAsNumber: true })}
        />
      </div>
    </SettingSection>
  );
}
