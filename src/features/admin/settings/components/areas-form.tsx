"use client";

import { useTranslations } from "next-intl";
import { AREA_STATES, AREAS } from "@/lib/enums/service";
import type { SettingValues } from "@/lib/settings";
import { SelectField } from "@/ui/field";
import { AreaPeople } from "../../areas/components/area-people";
import { type Setting, useSetting } from "../hooks/use-setting";
import { SettingSection } from "./setting-section";

/** Which parts of the app are there, and for whom. */
export function AreasForm({ setting }: { setting: Setting }) {
  const t = useTranslations("admin.settings.areas");
  const names = useTranslations("admin.areas.names");
  const { form, submit, editing } = useSetting("areas", setting);
  const { register, errorOf } = form;
  const saved = setting.value as SettingValues["areas"];
  return (
    <>
      <SettingSection title={t("title")} lead={t("lead")} setting={setting} editing={editing} onSubmit={submit}>
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {AREAS.map((area) => (
            <SelectField key={area} label={names(area)} error={errorOf(area)} {...register(area)}>
              {AREA_STATES.map((state) => (
                <option key={state} value={state}>
                  {t(`states.${state}`)}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
      </SettingSection>
      {AREAS.filter((area) => saved[area] === "chosen").map((area) => (
        <AreaPeople key={area} area={area} />
      ))}
    </>
  );
}
