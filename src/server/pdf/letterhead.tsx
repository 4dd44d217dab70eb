import { StyleSheet, Text } from "@react-pdf/renderer";
import type { Seller } from "@/lib/pricing/documents";
import { drawable, INK, LINE, type Sheet, SOFT } from "./sheet";

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
      {(["taxNumber", "registration"] as const).map((number) =>
        seller[number] ? (
          <Text key={number} style={sheet.look(letter.small)}>
            {say(number, { number: seller[number] })}
          </Text>
        ) : null,
      )}
    </>
  );
}
