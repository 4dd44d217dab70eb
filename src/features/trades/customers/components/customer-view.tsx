"use client";

import { EnvelopeIcon, KeyIcon, MapPinIcon, PhoneIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { Section } from "@/ui/editing/parts";
import { dialled, mapHref } from "../rules";
import type { Customer } from "./customer-page";

const WAY = "inline-flex min-h-11 items-center gap-2 rounded-sm font-medium text-primary-text underline-offset-4 hover:underline";
const ICON = "size-5 shrink-0";

/** Whom to call, where the work is and how to get in: for a phone in the hand. */
export function CustomerView({ customer: { notes, contacts, sites } }: { customer: Customer }) {
  const t = useTranslations("trades.customers");
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Section title={t("contacts")}>
        {contacts.length === 0 ? <p className="text-ink-soft">{t("noContacts")}</p> : null}
        <ul className="divide-y divide-line">
          {contacts.map(({ uid, name, role, email, phone }) => (
            <li key={uid} className="py-3 first:pt-0 last:pb-0">
              <p className="font-semibold wrap-anywhere">
                <bdi>{name}</bdi>
              </p>
              {role ? (
                <p className="text-sm text-ink-soft">
                  <bdi>{role}</bdi>
                </p>
              ) : null}
              <p className="flex flex-wrap gap-x-6">
                {phone ? <Phone phone={phone} /> : null}
                {email ? (
                  <a href={`mailto:${email}`} className={WAY}>
                    <EnvelopeIcon className={ICON} aria-hidden="true" />
                    <span dir="ltr" className="wrap-anywhere rtl:text-end">
                      {email}
                    </span>
                  </a>
                ) : null}
              </p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t("siteList")}>
        {sites.length === 0 ? <p className="text-ink-soft">{t("noSites")}</p> : null}
        <ul className="divide-y divide-line">
          {sites.map(({ uid, name, address, access }) => {
            const map = mapHref(address);
            return (
              <li key={uid} className="grid gap-1 py-3 first:pt-0 last:pb-0">
                <p className="font-semibold wrap-anywhere">
                  <bdi>{name}</bdi>
                </p>
                {address ? (
                  <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                    {address}
                  </p>
                ) : null}
                {map ? (
                  <a href={map} target="_blank" rel="noreferrer" className={WAY}>
                    <MapPinIcon className={ICON} aria-hidden="true" />
                    {t("map")}
                  </a>
                ) : null}
                {access ? (
                  <p className="flex gap-2">
                    <KeyIcon className={`${ICON} text-ink-soft`} aria-hidden="true" />
                    <span className="sr-only">{t("access")}: </span>
                    <span dir="auto" className="min-w-0 grow whitespace-pre-line wrap-anywhere">
                      {access}
                    </span>
                  </p>
                ) : null}
              </li>
            );
          })}
        </ul>
      </Section>
      {notes ? (
        <Section title={t("notes")} lead={t("notesHelp")}>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {notes}
          </p>
        </Section>
      ) : null}
    </div>
  );
}

function Phone({ phone }: { phone: string }) {
  const number = dialled(phone);
  const shown = (
    <>
      <PhoneIcon className={ICON} aria-hidden="true" />
      <bdi dir="ltr" className="wrap-anywhere">
        {phone}
      </bdi>
    </>
  );
  if (!number) return <span className="inline-flex min-h-11 items-center gap-2">{shown}</span>;
  return (
    <a href={`tel:${number}`} className={WAY}>
      {shown}
    </a>
  );
}
