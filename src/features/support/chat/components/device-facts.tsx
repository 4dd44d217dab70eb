"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import type { DeviceReport } from "@/lib/device-report";

/** What a browser said of itself, in words: the same to whoever shares it and to whoever reads it. */
export function DeviceFacts({ report }: { report: DeviceReport }) {
  const t = useTranslations("support.device");
  const format = useFormat();
  const facts: [label: string, value: string][] = [
    [t("browser"), report.browser],
    [t("system"), report.system],
    [t("language"), report.language],
    [t("timeZone"), report.timeZone],
    [t("window"), `${format.number(report.window.width)} × ${format.number(report.window.height)}`],
    [t("microphone"), t(`permissions.${report.microphone}`)],
    [t("camera"), t(`permissions.${report.camera}`)],
    [t("codecs"), report.codecs.join(", ") || t("none")],
    [
      t("storage"),
      report.storage ? t("storageOf", { used: format.size(report.storage.used), quota: format.size(report.storage.quota) }) : t("none"),
    ],
    [t("waiting"), format.number(report.waiting.length)],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="min-w-0 break-words text-ink">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
