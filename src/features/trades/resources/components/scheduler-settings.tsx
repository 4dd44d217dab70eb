"use client";

import { useTranslations } from "next-intl";
import { SettingsFrame } from "../../components/settings-frame";
import { manages } from "../../rules";
import { Absences } from "./absences";
import { ResourceList } from "./resource-list";
import { WorkingHours } from "./working-hours";

/** What the schedule is made of: who can be booked, when they work, and when they are away. */
export function SchedulerSettings() {
  const t = useTranslations("trades.scheduler");
  return (
    <SettingsFrame page="scheduler">
      {(workspace) =>
        manages(workspace.role) ? (
          <div className="grid max-w-3xl gap-8">
            <ResourceList workspace={workspace} />
            <Absences workspace={workspace} />
            <WorkingHours key={workspace.uid} workspace={workspace} />
          </div>
        ) : (
          <p className="text-ink-soft">{t("managersOnly")}</p>
        )
      }
    </SettingsFrame>
  );
}
