"use client";

import { ArrowDownTrayIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { localeDirection, localeTag } from "@/lib/locales";
import { calculate, type DocumentLine } from "@/lib/pricing/documents";
import { api, type RouterOutputs } from "@/trpc/client";
import { useSaveFile } from "@/trpc/use-save-file";
import { Button } from "@/ui/button";
import { Alert, Card } from "@/ui/card";
import { Checkbox } from "@/ui/checkboxes";
import { Section } from "@/ui/editing/parts";
import { PhaseFocus } from "@/ui/phase-focus";
import { LineList } from "../../quotes/components/line-list";
import { PieceList } from "../../quotes/components/piece-list";
import { Sums } from "../../quotes/components/sums";
import { useQuoteNumber } from "../../quotes/hooks/use-quote-number";
import { choosing } from "../../quotes/rules";
import { AnswerForm } from "./answer-form";

export type OfferData = RouterOutputs["trades"]["quoteLinks"]["open"]["data"];

const TONES = { accepted: "success", declined: "info", expired: "warning", replaced: "warning" } as const;

/** What became of it. Who has answered just now pressed something at the page's end, which is gone. */
function Outcome({ offer, answered }: { offer: OfferData; answered: boolean }) {
  const t = useTranslations("trades.offer");
  if (offer.state === "open") return null;
  const words = t(`states.${offer.state}`, { name: offer.signedBy ?? "", kind: offer.kind });
  return (
    <PhaseFocus label={words} wait={!answered} intoSight>
      <Alert tone={TONES[offer.state]}>{words}</Alert>
    </PhaseFocus>
  );
}

/** What somebody is offered: read, with its options to choose from, and answered. */
export function Offer({ token, offer: opened, onStale }: { token: string; offer: OfferData; onStale: () => void }) {
  const t = useTranslations("trades.offer");
  const document = useTranslations("trades.document");
  const format = useFormat();
  const [answered, setAnswered] = useState<OfferData>();
  const offer = answered ?? opened;
  const [options, setOptions] = useState<number[]>([]);
  const pdf = useSaveFile(() => api.trades.quoteLinks.pdf.mutate({ token }));
  const open = offer.state === "open";
  const lines = open ? choosing(offer.lines as never as DocumentLine[], options) : (offer.lines as never as DocumentLine[]);
  // What it costs the shop is nobody's business here, and counts for nothing in what is asked for.
  const calculated = calculate(
    lines.map((line) => ({ ...line, cost: 0 })),
    offer.how,
  );
  const shown = lines.map((line, at) => ({ ...line, amounts: calculated.lines[at] ?? { gross: 0, discount: 0 } }));
  const { seller } = offer;
  const number = useQuoteNumber()(offer);
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="text-lg font-semibold wrap-anywhere">
            <bdi>{seller.name}</bdi>
          </p>
          <h1 className="mt-1 text-2xl font-bold wrap-anywhere lg:text-[1.75rem]">
            {document(`kinds.${offer.kind}`)} <bdi>{number}</bdi>
          </h1>
          <p className="mt-1 wrap-anywhere">
            <bdi lang={localeTag(offer.language)} dir={localeDirection(offer.language)}>
              {offer.title}
            </bdi>
          </p>
          <p className="mt-1 text-ink-soft">
            {format.joined([t("for", { name: offer.customer }), t("until", { day: format.day(offer.validUntil) })])}
          </p>
        </div>
        <Button look="outline" icon={<ArrowDownTrayIcon className="size-5" />} busy={pdf.busy} onClick={() => void pdf.save()}>
          {t("pdf")}
        </Button>
      </header>
      <Outcome offer={offer} answered={answered !== undefined} />
      <Card className="p-5 sm:p-6">
        <LineList
          lines={shown}
          currency={offer.currency}
          {...(open
            ? {
                option: (line, at) => (
                  <Checkbox
                    label={t("take")}
                    checked={line.chosen}
                    onChange={({ target }) => setOptions(target.checked ? [...options, at] : options.filter((one) => one !== at))}
                  />
                ),
              }
            : {})}
        />
        <div className="mt-6 ms-auto max-w-sm">
          <Sums currency={offer.currency} taxIncluded={offer.how.taxIncluded} payment={offer.payment} totals={calculated.totals} />
        </div>
      </Card>
      {offer.pieces.length > 0 ? (
        <Section title={document("pieces.title")}>
          <PieceList pieces={offer.pieces} />
        </Section>
      ) : null}
      {offer.terms ? (
        <Card className="p-5 sm:p-6">
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {offer.terms}
          </p>
        </Card>
      ) : null}
      {open ? (
        <AnswerForm
          token={token}
          kind={offer.kind}
          options={options}
          total={format.money(calculated.totals.total, offer.currency)}
          onAnswered={setAnswered}
          onStale={onStale}
        />
      ) : null}
      <footer className="text-sm text-ink-soft">
        {[seller.street, `${seller.postcode} ${seller.city}`.trim(), seller.phone, seller.email]
          .filter((part) => part !== "")
          .map((part) => (
            <bdi key={part} className="me-4 inline-block">
              {part}
            </bdi>
          ))}
      </footer>
    </div>
  );
}
