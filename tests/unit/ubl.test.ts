import fc from "fast-check";
import { XMLParser } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { anyDocument, anyExchange } from "#tests/factories/documents";
import { missingIn } from "@/features/trades/invoices/rules";
import type { DocumentLine } from "@/lib/pricing/documents";
import { type UblDocument, ublOf } from "@/server/xml/ubl";

const SELLER = {
  ...{ name: "Stone & Sons <GmbH>", street: "Werkstraße 1", postcode: "10115", city: "Berlin", country: "DE", taxNumber: "DE123456789" },
  ...{ registration: "HRB 1", email: "office@example.com", phone: "", iban: "DE89370400440532013000", bic: "COBADEFFXXX", note: "" },
};
const BUYER = {
  ...{ name: "Küchen 岩", street: "Ring 2", postcode: "1010", city: "Wien", country: "AT", taxNumber: "ATU12345678", reference: "PO-7" },
  email: "buyer@example.com",
};
const LINE: DocumentLine = {
  ...{ source: "hand", kind: "item", code: "", text: "Bench", unit: "m2", quantity: 2500, price: 19_999, cost: 0, discount: 0 },
  ...{ tax: { name: "USt", rate: 1900, category: "S" }, optional: false, chosen: false },
};
const aDocument = (given: Partial<UblDocument> = {}): UblDocument => ({
  ...{
    kind: "final",
    number: 17,
    issuedOn: "2026-11-24",
    dueOn: "2026-12-08",
    currency: "EUR",
    seller: SELLER,
    buyer: BUYER,
    notes: "Thank you.",
  },
  ...{ lines: [LINE], terms: { taxMode: "group", taxIncluded: false, discount: { is: "rate", rate: 0 } }, creditOf: null },
  ...given,
});

/** As another program would read it: each amount as it is written, so that nothing is lost in a number. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  isArray: (name) => ["cac:InvoiceLine", "cac:CreditNoteLine", "cac:TaxSubtotal"].includes(name),
});
const read = (document: UblDocument) => {
  const { Invoice, CreditNote } = parser.parse(ublOf(document));
  return Invoice ?? CreditNote;
};
/** Minor units of an amount with two digits behind the point. */
const cents = (amount: { "#text": string }): bigint => {
  expect(amount["#text"]).toMatch(/^-?\d+\.\d{2}$/);
  return BigInt(amount["#text"].replace(".", ""));
};
const sum = (amounts: bigint[]) => amounts.reduce((total, one) => total + one, 0n);
const halfUp = (part: bigint, over: bigint) => {
  const size = part < 0n ? -part : part;
  const rounded = (2n * size + over) / (2n * over);
  return part < 0n ? -rounded : rounded;
};

describe("an invoice in UBL", () => {
  it("has no character that XML does not know, wherever it was pasted", () => {
    const pasted = "Second\u000bfloor\u0001\ufffe\ud800, \t🪨\n岩";
    const xml = ublOf(
      aDocument({ notes: pasted, seller: { ...SELLER, name: pasted, street: pasted }, lines: [{ ...LINE, text: pasted }] }),
    );
    expect(xml.split("Second floor   , \t🪨\n岩")).toHaveLength(6);
    expect(xml).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  });

  it("says what the standard asks for, where it asks for it", () => {
    const xml = ublOf(aDocument());
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>/);
    expect(xml).toContain("Stone &amp; Sons &lt;GmbH&gt;");
    const invoice = read(aDocument());
    expect(invoice["@xmlns"]).toBe("urn:oasis:names:specification:ubl:schema:xsd:Invoice-2");
    expect(invoice).toMatchObject({
      "cbc:CustomizationID": "urn:cen.eu:en16931:2017",
      "cbc:ID": "17",
      "cbc:IssueDate": "2026-11-24",
      "cbc:DueDate": "2026-12-08",
      "cbc:InvoiceTypeCode": "380",
      "cbc:DocumentCurrencyCode": "EUR",
      "cbc:BuyerReference": "PO-7",
    });
    const order = Object.keys(invoice).filter((name) => !name.startsWith("@"));
    expect(order).toEqual([
      ...["cbc:CustomizationID", "cbc:ID", "cbc:IssueDate", "cbc:DueDate", "cbc:InvoiceTypeCode", "cbc:Note", "cbc:DocumentCurrencyCode"],
      ...["cbc:BuyerReference", "cac:AccountingSupplierParty", "cac:AccountingCustomerParty", "cac:PaymentMeans", "cac:TaxTotal"],
      ...["cac:LegalMonetaryTotal", "cac:InvoiceLine"],
    ]);
    const { "cac:Party": seller } = invoice["cac:AccountingSupplierParty"];
    expect(seller["cac:PostalAddress"]["cac:Country"]["cbc:IdentificationCode"]).toBe("DE");
    expect(seller["cac:PartyTaxScheme"]).toMatchObject({ "cbc:CompanyID": "DE123456789", "cac:TaxScheme": { "cbc:ID": "VAT" } });
    const [line] = invoice["cac:InvoiceLine"];
    expect(line["cbc:InvoicedQuantity"]).toEqual({ "#text": "2.500", "@unitCode": "MTK" });
    // 2.5 m² at 199.99.
    expect(line["cbc:LineExtensionAmount"]).toEqual({ "#text": "499.98", "@currencyID": "EUR" });
    expect(invoice["cac:LegalMonetaryTotal"]["cbc:PayableAmount"]["#text"]).toBe("594.98");
  });

  it("of a credit is a credit note that names what it gives back of", () => {
    const note = read(aDocument({ kind: "credit", creditOf: { number: 9, issuedOn: "2026-10-01" } }));
    expect(note["@xmlns"]).toBe("urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2");
    expect(note).toMatchObject({
      "cbc:CreditNoteTypeCode": "381",
      "cac:BillingReference": { "cac:InvoiceDocumentReference": { "cbc:ID": "9", "cbc:IssueDate": "2026-10-01" } },
    });
    expect(note["cac:CreditNoteLine"][0]["cbc:CreditedQuantity"]["#text"]).toBe("2.500");
    expect(note["cbc:DueDate"]).toBeUndefined();
  });

  it("has no digits behind the point where the currency has none", () => {
    const { "cac:LegalMonetaryTotal": totals } = read(aDocument({ currency: "VND" }));
    expect(totals["cbc:PayableAmount"]).toEqual({ "#text": "59498", "@currencyID": "VND" });
  });

  it("says of each line what it comes to without its tax, also where an invoice takes off all that was asked for before", () => {
    const tax = { ...LINE.tax, rate: 2000 };
    const aPart = (whole: number) => ({ ...LINE, quantity: Math.sign(whole) * 1000, price: Math.abs(whole), tax });
    const terms = { taxMode: "group" as const, taxIncluded: true, discount: { is: "rate" as const, rate: 0 } };
    const { "cac:InvoiceLine": lines } = read(aDocument({ lines: [120_000, -36_000, -84_000].map(aPart), terms }));
    const nets = lines.map((line: Record<string, { "#text": string }>) => line["cbc:LineExtensionAmount"]?.["#text"]);
    expect(nets).toEqual(["1000.00", "-300.00", "-700.00"]);
  });

  it("says why there is no tax", () => {
    const taxed = (category: "AE" | "E" | "O", name: string) => {
      const invoice = read(aDocument({ lines: [{ ...LINE, tax: { name, rate: 0, category } }] }));
      return {
        of: invoice["cac:TaxTotal"]["cac:TaxSubtotal"][0]["cac:TaxCategory"],
        seller: invoice["cac:AccountingSupplierParty"]["cac:Party"],
      };
    };
    expect(taxed("AE", "").of).toMatchObject({ "cbc:ID": "AE", "cbc:Percent": "0.00", "cbc:TaxExemptionReasonCode": "VATEX-EU-AE" });
    expect(taxed("E", "Export").of).toMatchObject({ "cbc:ID": "E", "cbc:TaxExemptionReason": "Export" });
    const { of, seller } = taxed("O", "");
    // BR-O-05, and BR-O-02: neither rate nor tax number.
    expect(of["cbc:Percent"]).toBeUndefined();
    expect(seller["cac:PartyTaxScheme"]).toBeUndefined();
  });

  it("is zero rated where a standard tax asks for nothing, by one sum with what is", () => {
    const taxed = (category: "S" | "Z", rate: number) => ({ ...LINE, tax: { name: "", rate, category } });
    const { "cac:TaxTotal": taxes, "cac:InvoiceLine": lines } = read(
      aDocument({ lines: [taxed("S", 0), taxed("Z", 0), taxed("S", 1900)] }),
    );
    // BR-S-05: a standard rate is more than 0.
    const codes = lines.map(
      (line: { "cac:Item": { "cac:ClassifiedTaxCategory": object } }) => line["cac:Item"]["cac:ClassifiedTaxCategory"],
    );
    expect(codes).toMatchObject([{ "cbc:ID": "Z", "cbc:Percent": "0.00" }, { "cbc:ID": "Z" }, { "cbc:ID": "S" }]);
    expect(taxes["cac:TaxSubtotal"]).toMatchObject([
      { "cbc:TaxableAmount": { "#text": "999.96" }, "cac:TaxCategory": { "cbc:ID": "Z", "cbc:Percent": "0.00" } },
      { "cbc:TaxableAmount": { "#text": "499.98" }, "cac:TaxCategory": { "cbc:ID": "S", "cbc:Percent": "19.00" } },
    ]);
  });

  it("holds nothing outside the scope of tax beside what is within it", () => {
    const [within, outside] = [LINE, { ...LINE, tax: { name: "", rate: 0, category: "O" as const } }];
    // BR-O-11 and BR-O-12.
    expect(missingIn(aDocument({ lines: [within, outside] }))).toEqual(["lines.tax"]);
    expect(missingIn(aDocument({ lines: [outside, outside] }))).toEqual([]);
    expect(missingIn(aDocument({ lines: [within, within] }))).toEqual([]);
  });

  it("is in a currency of two digits behind the point at most", () => {
    // BR-DEC.
    for (const currency of ["TND", "JOD", "KWD", "BHD", "OMR", "LYD"]) expect(missingIn(aDocument({ currency }))).toEqual(["currency"]);
    for (const currency of ["EUR", "VND"]) expect(missingIn(aDocument({ currency }))).toEqual([]);
  });

  it("is not to be had where taxes that are rounded by themselves are a unit of the currency or more from their rate", () => {
    // BR-CO-17.
    const lines = Array.from({ length: 10 }, () => ({
      ...LINE,
      price: 38_102,
      quantity: 1000,
      discount: 0,
      tax: { ...LINE.tax, rate: 2700 },
    }));
    const terms = { taxMode: "line" as const, taxIncluded: false, discount: { is: "rate" as const, rate: 0 } };
    expect(missingIn(aDocument({ currency: "HUF", lines, terms }))).toEqual(["rounding"]);
    expect(missingIn(aDocument({ currency: "EUR", lines, terms }))).toEqual([]);
    expect(missingIn(aDocument({ currency: "HUF", lines, terms: { ...terms, taxMode: "group" } }))).toEqual([]);
    // As an invoice of what is left has it: 10,287.54 is due, 10,289 is asked for.
    const left = { rate: 2700, category: "S" as const, net: 38_102 };
    const asking = (tax: number) => ({ ...terms, taxMode: "group" as const, taxLeft: [{ ...left, tax }] });
    const rounding = (tax: number) => missingIn(aDocument({ currency: "HUF", lines: lines.slice(0, 1), terms: asking(tax) }));
    expect([10_286, 10_287, 10_288, 10_289].map(rounding)).toEqual([["rounding"], [], [], ["rounding"]]);
  });

  it("is to be had whatever it holds where each rate is rounded once, also in a currency that is written whole", () => {
    // 1,000 with 27 % in it are 787 and 213, of which the rate gives 212.49.
    const tax = { ...LINE.tax, rate: 2700 };
    const terms = { taxMode: "group" as const, taxIncluded: true, discount: { is: "rate" as const, rate: 0 } };
    expect(missingIn(aDocument({ currency: "HUF", lines: [{ ...LINE, quantity: 1000, price: 1000, tax }], terms }))).toEqual([]);
    fc.assert(
      fc.property(anyDocument, ({ lines, terms: how }) => {
        expect(missingIn(aDocument({ currency: "HUF", lines, terms: { ...how, taxMode: "group" } }))).not.toContain("rounding");
      }),
    );
  });

  it("has notes in which nothing is taken for what they are about", () => {
    // BR-CL-08.
    expect(read(aDocument({ notes: "Covers jobs #7, #8" }))["cbc:Note"]).toBe("#AAI#Covers jobs #7, #8");
    expect(read(aDocument({ notes: "Thank you." }))["cbc:Note"]).toBe("Thank you.");
  });

  it("tells what is missing for it", () => {
    expect(missingIn(aDocument())).toEqual([]);
    const bare = aDocument({
      seller: { ...SELLER, country: "", taxNumber: "" },
      buyer: { ...BUYER, country: "", taxNumber: "" },
      lines: [{ ...LINE, tax: { name: "", rate: 0, category: "AE" } }],
    });
    expect(missingIn(bare)).toEqual(["seller.country", "seller.taxNumber", "buyer.country", "buyer.taxNumber"]);
  });

  it("names a seller by a number of VAT or of its register, and no local tax number as one of VAT", () => {
    const seller = (given: object) => aDocument({ seller: { ...SELLER, ...given } });
    const outside = { lines: [{ ...LINE, tax: { name: "", rate: 0, category: "O" as const } }] };
    const [local, bare] = [{ taxNumber: "12/345/67890" }, { registration: "" }];
    // BR-CO-26: without either nobody knows who sells; outside of the tax its number is not named.
    expect(missingIn(seller(bare))).toEqual([]);
    expect(missingIn({ ...seller(bare), ...outside })).toEqual(["seller.registration"]);
    expect(missingIn(seller({ ...local, ...bare }))).toEqual(["seller.registration"]);
    expect(missingIn(seller(local))).toEqual([]);
    // BR-CO-09: what stands as a number of VAT begins with its country.
    const taxOf = (document: UblDocument, side: "Supplier" | "Customer") =>
      read(document)[`cac:Accounting${side}Party`]["cac:Party"]["cac:PartyTaxScheme"];
    expect(taxOf(seller(local), "Supplier")).toEqual({ "cbc:CompanyID": "12/345/67890", "cac:TaxScheme": { "cbc:ID": "FC" } });
    expect(taxOf(seller({ taxNumber: "el123456789" }), "Supplier")).toMatchObject({ "cbc:CompanyID": "EL123456789" });
    const buyer = (taxNumber: string) => aDocument({ buyer: { ...BUYER, taxNumber } });
    expect(taxOf(buyer("0312345678"), "Customer")).toBeUndefined();
    const reversed = { lines: [{ ...LINE, tax: { name: "", rate: 0, category: "AE" as const } }] };
    expect(missingIn({ ...buyer("0312345678"), ...reversed })).toEqual(["buyer.taxNumber"]);
    expect(missingIn({ ...buyer("ATU12345678"), ...reversed })).toEqual([]);
  });

  it("keeps the standard's rules of rounding, whatever it holds", () =>
    fc.assert(
      fc.property(fc.oneof(anyDocument, anyExchange), ({ lines: all, terms }) => {
        const lines = all.map((line) => ({ ...line, optional: false, chosen: false }));
        fc.pre(lines.length > 0);
        const invoice = read(aDocument({ lines, terms }));
        const { "cac:LegalMonetaryTotal": totals, "cac:TaxTotal": taxes } = invoice;
        const parts = invoice["cac:InvoiceLine"];
        const nets: bigint[] = parts.map((line: Record<string, { "#text": string }>) => cents(line["cbc:LineExtensionAmount"] as never));
        // BR-CO-10: the lines sum to the document, which has nothing off or on it beside them (BR-CO-13).
        expect(sum(nets)).toBe(cents(totals["cbc:LineExtensionAmount"]));
        expect(cents(totals["cbc:TaxExclusiveAmount"])).toBe(cents(totals["cbc:LineExtensionAmount"]));
        const groups = taxes["cac:TaxSubtotal"];
        // BR-CO-14 and BR-S-08: each rate's base is what its lines come to, and the taxes of all rates are the tax.
        expect(sum(groups.map((group: Record<string, never>) => cents(group["cbc:TaxAmount"] as never)))).toBe(
          cents(taxes["cbc:TaxAmount"]),
        );
        for (const group of groups) {
          const { "cbc:ID": code, "cbc:Percent": rate } = group["cac:TaxCategory"];
          const own = nets.filter((_, at) => {
            const { "cbc:ID": of, "cbc:Percent": percent } = parts[at]["cac:Item"]["cac:ClassifiedTaxCategory"];
            return of === code && percent === rate;
          });
          expect(sum(own)).toBe(cents(group["cbc:TaxableAmount"]));
          // BR-CO-17: to the minor unit where a rate is taxed as a whole; where each line is, to less than half of one for each.
          const due = halfUp(sum(own) * BigInt(rate.replace(".", "")), 10_000n);
          const off = cents(group["cbc:TaxAmount"]) - due;
          const most = terms.taxMode === "group" ? (terms.taxIncluded ? 1n : 0n) : BigInt(own.length);
          expect(off <= most && -off <= most).toBe(true);
        }
        // BR-CO-15 and BR-CO-16.
        expect(cents(totals["cbc:TaxInclusiveAmount"])).toBe(cents(totals["cbc:TaxExclusiveAmount"]) + cents(taxes["cbc:TaxAmount"]));
        expect(totals["cbc:PayableAmount"]).toEqual(totals["cbc:TaxInclusiveAmount"]);
        for (const [at, line] of parts.entries()) {
          // BR-27: a price is not less than nothing; what takes something back has a quantity that is.
          const price = cents(line["cac:Price"]["cbc:PriceAmount"]);
          expect(price >= 0n).toBe(true);
          const quantity = BigInt(line["cbc:InvoicedQuantity"]["#text"].replace(".", ""));
          const base = BigInt((line["cac:Price"]["cbc:BaseQuantity"]?.["#text"] ?? "1.000").replace(".", ""));
          const allowance = line["cac:AllowanceCharge"];
          const off = allowance ? cents(allowance["cbc:Amount"]) * (allowance["cbc:ChargeIndicator"] === "true" ? -1n : 1n) : 0n;
          // The net of a line is its quantity by its price less what is off it.
          if (base !== 0n) expect([at, halfUp(quantity * price, base) - off]).toEqual([at, nets[at]]);
        }
      }),
      { numRuns: 300 },
    ));
});
