"use client";

import { Switch } from "@headlessui/react";
import { getMutationKey } from "@trpc/react-query";
import { useTranslations } from "next-intl";
import { NOTIFICATION_CHANNELS, type NotificationEvent } from "@/lib/enums/notifications";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { useUnderWay } from "@/trpc/under-way";
import { useErrorToast } from "@/trpc/use-error";
import { Reveal } from "@/ui/reveal";
import { RhythmCard } from "../../notifications/components/rhythm-card";
import { NOTIFICATION_DEFAULTS } from "../../notifications/rules";
import { PushCard } from "../../push/components/push-card";
import { CardWaits, SettingsCard } from "./settings-card";

type Preference = RouterOutputs["account"]["preferences"]["data"][number];
const SAVE = getMutationKey(trpc.account.savePreference);

const EVENTS = Object.keys(NOTIFICATION_DEFAULTS) as NotificationEvent[];

/** What somebody is told, and how. */
export function NotificationsSection() {
  const preferences = trpc.account.preferences.useQuery();
  return (
    <>
      <PreferencesCard />
      <Reveal until={!preferences.isLoading} className="grid gap-6">
        <RhythmCard />
        <PushCard />
      </Reveal>
    </>
  );
}

/** Which events are told by which ways; a choice counts as soon as it is made. */
function PreferencesCard() {
  const t = useTranslations("notifications.settings");
  const preferences = trpc.account.preferences.useQuery();
  const choose = useChoice();
  const underWay = useUnderWay<Preference>(SAVE);
  const chosen = preferences.data?.data.map(
    (kept) => underWay.findLast(({ event, channel }) => event === kept.event && channel === kept.channel) ?? kept,
  );
  return (
    <SettingsCard title={t("title")} lead={t("lead")}>
      {chosen ? (
        <table className="w-full border-collapse text-start">
          <thead className="border-b border-line text-sm text-ink-soft">
            <tr>
              <th scope="col" className="py-2 pe-4 text-start font-medium">
                {t("event")}
              </th>
              {NOTIFICATION_CHANNELS.map((channel) => (
                <th key={channel} scope="col" className="w-18 py-2 text-center font-medium sm:w-24">
                  {t(`channels.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {EVENTS.filter((event) => chosen.some((entry) => entry.event === event)).map((event) => (
              <tr key={event}>
                <th scope="row" className="py-4 pe-4 text-start font-medium">
                  {t(`events.${event}`)}
                </th>
                {NOTIFICATION_CHANNELS.map((channel) => {
                  const preference = chosen.find((entry) => entry.event === event && entry.channel === channel);
                  return (
                    <td key={channel} className="py-4 text-center">
                      {preference ? (
                        <Toggle
                          on={preference.enabled}
                          label={[t(`events.${event}`), t(`channels.${channel}`)]}
                          onChange={(enabled) => choose({ event, channel, enabled })}
                        />
                      ) : (
                        // What is about safety and money is not for choosing.
                        <span className="text-sm text-ink-soft">{t("always")}</span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <CardWaits query={preferences} />
      )}
    </SettingsCard>
  );
}

/** Saves a choice, which shows while it is under way. */
function useChoice(): (preference: Preference) => void {
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const save = trpc.account.savePreference.useMutation({
    // One after the other, so that the last choice is also the last that the server hears.
    scope: { id: "account.savePreference" },
    onSuccess: (answer) => utils.account.preferences.setData(undefined, answer),
    onError: showError,
    onSettled: () => void utils.account.preferences.invalidate(),
  });
  return save.mutate;
}

/** @param label what its row and its column say: the switch takes no other element's words for its own */
function Toggle({ on, label, onChange }: { on: boolean; label: string[]; onChange: (on: boolean) => void }) {
  return (
    <Switch
      checked={on}
      onChange={onChange}
      className="group inline-flex h-7 w-12 shrink-0 items-center rounded-full border border-transparent bg-line-strong p-0.5 align-middle transition-colors data-checked:bg-primary"
    >
      {label.map((word) => (
        <span key={word} className="sr-only">
          {word}
        </span>
      ))}
      <span className="size-5.5 rounded-full bg-surface shadow-card transition-transform group-data-checked:translate-x-5 rtl:group-data-checked:-translate-x-5" />
    </Switch>
  );
}
