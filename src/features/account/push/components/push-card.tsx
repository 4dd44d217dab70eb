"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/ui/button";
import { SettingsCard } from "../../components/settings/settings-card";
import { usePush } from "../hooks/use-push";

/** Whether pushes come to this browser, and how to change that. */
export function PushCard() {
  const t = useTranslations("notifications.push");
  const { state, busy, turnOn, turnOff, tryIt } = usePush();
  return (
    <SettingsCard title={t("title")} lead={t("lead")}>
      <div className="flex min-h-11 flex-wrap items-center gap-x-6 gap-y-3">
        <p role="status" className="max-w-prose grow font-medium">
          {state ? t(`states.${state}`) : null}
        </p>
        {state === "off" ? (
          <Button busy={busy === "switch"} onClick={() => void turnOn()}>
            {t("turnOn")}
          </Button>
        ) : null}
        {state === "on" ? (
          <div className="flex flex-wrap gap-2">
            <Button look="outline" busy={busy === "test"} onClick={() => void tryIt()}>
              {t("tryIt")}
            </Button>
            <Button look="ghost" busy={busy === "switch"} onClick={() => void turnOff()}>
              {t("turnOff")}
            </Button>
          </div>
        ) : null}
      </div>
    </SettingsCard>
  );
}
