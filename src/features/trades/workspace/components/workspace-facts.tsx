"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import type { Workspace } from "../../components/workspace-frame";

/** How a workspace is set up, to be read. */
export function WorkspaceFacts({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades");
  const locale = useLocale();
  const format = useFormat();
  const time = useTimeIn(workspace.timeZone);
  const currency = new Intl.DisplayNames(locale, { type: "currency" }).of(workspace.currency);
  const facts: [string, ReactNode][] = [
    [t("home.time"), time],
    [t("form.timeZone"), <bdi key="zone">{workspace.timeZone.replaceAll("_", " ")}</bdi>],
    [t("form.currency"), currency ?? workspace.currency],
    [t("form.language"), format.language(workspace.language)],
    [t("form.taxMode"), t(`form.tax.${workspace.taxMode}`)],
    [t("home.you"), t(`roles.${workspace.role}`)],
  ];
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-ink-soft">{name}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const EVERY_MS = 10_000;

/** What a clock there shows; nothing before the page runs in the browser. */
function useTimeIn(timeZone: string): string {
  const locale = useLocale();
  const [now, setNow] = useState<Date>();
  useEffect(() => {
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now ? new Intl.DateTimeFormat(locale, { weekday: "long", hour: "numeric", minute: "2-digit", timeZone }).format(now) : "";
}
