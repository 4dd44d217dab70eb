"use client";

import { BellIcon, ComputerDesktopIcon, FolderArrowDownIcon, ShieldCheckIcon, UserCircleIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ComponentType, useEffect, useRef } from "react";
import { PageHeading } from "@/ui/card";
import { showWithin } from "@/ui/show-within";
import { isViewing } from "@/ui/viewing-tab";
import { type SettingsSection, settingsHref } from "../../hrefs";
import { DataSection } from "./data-section";
import { DevicesSection } from "./devices-section";
import { NotificationsSection } from "./notifications-section";
import { ProfileSection } from "./profile-section";
import { SecuritySection } from "./security-section";

const SECTIONS = {
  profile: { icon: UserCircleIcon, content: ProfileSection },
  security: { icon: ShieldCheckIcon, content: SecuritySection },
  devices: { icon: ComputerDesktopIcon, content: DevicesSection },
  notifications: { icon: BellIcon, content: NotificationsSection },
  data: { icon: FolderArrowDownIcon, content: DataSection },
} satisfies Record<SettingsSection, { icon: ComponentType<{ className?: string }>; content: ComponentType }>;

/** Whoever looks at somebody's account sees the profile alone. */
const shownSections = (): SettingsSection[] => (isViewing() ? ["profile"] : (Object.keys(SECTIONS) as SettingsSection[]));

const isSection = (name: string | null): name is SettingsSection => name !== null && Object.hasOwn(SECTIONS, name);

/** The account's settings; which part shows stands in the address. */
export function AccountSettings() {
  const t = useTranslations("account");
  const asked = useSearchParams().get("section");
  const shown = shownSections();
  const current: SettingsSection = isSection(asked) && shown.includes(asked) ? asked : "profile";
  const { content: Content } = SECTIONS[current];
  // On a phone the parts stand in a row that is wider than the screen.
  const here = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another part shows
  useEffect(() => {
    showWithin(here.current?.closest("nav") ?? null, here.current);
  }, [current]);
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8">
        <nav aria-label={t("sections.label")} className="-mx-4 overflow-x-auto px-4 lg:mx-0 lg:px-0">
          <ul className="flex w-max gap-1 lg:w-auto lg:flex-col">
            {shown.map((section) => {
              const { icon: Icon } = SECTIONS[section];
              return (
                <li key={section} ref={section === current ? here : undefined} className="shrink-0">
                  <Link
                    href={settingsHref(section)}
                    aria-current={section === current ? "page" : undefined}
                    className={clsx(
                      "flex min-h-11 items-center gap-2.5 rounded-box px-3.5 font-medium whitespace-nowrap transition-colors",
                      section === current ? "bg-primary-soft text-primary-text" : "text-ink-soft hover:bg-sunken hover:text-ink",
                    )}
                  >
                    <Icon className="size-5 shrink-0" />
                    {t(`sections.${section}`)}
                  </Link>
                </li>
              );
            })}
          </ul>
        </nav>
        <div className="grid max-w-3xl grid-cols-1 content-start gap-6">
          <Content />
        </div>
      </div>
    </>
  );
}
