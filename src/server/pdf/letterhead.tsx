import { StyleSheet, Text, View } from "@react-pdf/renderer";
import { Fragment } from "react";
import type { Seller } from "@/lib/pricing/documents";
import { drawable } from "./letters";
import { INK, LINE, type Sheet, SOFT } from "./sheet";

/** What all documents of a shop look like. */
export const letter = StyleSheet.create({
  page: { paddingTop: 48, paddingBottom: 64, paddingHorizontal: 48, color: INK },
  body: { lineHeight: 1.4 },
  head: { justifyContent: "space-between", gap: 24 },
  half: { flexGrow: 1, flexBasis: 0 },
  shop: { fontSize: 14, fontWeight: 600, lineHeight: 1.4 },
  soft: { color: SOFT },
  small: { fontSize: 9, color: SOFT },
  title: { fontSize: 20, fontWeight: 600, lineHeight: 1.3, marginTop: 22 },
  subject: { fontSize: 12, marginBottom: 12 },
  row: { gap: 12, paddingVertical: 6, borderBottomWidth: 1, borderBottomColor: LINE },
  what: { flexGrow: 1, flexShrink: 1, flexBasis: 0 },
  strong: { fontWeight: 600 },
  text: { marginTop: 22 },
  // Of a line height of its own a text that is written page by page is not drawn.
  foot: { position: "absolute", bottom: 18, left: 48, width: 499, fontSize: 8.5, height: 38, color: SOFT, textAlign: "center" },
});

/** What people wrote in paragraphs: each reads as its own letters do, as it does on a page. */
export const paragraphs = ({ look, written }: Sheet, text: string, style?: object) => (
  <Text style={look(style)}>
    {drawable(text)
      .split(/(?<=\n)/)
      .map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of one text have nothing but their places
        <Text key={at} style={written(paragraph)}>
          {paragraph}
        </Text>
      ))}
  </Text>
);

/** What people wrote, a line each; without those that say nothing. */
export const linesOf = ({ written }: Sheet, parts: readonly string[]) =>
  parts
    .filter((part) => part !== "")
    .map((part) => (
      <Text key={part} style={written(part)}>
        {drawable(part)}
      </Text>
    ));

/** A country's name in a language; empty for none. @param code ISO 3166-1, two letters */
export const countryIn = (tag: string, code: string): string =>
  code === "" ? "" : (new Intl.DisplayNames(tag, { type: "region" }).of(code) ?? code);

/**
 * A number that somebody gave, and what it is called. Behind Arabic letters its groups would be set from the right where hyphens part them,
 * and no hyphen belongs to the number (UAX #9, W4): there it is a text of its own, which reads as its own letters do.
 * @param say with the number in it, as the last thing where a page is read from the right
 */
export function numberLine(sheet: Sheet, say: (number: string) => string, number: string, style: object) {
  if (!sheet.mirrored) return <Text style={sheet.look(style)}>{drawable(say(number))}</Text>;
  return (
    <View style={[sheet.row, { gap: 3 }]}>
      <Text style={sheet.look(style)}>{drawable(say("")).trim()}</Text>
      <Text style={sheet.written(number, { ...letter.what, ...style })}>{drawable(number)}</Text>
    </View>
  );
}

/** Whose document it is. @param say as the document's language says it */
export function sellerLines(
  sheet: Sheet,
  seller: Seller,
  tag: string,
  say: (key: "taxNumber" | "registration", values: { number: string }) => string,
) {
  const town = [seller.postcode, seller.city].filter(Boolean).join(" ");
  return (
    <>
      <Text style={sheet.written(seller.name, letter.shop)}>{drawable(seller.name)}</Text>
      {linesOf(sheet, [seller.street, town, countryIn(tag, seller.country), seller.phone, seller.email])}
      {(["taxNumber", "registration"] as const).map((key) =>
        seller[key] ? (
          <Fragment key={key}>{numberLine(sheet, (number) => say(key, { number }), seller[key], letter.small)}</Fragment>
        ) : null,
      )}
    </>
  );
}
