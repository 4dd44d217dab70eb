"use client";

import { XMarkIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { localeDirection, localeTag } from "@/lib/locales";
import type { RouterOutputs } from "@/trpc/client";
import { IconButton } from "@/ui/button";
import { Alert } from "@/ui/card";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { useService } from "../hooks/use-service";
import { shownOf } from "../rules";
import { closeAnnouncement, useClosedState } from "../state";

type Announcement = RouterOutputs["admin"]["service"]["now"]["data"]["announcements"][number];

/** That the service is being worked on, and what is announced. */
export function ServiceBanners() {
  const t = useTranslations("admin.service");
  const service = useService();
  const closed = useClosedState((state) => state.closed);
  const shown = shownOf(service?.announcements ?? [], closed);
  if (!service?.maintenance && shown.length === 0) return null;
  return (
    <aside tabIndex={-1} aria-label={t("label")} className="grid gap-2">
      {service?.maintenance ? (
        <div data-banner="maintenance">
          <Alert tone="warning" title={t("maintenance")}>
            <p dir="auto">{service.maintenance.text || t("maintenanceText")}</p>
          </Alert>
        </div>
      ) : null}
      {shown.map((announcement) => (
        <Banner key={announcement.uid} announcement={announcement} />
      ))}
    </aside>
  );
}

function Banner({ announcement: { uid, kind, text, language, link } }: { announcement: Announcement }) {
  const t = useTranslations("admin.service");
  return (
    <div data-banner="announcement">
      <Alert tone={kind}>
        <div className="flex items-start gap-2">
          <p className="min-w-0 flex-1 self-center break-words" lang={localeTag(language)} dir={localeDirection(language)}>
            {text} {link ? <Leading {...link} /> : null}
          </p>
          <IconButton ref={passFocusAlong} label={t("close")} className="-me-2 -my-1.5 shrink-0" onClick={() => closeAnnouncement(uid)}>
            <XMarkIcon />
          </IconButton>
        </div>
      </Alert>
    </div>
  );
}

function Leading({ href, label }: NonNullable<Announcement["link"]>) {
  const look = "rounded-sm font-semibold text-primary-text underline underline-offset-4";
  return href.startsWith("/") ? (
    <Link href={href} className={look}>
      {label}
    </Link>
  ) : (
    <a href={href} className={look} target="_blank" rel="noreferrer">
      {label}
    </a>
  );
}
