"use client";

import { useTranslations } from "next-intl";
import { untranslated } from "@/lib/localized-text";
import { MAINTENANCE_TEXT_MAX } from "@/lib/settings";
import { Choices } from "@/ui/choice";
import { FormTabs, TranslatedArea, useFormLanguage } from "@/ui/editing/translated-fields";
import { type Setting, useSetting } from "../hooks/use-setting";
import { SettingSection } from "./setting-section";

/** Nothing can be changed while the service is worked on, and everybody reads why. */
export function MaintenanceForm({ setting }: { setting: Setting }) {
  const t = useTranslations("admin.settings.maintenance");
  const { form, submit, editing } = useSetting("maintenance", setting);
  const { formState, register, errorOf, setValue, watch } = form;
  const shown = useFormLanguage(formState);
  const { on, message } = watch();
  return (
    <SettingSection title={t("title")} lead={t("lead")} setting={setting} editing={editing} formRef={shown.form} onSubmit={submit}>
      <Choices
        label={t("state")}
        value={on ? "on" : "off"}
        choices={[
          { value: "off", label: t("off") },
          { value: "on", label: t("on") },
        ]}
        onChange={(state) => setValue("on", state === "on", { shouldDirty: true })}
      />
      <FormTabs {...shown.tabs} missing={untranslated([message])}>
        {(language) => (
          <TranslatedArea
            language={language}
            label={t("message")}
            help={t("messageHelp")}
            rows={2}
            maxLength={MAINTENANCE_TEXT_MAX}
            error={errorOf(`message.${language}`)}
            {...register(`message.${language}`)}
          />
        )}
      </FormTabs>
    </SettingSection>
  );
}
