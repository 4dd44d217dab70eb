"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useDeviceName } from "@/features/account/components/settings/use-device-name";
import { inboxHref } from "@/features/support/inbox/hrefs";
import { useFormat } from "@/i18n/use-format";
import { Badge } from "@/ui/card";
import { Section } from "@/ui/editing/parts";
import { NUMBERS } from "../rules";
import { Fact, Facts } from "./facts";
import type { Person } from "./person-page";

export function PersonNumbers({ person: { holdings, storedBytes } }: { person: Person }) {
  const t = useTranslations("admin.people.numbers");
  const format = useFormat();
  return (
    <Section title={t("title")}>
      <Facts>
        {NUMBERS.map((name) => (
          <Fact key={name} name={t(name)}>
            {format.number(holdings[name])}
          </Fact>
        ))}
        <Fact name={t("storage")}>{format.size(storedBytes)}</Fact>
      </Facts>
    </Section>
  );
}

/** What protects the account: which, and never what. */
export function PersonFactors({ person: { factors } }: { person: Person }) {
  const t = useTranslations("admin.people.factors");
  const format = useFormat();
  const providers = useTranslations("admin.people.providers");
  const { password, totp, recoveryCodes, passkeys, thirdParties } = factors;
  return (
    <Section title={t("title")}>
      <Facts>
        <Fact name={t("password")}>{t(password ? "yes" : "no")}</Fact>
        <Fact name={t("totp")}>{t(totp ? "yes" : "no")}</Fact>
        <Fact name={t("recoveryCodes")}>{format.number(recoveryCodes)}</Fact>
        <Fact name={t("passkeys")}>{format.number(passkeys)}</Fact>
        <Fact name={t("thirdParties")}>{thirdParties.length > 0 ? format.list(thirdParties.map((one) => providers(one))) : t("none")}</Fact>
      </Facts>
    </Section>
  );
}

export function PersonSessions({ person: { sessions } }: { person: Person }) {
  const t = useTranslations("admin.people.sessions");
  const devices = useTranslations("account.devices");
  const format = useFormat();
  const nameOf = useDeviceName();
  return (
    <Section title={t("title")}>
      {sessions.length === 0 ? <p className="text-ink-soft">{t("none")}</p> : null}
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.uid} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
            <span className="font-medium">{nameOf(session)}</span>
            {session.endedAt ? null : <Badge tone="success">{t("live")}</Badge>}
            <span className="text-sm text-ink-soft">
              {devices(session.method === "passkey" ? "byPasskey" : session.method === "password" ? "byPassword" : "byThirdParty")}
            </span>
            <span className="text-sm text-ink-soft">{t("since", { date: format.dateTime(session.createdAt) })}</span>
            <span className="text-sm text-ink-soft">
              {session.endedAt
                ? t("ended", { date: format.dateTime(session.endedAt) })
                : devices("seen", { when: format.ago(session.lastSeenAt) })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Talks with support; each opens in the inbox. */
export function PersonTalks({ person: { conversations } }: { person: Person }) {
  const t = useTranslations("admin.people.talks");
  const states = useTranslations("support.states.support");
  const format = useFormat();
  return (
    <Section title={t("title")}>
      {conversations.length === 0 ? <p className="text-ink-soft">{t("none")}</p> : null}
      <ul className="divide-y divide-line">
        {conversations.map(({ uid, subject, state, movedAt }) => (
          <li key={uid} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
            <Link
              href={inboxHref(uid)}
              className="min-w-0 break-words rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
            >
              <bdi>{subject}</bdi>
            </Link>
            <Badge>{states(state)}</Badge>
            <span className="text-sm text-ink-soft">{format.date(movedAt)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
