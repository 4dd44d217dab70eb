"use client";

import { useTranslations } from "next-intl";
import { Choices } from "@/ui/choice";
import { type Setting, useSetting } from "../hooks/use-setting";
import { SettingSection } from "./setting-section";

/** Whether new accounts can be made. */
export function RegistrationForm({ setting }: { setting: Setting }) {
  const t = useTranslations("admin.settings.registration");
  const { form, submit, editing } = useSetting("registration", setting);
  const { setValue, watch } = form;
  return (
    <SettingSection title={t("title")} lead={t("lead")} setting={setting} editing={editing} onSubmit={submit}>
      <Choices
        label={t("state")}
        value={watch("open") ? "open" : "closed"}
        choices={[
          { value: "open", label: t("open") },
          { value: "closed", label: t("closed") },
        ]}
        onChange={(state) => setValue("open", state === "open", { shouldDirty: true })}
      />
    </SettingSection>
  );
}
