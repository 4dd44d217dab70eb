"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { Section } from "@/ui/editing/parts";
import type { Invoice } from "./invoice-page";

/** When it was issued and is due, and to whom, as it was then. */
export function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { kind, number, issuedOn, dueOn, language, buyer, sentTo, sentAt, unsent } = invoice;
  const t = useTranslations("trades.invoices");
  const names = useTranslations("trades.invoices.buyer");
  const format = useFormat();
  const place = [buyer.postcode, buyer.city].filter(Boolean).join(" ");
  const address = [buyer.street, place, buyer.country ? format.country(buyer.country) : ""].filter(Boolean).join("\n");
  return (
    <Section title={t("facts")}>
      <dl className="grid gap-3">
        {number === null ? null : <Fact label={t("number")}>{format.reference(number)}</Fact>}
        {issuedOn ? <Fact label={t("issuedOn")}>{format.day(issuedOn)}</Fact> : null}
        {dueOn && kind !== "credit" ? <Fact label={t("dueOn")}>{format.day(dueOn)}</Fact> : null}
        <Fact label={t("language")}>{format.language(language)}</Fact>
        {sentTo && sentAt ? (
          <Fact label={t("sentTo")}>
            <bdi dir="ltr">{sentTo}</bdi>
            <br />
            {format.dateTime(sentAt)}
            {unsent ? <span className="mt-1 block font-medium text-danger">{t("unsent")}</span> : null}
          </Fact>
        ) : null}
        <Fact label={names("heading")}>
          <bdi className="font-medium">{buyer.name}</bdi>
          {address ? (
            <span dir="auto" className="block whitespace-pre-line">
              {address}
            </span>
          ) : null}
        </Fact>
        {buyer.taxNumber ? (
          <Fact label={names("taxNumber")}>
            <bdi dir="ltr">{buyer.taxNumber}</bdi>
          </Fact>
        ) : null}
        {buyer.reference ? (
          <Fact label={names("reference")}>
            <bdi dir="ltr">{buyer.reference}</bdi>
          </Fact>
        ) : null}
        {buyer.email ? (
          <Fact label={names("email")}>
            <bdi dir="ltr">{buyer.email}</bdi>
          </Fact>
        ) : null}
      </dl>
    </Section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
