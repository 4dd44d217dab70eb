import { Document, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import type { InvoiceKind } from "@/lib/enums/trades-invoices";
import type { QuoteKind } from "@/lib/enums/trades-quotes";
import { type Locale, localeTag } from "@/lib/locales";
import { ONE } from "@/lib/pricing/amounts";
import { type Calculated, type DocumentLine, payingOf, type Seller, type Terms } from "@/lib/pricing/documents";
import type { NamedPiece } from "@/lib/pricing/pieces";
import { taxSumWords } from "@/lib/pricing/tax-words";
import { serverText } from "../text";
import { draw } from "./fonts";
import { countryIn, letter, linesOf, numberLine, paragraphs, sellerLines } from "./letterhead";
import { drawable } from "./letters";
import { pieceRows } from "./piece-list";
import { drawnMoney, sheetOf } from "./sheet";

/** What a shop asks for, drawn from what is kept of it alone: the same document in whichever language. */
export interface PricedDocument {
  /** What it is; its name in the catalogues is `trades.document.kinds.<kind>`. */
  kind: QuoteKind | InvoiceKind;
  /** As people call it, such as "12" or "12/2"; empty where it has none yet. */
  number: string;
  title: string;
  seller: Seller;
  /** Whom it is for, and what an invoice says of them. */
  customer: string;
  address?: string;
  /** ISO 3166-1, two letters; empty where it was not said. */
  buyerCountry?: string;
  buyerTaxNumber?: string;
  reference?: string;
  /** Where the work is done; empty where that is not said. */
  site: string;
  currency: string;
  /** Days such as 2026-01-31; null where it has none. */
  issuedOn: string | null;
  validUntil: string | null;
  dueOn?: string | null;
  /** The number of what a credit gives back of. */
  creditOf?: number | null;
  lines: readonly DocumentLine[];
  /** What is made for it, by name; none where that is not said. */
  pieces: readonly NamedPiece[];
  terms: Terms;
  calculated: Calculated;
  /** Basis points that are asked for first, and within how many days the rest is; null where a day says when. */
  payment: { deposit: number; days: number } | null;
  /** What the shop writes below. */
  text: string;
  /** Where it stands, unless it is what holds: not sent or issued yet, or what has become of it. */
  mark: "draft" | "accepted" | "declined" | "expired" | "replaced" | null;
  /** Who took it, where a name was said, and when, as a day. */
  taken?: { by: string; on: string } | null;
}

const styles = {
  ...letter,
  ...StyleSheet.create({
    facts: { gap: 2, marginBottom: 18 },
    many: { width: 92 },
    each: { width: 92 },
    sum: { width: 96 },
    sums: { gap: 16, paddingVertical: 3, justifyContent: "space-between" },
    total: { fontSize: 13, fontWeight: 600 },
    box: { width: 270, marginTop: 12 },
    note: { fontSize: 9, marginTop: 22 },
  }),
};

/** What a shop has to say at the foot of each page takes a line there; more than that is said once, at the end. */
const FOOT = 90;
const isBrief = (note: string): boolean => note.length <= FOOT && !note.includes("\n");

function markWords(
  { mark, taken }: PricedDocument,
  say: (key: string, values?: Record<string, string>) => string,
  on: (day: string) => string,
) {
  if (mark !== "accepted" || !taken) return say(`marks.${mark}`);
  return taken.by ? say("marks.acceptedBy", { name: taken.by, day: on(taken.on) }) : say("marks.acceptedOn", { day: on(taken.on) });
}

/** As the bytes of a PDF. */
export const renderPriced = (priced: PricedDocument, locale: Locale): Promise<Buffer> =>
  draw(locale, (fonts) => renderToBuffer(pricedDocument(priced, locale, fonts)));

function pricedDocument(priced: PricedDocument, locale: Locale, fontFamily: string[]) {
  const say = (key: string, values?: Record<string, string | number>) => drawable(serverText(locale, `trades.document.${key}`, values));
  const tag = localeTag(locale);
  const sheet = sheetOf(locale, fontFamily);
  const { row, look, written, size, mirrored } = sheet;
  const day = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" });
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 3 });
  const percent = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 2 });
  const on = (of: string) => drawable(day.format(new Date(`${of}T00:00:00Z`)));
  const money = (minor: number) => drawnMoney(locale, minor, priced.currency);
  const end = { textAlign: mirrored ? ("left" as const) : ("right" as const) };
  const { seller, lines, calculated, terms, payment } = priced;
  const { totals } = calculated;
  const facts = [
    priced.issuedOn ? say("issuedOn", { date: on(priced.issuedOn) }) : null,
    priced.validUntil ? say("validUntil", { date: on(priced.validUntil) }) : null,
    priced.dueOn ? say("dueOn", { date: on(priced.dueOn) }) : null,
    priced.creditOf ? say("creditOf", { number: priced.creditOf }) : null,
  ].filter((fact) => fact !== null);
  const asked = payment && payingOf(totals, payment, terms.taxIncluded);
  const paying = [
    asked?.deposit ? say("deposit", { rate: percent.format(asked.deposit.rate / 10_000), amount: money(asked.deposit.amount) }) : "",
    asked ? say("within", { days: asked.days }) : "",
    priced.dueOn && totals.total > 0 ? say("pay", { amount: money(totals.total), date: on(priced.dueOn) }) : "",
    seller.iban && priced.kind !== "credit" && totals.total > 0
      ? say("bank", { iban: seller.iban.replaceAll(/(.{4})(?=.)/g, "$1 "), bic: seller.bic })
      : "",
  ].filter((text) => text !== "");
  const sums: [string, string, boolean][] = [
    ...(totals.discount > 0 ? [[say("lines"), money(totals.lines), false] as [string, string, boolean]] : []),
    ...(totals.discount > 0 ? [[say("discount"), money(-totals.discount), false] as [string, string, boolean]] : []),
    [say("net"), money(totals.net), false],
    ...totals.taxes.map(({ net, tax, ...of }): [string, string, boolean] => [
      drawable(taxSumWords(of, totals.taxes.length > 1, say, (rate) => percent.format(rate / 10_000), money(net))),
      money(tax),
      false,
    ]),
    [say("total"), money(totals.total), true],
  ];
  const brief = isBrief(seller.note) ? seller.note : "";
  const heading = [say(`kinds.${priced.kind}`), drawable(priced.number)].filter(Boolean).join(" ");
  return (
    <Document title={heading} author={drawable(seller.name)} language={tag}>
      <Page size="A4" style={[styles.page, size]}>
        {/* Before the rest: what repeats does so from where it stands. */}
        <Text
          fixed
          style={look(styles.foot)}
          render={({ pageNumber, totalPages }) =>
            [drawable(brief || seller.name), say("page", { page: number.format(pageNumber), pages: number.format(totalPages) })].join("\n")
          }
        />
        <View style={[styles.body, size]}>
          <View style={[styles.head, row]}>
            <View style={styles.half}>{sellerLines(sheet, seller, tag, say)}</View>
            <View style={styles.half}>
              <Text style={look(styles.small)}>{say("for")}</Text>
              <Text style={written(priced.customer, styles.strong)}>{drawable(priced.customer)}</Text>
              {priced.address ? linesOf(sheet, priced.address.split("\n")) : null}
              {priced.buyerCountry ? linesOf(sheet, [countryIn(tag, priced.buyerCountry)]) : null}
              {priced.buyerTaxNumber
                ? numberLine(sheet, (number) => say("taxNumber", { number }), priced.buyerTaxNumber, styles.small)
                : null}
              {priced.site ? <Text style={look(styles.small)}>{say("site")}</Text> : null}
              {priced.site ? linesOf(sheet, priced.site.split("\n")) : null}
            </View>
          </View>
          <Text style={look(styles.title)}>{heading}</Text>
          {priced.mark ? (
            <Text style={look(priced.mark === "accepted" ? styles.strong : styles.soft)}>{markWords(priced, say, on)}</Text>
          ) : null}
          <Text style={written(priced.title, styles.subject)}>{drawable(priced.title)}</Text>
          <View style={styles.facts}>
            {facts.map((fact) => (
              <Text key={fact} style={look(styles.soft)}>
                {fact}
              </Text>
            ))}
            {priced.reference ? numberLine(sheet, (reference) => say("reference", { reference }), priced.reference, styles.soft) : null}
          </View>
          {/* The heads repeat on those pages alone on which there are lines. */}
          <View>
            <View style={[styles.row, row]} fixed>
              <Text style={look({ ...styles.what, ...styles.small })}>{say("what")}</Text>
              <Text style={{ ...look({ ...styles.many, ...styles.small }), ...end }}>{say("quantity")}</Text>
              <Text style={{ ...look({ ...styles.each, ...styles.small }), ...end }}>{say("price")}</Text>
              <Text style={{ ...look({ ...styles.sum, ...styles.small }), ...end }}>{say("amount")}</Text>
            </View>
            {lines.map((line, at) => {
              const { gross = 0, discount = 0 } = calculated.lines[at] ?? {};
              const out = line.optional && !line.chosen;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines may be alike, and never move
                <View key={at} style={[styles.row, row]} wrap={false}>
                  <View style={styles.what}>
                    <Text style={written(line.text)}>{drawable(line.text)}</Text>
                    {line.optional ? <Text style={look(styles.small)}>{say(out ? "option" : "optionTaken")}</Text> : null}
                    {line.discount > 0 ? (
                      <Text style={look(styles.small)}>{say("off", { rate: percent.format(line.discount / 10_000) })}</Text>
                    ) : null}
                  </View>
                  <Text style={{ ...look(styles.many), ...end }}>
                    {say(`units.${line.unit}`, { count: number.format(line.quantity / ONE) })}
                  </Text>
                  <Text style={{ ...look(styles.each), ...end }}>{money(line.price)}</Text>
                  <Text style={{ ...look({ ...styles.sum, ...(out ? styles.soft : {}) }), ...end }}>{money(gross - discount)}</Text>
                </View>
              );
            })}
          </View>
          <View style={[styles.box, { alignSelf: mirrored ? "flex-start" : "flex-end" }]} wrap={false}>
            {sums.map(([label, amount, strong]) => (
              <View key={label} style={[styles.sums, row]}>
                <Text style={look(strong ? styles.total : styles.soft)}>{label}</Text>
                <Text style={{ ...look(strong ? styles.total : {}), ...end }}>{amount}</Text>
              </View>
            ))}
            <Text style={look(styles.small)}>{say(terms.taxIncluded ? "included" : "excluded")}</Text>
          </View>
          {pieceRows(sheet, priced.pieces, locale)}
          {priced.text ? paragraphs(sheet, priced.text, styles.text) : null}
          <View style={styles.text} wrap={false}>
            {paying.map((text) => (
              <Text key={text} style={look()}>
                {text}
              </Text>
            ))}
          </View>
          {brief === seller.note ? null : <Text style={written(seller.note, styles.note)}>{drawable(seller.note)}</Text>}
        </View>
      </Page>
    </Document>
  );
}
