"use client";

import { getMutationKey } from "@trpc/react-query";
import { useTranslations } from "next-intl";
import { MAIL_RHYTHMS } from "@/lib/enums/notifications";
import { trpc } from "@/trpc/client";
import { useUnderWay } from "@/trpc/under-way";
import { useErrorToast } from "@/trpc/use-error";
import { Choices } from "@/ui/choice";
import { browserZone } from "@/ui/time-zones";
import { CardWaits, SettingsCard } from "../../components/settings/settings-card";

const SAVE = getMutationKey(trpc.account.notifications.saveSettings);

/** When mails about what somebody has not seen come; a choice counts as soon as it is made. */
export function RhythmCard() {
  const t = useTranslations("notifications.rhythm");
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const settings = trpc.account.notifications.settings.useQuery();
  const save = trpc.account.notifications.saveSettings.useMutation({
    // One after the other, so that the last choice is also the last that the server hears.
    scope: { id: "account.notifications.saveSettings" },
    onSuccess: (answer) => utils.account.notifications.settings.setData(undefined, answer),
    onError: showError,
    onSettled: () => void utils.account.notifications.settings.invalidate(),
  });
  const latest = useUnderWay<{ mailRhythm: (typeof MAIL_RHYTHMS)[number] }>(SAVE).at(-1);
  const rhythm = latest?.mailRhythm ?? settings.data?.data.mailRhythm;
  return (
    <SettingsCard title={t("title")} lead={t("lead")}>
      {rhythm ? (
        <>
          <Choices
            label={t("title")}
            hideLabel
            value={rhythm}
            choices={MAIL_RHYTHMS.map((value) => ({ value, label: t(`${value}.label`) }))}
            onChange={(mailRhythm) => save.mutate({ mailRhythm, timeZone: browserZone() })}
          />
          <p className="mt-3 text-ink-soft">{t(`${rhythm}.help`)}</p>
        </>
      ) : (
        <CardWaits query={settings} />
      )}
    </SettingsCard>
  );
}
