"use client";

import { useTranslations } from "next-intl";
import { REPORTS } from "@/lib/settings";
import { TextField } from "@/ui/field";
import { type Setting, useSetting } from "../hooks/use-setting";
import { SettingSection } from "./setting-section";

/** When a message of the community hides by itself. */
export function ReportsForm({ setting }: { setting: Setting }) {
  const t = useTranslations("admin.settings.reports");
  const { form, submit, editing } = useSetting("reports", setting);
  const { register, errorOf } = form;
  return (
    <SettingSection title={t("title")} lead={t("lead")} setting={setting} editing={editing} onSubmit={submit}>
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
