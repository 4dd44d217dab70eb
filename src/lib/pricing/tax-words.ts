import type { LineTax } from "./documents";

/** Says something of the catalogue's `trades.document`. */
type Say = (
  key: "tax" | "taxName" | "taxOn" | `categories.${Exclude<LineTax["category"], "S">}`,
  values?: Record<string, string>,
) => string;

/**
 * How documents name a tax. Where none is charged by the usual rule they say why, whatever the shop calls it: a reverse charge must be named as
 * one (Directive 2006/112/EC, article 226, point 11a).
 * @param percent basis points in words
 */
export function taxWords({ name, rate, category }: LineTax, say: Say, percent: (rate: number) => string): string {
  if (category === "S") return say("tax", { name: name || say("taxName"), of: percent(rate) });
  const why = say(`categories.${category}`);
  return name === "" || name === why ? why : `${name} · ${why}`;
}

/** The same of a document's sums: of several, each says of how much it is (the same article, point 8). @param net what it is of, in words */
export const taxSumWords = (tax: LineTax, several: boolean, say: Say, percent: (rate: number) => string, net: string): string => {
  const words = taxWords(tax, say, percent);
  return several ? say("taxOn", { tax: words, net }) : words;
};
