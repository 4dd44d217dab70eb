import { Document, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import { type Locale, localeTag } from "@/lib/locales";
import { chargedDigits } from "@/lib/money";
import { serverText } from "../text";
import { draw } from "./fonts";
import { drawable } from "./letters";
import { BRAND, drawnMoney, INK, LINE, SOFT, sheetOf } from "./sheet";

export interface Receipt {
  number: string;
  /** Shown as paid only if it is. */
  paid: boolean;
  issuedAt: Date;
  customer: { name: string; email: string };
  /** ISO 4217. */
  currency: string;
  lines: { text: string; from: Date; to: Date /** Minor units. */; amount: number }[];
  total: number;
  /** A part that was paid from an earlier credit; 0 or less. */
  fromBalance: number;
  charged: number;
  refunded: number;
}

const styles = StyleSheet.create({
  page: { padding: 56, lineHeight: 1.45, color: INK },
  brand: { fontSize: 18, fontWeight: 600, color: BRAND },
  title: { fontSize: 22, fontWeight: 600, marginTop: 24, marginBottom: 4 },
  soft: { color: SOFT },
  facts: { marginTop: 16, marginBottom: 28, gap: 4 },
  row: { justifyContent: "space-between", gap: 16, paddingVertical: 8, borderBottomWidth: 1, borderBottomColor: LINE },
  sum: { justifyContent: "space-between", gap: 16, paddingVertical: 5 },
  strong: { fontWeight: 600 },
  demo: { marginTop: 40, padding: 12, borderWidth: 1, borderColor: LINE, color: SOFT },
});

/**
 * A receipt in its reader's language, as the bytes of a PDF. It is what a demo gives out: where payments are real, Stripe makes
 * the document, and this says plainly that no money has moved.
 */
export const renderReceipt = (receipt: Receipt, locale: Locale): Promise<Buffer> =>
  draw(locale, (fonts) => renderToBuffer(receiptDocument(receipt, locale, fonts)));

function receiptDocument(receipt: Receipt, locale: Locale, fontFamily: string[]) {
  const say = (key: string, values?: Record<string, string | number>) => drawable(serverText(locale, `receipt.${key}`, values));
  const tag = localeTag(locale);
  const date = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" });
  const money = (minor: number) => drawnMoney(locale, minor, receipt.currency, chargedDigits(receipt.currency));
  const { row, look, size } = sheetOf(locale, fontFamily);
  const sums: [string, number, boolean][] = [
    ["total", receipt.total, true],
    ...(receipt.fromBalance < 0 ? [["fromBalance", receipt.fromBalance, false] as [string, number, boolean]] : []),
    [receipt.paid ? "charged" : "due", receipt.charged, true],
    ...(receipt.refunded > 0 ? [["refunded", -receipt.refunded, false] as [string, number, boolean]] : []),
  ];
  return (
    <Document title={say("name", { number: receipt.number })} author="Parley" language={tag}>
      <Page size="A4" style={[styles.page, size]}>
        <Text style={look(styles.brand)}>Parley</Text>
        <Text style={look(styles.title)}>{say(receipt.paid ? "title" : "titleOpen")}</Text>
        <View style={styles.facts}>
          <Text style={look()}>{say("number", { number: receipt.number })}</Text>
          <Text style={look()}>{say("issued", { date: date.format(receipt.issuedAt) })}</Text>
          <Text style={look()}>{say("customer", { name: receipt.customer.name || receipt.customer.email })}</Text>
          <Text style={look(styles.soft)}>{receipt.customer.email}</Text>
        </View>
        {receipt.lines.map((line) => (
          <View key={`${line.text}${line.from.getTime()}${line.amount}`} style={[styles.row, row]}>
            <View style={{ flexShrink: 1 }}>
              <Text style={look()}>{drawable(line.text)}</Text>
              <Text style={look(styles.soft)}>{say("period", { from: date.format(line.from), to: date.format(line.to) })}</Text>
            </View>
            <Text style={look()}>{money(line.amount)}</Text>
          </View>
        ))}
        <View style={{ marginTop: 12 }}>
          {sums.map(([key, amount, strong]) => (
            <View key={key} style={[styles.sum, row]}>
              <Text style={look(strong ? styles.strong : styles.soft)}>{say(key)}</Text>
              <Text style={look(strong ? styles.strong : styles.soft)}>{money(amount)}</Text>
            </View>
          ))}
        </View>
        <Text style={look(styles.demo)}>{say("demo")}</Text>
      </Page>
    </Document>
  );
}
