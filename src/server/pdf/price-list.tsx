import { Document, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import { type Locale, localeTag } from "@/lib/locales";
import { ONE } from "@/lib/pricing/amounts";
import type { LineTax, Seller } from "@/lib/pricing/documents";
import type { SheetRow, SheetSection } from "@/lib/pricing/price-sheet";
import { taxWords } from "@/lib/pricing/tax-words";
import { serverText } from "../text";
import { draw } from "./fonts";
import { letter, paragraphs, sellerLines } from "./letterhead";
import { drawable } from "./letters";
import { drawnMoney, sheetOf } from "./sheet";

/** One version of a price list, for those who buy by it. */
export interface PriceListDocument {
  seller: Seller;
  /** What the list is called, and which version of it this is, counted from 1. */
  name: string;
  number: number;
  /** Days such as 2026-01-31, both of them count; the last one is null where there is no end. Null for a draft. */
  holds: { from: string; to: string | null } | null;
  /** ISO 4217. */
  currency: string;
  taxIncluded: boolean;
  /** Of prices without a tax of their own; null where the shop has none. */
  tax: LineTax | null;
  sections: readonly SheetSection[];
}

const styles = {
  ...letter,
  ...StyleSheet.create({
    section: { marginTop: 14 },
    heading: { fontSize: 12, fontWeight: 600 },
    low: { alignItems: "flex-end" },
    price: { gap: 12 },
    prices: { width: 232 },
    quantity: { width: 112 },
    amount: { width: 108 },
  }),
};

/** Points that a price takes at least, so that a heading does not stay behind alone: its name and what is said below, or its tiers. */
const roomFor = ({ tiers }: SheetRow): number => Math.max(90, 30 + 16 * tiers.length);

/** As the bytes of a PDF. */
export const renderPriceList = (list: PriceListDocument, locale: Locale): Promise<Buffer> =>
  draw(locale, (fonts) => renderToBuffer(priceListDocument(list, locale, fonts)));

function priceListDocument(list: PriceListDocument, locale: Locale, fontFamily: string[]) {
  type Values = Record<string, string | number>;
  const say = (key: string, values?: Values) => drawable(serverText(locale, `trades.document.${key}`, values));
  const tell = (key: string, values?: Values) => drawable(serverText(locale, `trades.prices.document.${key}`, values));
  const tag = localeTag(locale);
  const sheet = sheetOf(locale, fontFamily);
  const { row, look, written, size, mirrored } = sheet;
  const day = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" });
  const number = new Intl.NumberFormat(tag);
  const percent = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 2 });
  const on = (of: string) => day.format(new Date(`${of}T00:00:00Z`));
  const money = (minor: number) => drawnMoney(locale, minor, list.currency);
  const end = { textAlign: mirrored ? ("left" as const) : ("right" as const) };
  const taxed = (tax: LineTax) => taxWords(tax, say, (rate) => percent.format(rate / 10_000));
  const { seller, holds, sections } = list;
  const version = drawable(serverText(locale, "trades.prices.version", { number: number.format(list.number) }));
  const currency = new Intl.DisplayNames(tag, { type: "currency" }).of(list.currency) ?? list.currency;
  const facts = [
    version,
    holds === null
      ? tell("draft")
      : holds.to === null
        ? tell("validFrom", { date: on(holds.from) })
        : tell("validFromTo", { from: on(holds.from), to: on(holds.to) }),
    tell("currency", { name: currency, code: list.currency }),
    say(list.taxIncluded ? "included" : "excluded"),
    ...(list.tax ? [tell("usualTax", { tax: taxed(list.tax) })] : []),
  ];
  const priceLine = (key: number, quantity: string, price: number) => (
    <View key={key} style={[styles.price, row]}>
      <Text style={look(styles.quantity)}>{quantity}</Text>
      <Text style={{ ...look(styles.amount), ...end }}>{money(price)}</Text>
    </View>
  );
  const small = (text: string) => <Text style={written(text, styles.small)}>{drawable(text)}</Text>;
  const item = ({ name, code, unit, material, tax, price, tiers }: SheetRow) => (
    <View key={code} style={[styles.row, row]} wrap={false}>
      <View style={styles.what}>
        <Text style={written(name)}>{drawable(name)}</Text>
        {small(code)}
        {material && material.name !== name ? small(material.name) : null}
        {material?.slab ? (
          <Text style={look(styles.small)}>
            {tell("slab", { length: number.format(material.slab.length), width: number.format(material.slab.width) })}
          </Text>
        ) : null}
        {tax ? <Text style={look(styles.small)}>{tell("ownTax", { tax: taxed(tax) })}</Text> : null}
      </View>
      <View style={styles.prices}>
        {priceLine(0, tell(`per.${unit}`), price)}
        {tiers.map(({ from, price: each }) => priceLine(from, tell(`from.${unit}`, { count: from / ONE }), each))}
      </View>
    </View>
  );
  const title = tell("title");
  const separator = serverText(locale, "common.separator");
  return (
    <Document title={drawable([title, list.name].join(separator))} author={drawable(seller.name)} language={tag}>
      {/* The other way of making pages lays all that is left out anew for each of them: 400 prices take it four times as long. */}
      <Page size="A4" style={[styles.page, size]} experimentalPagination>
        {/* Before the rest: what repeats does so from where it stands. */}
        <Text
          fixed
          style={look(styles.foot)}
          render={({ pageNumber, totalPages }) =>
            [
              drawable([seller.name, list.name, version].join(separator)),
              say("page", { page: number.format(pageNumber), pages: number.format(totalPages) }),
            ].join("\n")
          }
        />
        <View style={[styles.body, size]}>
          <View style={[styles.head, row]}>
            <View style={styles.half}>{sellerLines(sheet, seller, tag, say)}</View>
            <View style={styles.half}>
              {facts.map((fact, at) => (
                <Text key={fact} style={look(at === 0 ? styles.strong : styles.soft)}>
                  {fact}
                </Text>
              ))}
            </View>
          </View>
          <Text style={look(styles.title)}>{title}</Text>
          <Text style={written(list.name, styles.subject)}>{drawable(list.name)}</Text>
          {sections.length === 0 ? <Text style={look(styles.soft)}>{serverText(locale, "trades.prices.noPrices")}</Text> : null}
          {sections.map(({ kind, rows, rows: [first] }) => (
            <View key={kind} style={styles.section}>
              <View style={[styles.row, styles.low, row]} fixed minPresenceAhead={first && roomFor(first)}>
                <Text style={look({ ...styles.what, ...styles.heading })}>{tell(`kinds.${kind}`)}</Text>
                <View style={[styles.prices, styles.price, row]}>
                  <Text style={look({ ...styles.quantity, ...styles.small })}>{say("quantity")}</Text>
                  <Text style={{ ...look({ ...styles.amount, ...styles.small }), ...end }}>{say("price")}</Text>
                </View>
              </View>
              {rows.map(item)}
            </View>
          ))}
          {seller.note ? paragraphs(sheet, seller.note, styles.text) : null}
        </View>
      </Page>
    </Document>
  );
}
