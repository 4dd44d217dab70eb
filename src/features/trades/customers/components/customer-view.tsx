"use client";

import { EnvelopeIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { Section } from "@/ui/editing/parts";
import { Phone, Site, WAY, WAY_ICON } from "../../components/ways";
import type { Workspace } from "../../components/workspace-frame";
import { NotesButton } from "../../notes/components/notes-button";
import type { Customer } from "./customer-page";

/** Whom to call, where the work is and how to get in: for a phone in the hand. */
export function CustomerView({ workspace, customer: { notes, contacts, sites } }: { workspace: Workspace; customer: Customer }) {
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
                    <EnvelopeIcon className={WAY_ICON} aria-hidden="true" />
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
          {sites.map((site) => (
            <li key={site.uid} className="grid gap-1 py-3 first:pt-0 last:pb-0">
              <Site site={site} />
              <NotesButton workspace={workspace} subject={{ siteUid: site.uid }} title={site.name || site.address.replaceAll("\n", ", ")} />
            </li>
          ))}
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
