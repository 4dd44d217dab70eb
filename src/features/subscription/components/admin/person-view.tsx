"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { fullName } from "@/lib/names";
import type { RouterOutputs } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Badge, Card } from "@/ui/card";
import { standingOf } from "../../rules";
import { GrantForm } from "./grant-form";
import { RefundDialog } from "./refund-dialog";
import { RevokeDialog } from "./revoke-dialog";

export type Person = RouterOutputs["subscription"]["admin"]["person"]["data"];
export type Grant = Person["grants"][number];
export type Invoice = Person["invoices"][number];

/** One account's plan, invoices and what was done about them. */
export function PersonView({ person, named }: { person: Person; named: boolean }) {
  const t = useTranslations("subscription");
  const format = useFormat();
  const { subscription } = person;
  return (
    <>
      <Card className="p-5 sm:p-8">
        {named ? (
          <>
            <h2 className="text-lg font-semibold">
              <bdi>{fullName(person)}</bdi>
            </h2>
            <p className="text-ink-soft" dir="ltr">
              <span className="block rtl:text-end">{person.email}</span>
            </p>
          </>
        ) : (
          <h2 className="text-lg font-semibold">{t("admin.title")}</h2>
        )}
        <p className="mt-4 flex flex-wrap items-center gap-3">
          <span className="font-medium">{t("admin.planNow")}</span>
          <Badge tone="primary">{t(`plans.${person.plan}`)}</Badge>
          {subscription ? <Badge>{t(`status.${subscription.status}`)}</Badge> : null}
        </p>
        <p className="mt-2 text-ink-soft">{subscription ? <Standing held={subscription} /> : t("admin.noSubscription")}</p>
        {/* Where the sentence is about what is owed, the end that was planned stands beside it. */}
        {subscription?.cancelAt && standingOf(subscription) !== "ends" ? (
          <p className="mt-2 text-ink-soft">{t("ending", { date: format.date(subscription.cancelAt) })}</p>
        ) : null}
      </Card>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <GrantForm key={person.uid} user={person.uid} />
        <Grants grants={person.grants} />
      </div>
      <Invoices invoices={person.invoices} />
      <Log acts={person.acts} />
    </>
  );
}

/** How somebody's subscription stands, as they are told it on their own page. */
function Standing({ held }: { held: NonNullable<Person["subscription"]> }) {
  const t = useTranslations("subscription");
  const format = useFormat();
  const standing = standingOf(held);
  switch (standing) {
    case "ends":
      return t("ending", { date: format.date(held.cancelAt ?? held.currentPeriodEnd) });
    case "trial":
    case "renews":
      return t("now.renews", { amount: format.charge(held.amount, held.currency), date: format.date(held.currentPeriodEnd) });
    case "overdue":
      return t("admin.standing.overdue", { date: format.date(held.graceEndsAt ?? held.currentPeriodEnd) });
    case "incomplete":
      return t("admin.standing.incomplete", { date: format.dateTime(held.lapsesAt ?? held.currentPeriodEnd) });
    default:
      return t(`admin.standing.${standing}`);
  }
}

function Grants({ grants }: { grants: Grant[] }) {
  const t = useTranslations("subscription");
  const format = useFormat();
  const [revoking, setRevoking] = useState<Grant | null>(null);
  return (
    <Card className="p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t("admin.grants")}</h2>
      {grants.length === 0 ? <p className="mt-3 text-ink-soft">{t("admin.noGrants")}</p> : null}
      <ul className="mt-3 grid divide-y divide-line">
        {grants.map((grant) => (
          <li key={grant.uid} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2">
                <Badge tone="primary">{t(`plans.${grant.plan}`)}</Badge>
                {t("admin.until", { date: format.date(grant.endsAt) })}
              </p>
              <p className="mt-1 text-sm text-ink-soft" dir="auto">
                {grant.reason}
              </p>
            </div>
            {grant.revokedAt || grant.ended ? (
              <span className="text-sm text-ink-soft">
                {grant.revokedAt ? t("admin.revoked", { date: format.date(grant.revokedAt) }) : t("admin.over")}
              </span>
            ) : (
              <Button size="sm" look="danger" onClick={() => setRevoking(grant)}>
                {t("admin.revoke")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {revoking ? <RevokeDialog grant={revoking} onClose={() => setRevoking(null)} /> : null}
    </Card>
  );
}

function Invoices({ invoices }: { invoices: Invoice[] }) {
  const t = useTranslations("subscription");
  const format = useFormat();
  const [asked, setAsked] = useState<string>();
  // As it is now: what somebody else has paid back meanwhile is not left.
  const refunding = invoices.find(({ uid }) => uid === asked);
  return (
    <Card className="p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t("admin.invoices")}</h2>
      {invoices.length === 0 ? <p className="mt-3 text-ink-soft">{t("invoices.empty")}</p> : null}
      <ul className="mt-3 grid divide-y divide-line">
        {invoices.map((invoice) => (
          <li key={invoice.uid} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
              <bdi className="font-medium">{invoice.number}</bdi>
              <span className="text-ink-soft">{format.date(invoice.createdAt)}</span>
              <span className="tabular">{format.charge(invoice.amount, invoice.currency)}</span>
              <Badge>{t(`invoices.status.${invoice.status}`)}</Badge>
              {invoice.amountRefunded > 0 ? (
                <span className="text-sm text-ink-soft">
                  {t("invoices.refunded", { amount: format.charge(invoice.amountRefunded, invoice.currency) })}
                </span>
              ) : null}
            </div>
            {invoice.status === "paid" && invoice.amountPaid > invoice.amountRefunded ? (
              <Button size="sm" look="outline" onClick={() => setAsked(invoice.uid)}>
                {t("admin.refund")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {refunding ? <RefundDialog invoice={refunding} onClose={() => setAsked(undefined)} /> : null}
    </Card>
  );
}

/** The acts that the log can hold, by their last word. */
const ACTS = {
  "subscription.grant": "grant",
  "subscription.revoke": "revoke",
  "subscription.refund": "refund",
  "subscription.refund_refused": "refundRefused",
} as const;

function Log({ acts }: { acts: Person["acts"] }) {
  const t = useTranslations("subscription.admin");
  const format = useFormat();
  return (
    <Card className="p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t("log")}</h2>
      {acts.length === 0 ? <p className="mt-3 text-ink-soft">{t("noLog")}</p> : null}
      <ul className="mt-3 grid divide-y divide-line">
        {acts.map((act) => {
          const known = ACTS[act.action as keyof typeof ACTS];
          return (
            <li key={act.uid} className="py-3">
              <p className="flex flex-wrap gap-x-4">
                <span className="font-medium">{known ? t(`acts.${known}`) : act.action}</span>
                <span className="text-ink-soft">{format.dateTime(act.at)}</span>
                {act.by ? <span className="text-ink-soft">{t("by", { email: act.by })}</span> : null}
              </p>
              <p className="mt-1 text-sm text-ink-soft" dir="auto">
                {act.reason}
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
