"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { Joined } from "@/ui/joined";
import { DeviceFacts } from "../../chat/components/device-facts";
import type { TeamView } from "./inbox-conversation";

/** Who the conversation is with, and what they let the team see. */
export function InboxDetails({ held }: { held: TeamView }) {
  const t = useTranslations("support.inbox");
  const states = useTranslations("practice.state");
  const format = useFormat();
  const { person, locale, createdAt, others, device, satisfaction } = held;
  return (
    <div className="grid gap-6">
      <Part title={t("person")}>
        <p className="font-medium break-words" dir="auto">
          {person.name}
        </p>
        <p className="text-sm break-all text-ink-soft" dir="ltr">
          {person.email}
        </p>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
          <Fact label={t("language")} value={format.language(locale)} />
          <Fact label={t("begun")} value={format.dateTime(createdAt)} />
          <Fact label={t("others")} value={format.number(others)} />
        </dl>
      </Part>
      {satisfaction ? (
        <Part title={t("satisfaction")}>
          <p>{t(`satisfactions.${satisfaction.word}`)}</p>
          {satisfaction.comment ? (
            <p className="mt-1 text-sm break-words whitespace-pre-wrap text-ink-soft" dir="auto">
              {satisfaction.comment}
            </p>
          ) : null}
        </Part>
      ) : null}
      <Part title={t("device")}>
        {device ? (
          <>
            <p className="mb-2 text-sm text-ink-soft">{t("deviceSharedAt", { ago: format.ago(device.sharedAt) })}</p>
            <DeviceFacts report={device.report} />
            <h4 className="mt-4 mb-1.5 text-sm font-semibold">{t("uploads")}</h4>
            {device.uploads.length === 0 ? <p className="text-sm text-ink-soft">{t("uploadsNone")}</p> : null}
            <ul className="grid gap-1.5 text-sm">
              {device.uploads.map(({ state, type, sizeBytes, createdAt: at }) => (
                <li key={at}>
                  <Joined>
                    {states(state)}
                    <bdi dir="ltr">{type}</bdi>
                    {sizeBytes === null ? null : format.size(sizeBytes)}
                    {format.ago(at)}
                  </Joined>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p className="text-sm text-ink-soft">{t("deviceMissing")}</p>
        )}
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold text-ink-soft">{title}</h3>
      {children}
    </section>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0 break-words">{value}</dd>
    </div>
  );
}
