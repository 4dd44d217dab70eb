"use client";

import { ComputerDesktopIcon, DevicePhoneMobileIcon, DeviceTabletIcon, GlobeAltIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Badge } from "@/ui/card";
import { notify } from "@/ui/toast";
import { closeSession } from "../../state";
import { CardWaits, SettingsCard } from "./settings-card";
import { useDeviceName } from "./use-device-name";

type Session = RouterOutputs["account"]["sessions"]["list"]["data"][number];

const ICONS = { desktop: ComputerDesktopIcon, mobile: DevicePhoneMobileIcon, tablet: DeviceTabletIcon, other: GlobeAltIcon };

/** Where one is signed in, and the way out of each. */
export function DevicesSection() {
  const t = useTranslations("account.devices");
  const showError = useErrorToast();
  const utils = trpc.useUtils();
  const heading = useRef<HTMLHeadingElement>(null);
  const sessions = trpc.account.sessions.list.useQuery();
  const failed = (error: unknown) => {
    showError(error);
    // They may have ended all the same, where only the answer was lost.
    void utils.account.sessions.list.invalidate();
  };
  const endOthers = trpc.account.sessions.endOthers.useMutation({
    onSuccess: async ({ data }) => {
      notify("success", t("endedOthers", { count: data.ended }));
      await utils.account.sessions.list.invalidate();
      heading.current?.focus();
    },
    onError: failed,
  });
  const endAll = trpc.account.sessions.endAll.useMutation({
    onSuccess: () => closeSession(null),
    onError: failed,
  });
  const devices = sessions.data?.data;
  return (
    <SettingsCard title={t("title")} lead={t("lead")} headingRef={heading}>
      {devices ? (
        <>
          <ul className="divide-y divide-line border-y border-line">
            {devices.map((session) => (
              <Device key={session.uid} session={session} onGone={() => heading.current?.focus()} />
            ))}
          </ul>
          <div className="mt-5 flex flex-wrap gap-3">
            {devices.some(({ current }) => !current) ? (
              <>
                <Button look="danger" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
                  {t("endOthers")}
                </Button>
                <Button look="outline" busy={endAll.isPending} onClick={() => endAll.mutate()}>
                  {t("endAll")}
                </Button>
              </>
            ) : (
              <p className="text-ink-soft">{t("only")}</p>
            )}
          </div>
        </>
      ) : (
        <CardWaits query={sessions} />
      )}
    </SettingsCard>
  );
}

function Device({ session, onGone }: { session: Session; onGone: () => void }) {
  const t = useTranslations("account.devices");
  const showError = useErrorToast();
  const format = useFormat();
  const nameOf = useDeviceName();
  const utils = trpc.useUtils();
  const end = trpc.account.sessions.end.useMutation({
    onSuccess: async () => {
      notify("success", t("ended"));
      await utils.account.sessions.list.invalidate();
      onGone();
    },
    onError: (error) => {
      showError(error);
      // It may have ended elsewhere in the meantime.
      void utils.account.sessions.list.invalidate();
    },
  });
  const { uid, current, kind, method, createdAt, lastSeenAt } = session;
  const device = nameOf(session);
  const Icon = ICONS[kind];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <span className="grid size-11 shrink-0 place-items-center self-start rounded-full bg-sunken text-ink-soft">
        <Icon className="size-6" aria-hidden="true" />
      </span>
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{device}</span>
          {current ? <Badge tone="primary">{t("current")}</Badge> : null}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-soft">
          <span>{t("seen", { when: format.ago(lastSeenAt) })}</span>
          <span>{t("since", { date: format.date(createdAt) })}</span>
          <span>{t(method === "passkey" ? "byPasskey" : method === "password" ? "byPassword" : "byThirdParty")}</span>
        </p>
      </div>
      {current ? null : (
        <Button look="outline" busy={end.isPending} aria-label={t("endName", { device })} onClick={() => end.mutate({ uid })}>
          {t("end")}
        </Button>
      )}
    </li>
  );
}
