import XMLBuilder from "fast-xml-builder";
import { isVatNumber } from "@/lib/countries";
import type { InvoiceKind } from "@/lib/enums/trades-invoices";
import type { PriceUnit, TaxCategory } from "@/lib/enums/trades-pricing";
import { minorDigits } from "@/lib/money";
import { sumOf } from "@/lib/pricing/amounts";
import { type Buyer, type Calculated, calculate, type DocumentLine, type LineTax, type Seller, type Terms } from "@/lib/pricing/documents";

// An invoice as others' programs read it: UBL 2.1 (ISO/IEC 19845) as EN 16931-3-2 writes the model of EN 16931-1. Names in comments (BT, BG,
// BR) are of that standard.

export interface UblDocument {
  kind: InvoiceKind;
  number: number;
  /** Days such as 2026-01-31. */
  issuedOn: string;
  dueOn: string;
  /** ISO 4217, in capitals. */
  currency: string;
  seller: Seller;
  buyer: Buyer;
  notes: string;
  lines: readonly DocumentLine[];
  terms: Terms;
  /** What a credit gives back of. */
  creditOf: { number: number; issuedOn: string } | null;
}

type Xml = Record<string, unknown>;

/** UNTDID 1001: a prepayment invoice, a commercial one, a credit note. */
const TYPE_CODES: Record<InvoiceKind, string> = { deposit: "386", progress: "380", final: "380", credit: "381" };

/** UN/ECE Recommendation 20. */
const UNIT_CODES: Record<PriceUnit, string> = { m2: "MTK", slab: "C62", m: "MTR", piece: "H87", hour: "HUR" };

/** Why no tax is asked for, by the codes of VATEX; an exemption says its own reason. */
const REASONS: Partial<Record<TaxCategory, string>> = { AE: "VATEX-EU-AE", O: "VATEX-EU-O" };

const VAT = { "cac:TaxScheme": { "cbc:ID": "VAT" } };
/** Of a tax number that is none of VAT (BT-32), as UNTDID 1153 calls it; the model has none for buyers. */
const LOCAL = { "cac:TaxScheme": { "cbc:ID": "FC" } };

/** What is no character of XML 1.0 (its production Char), such as the soft line breaks of office programs: no program would read the file. */
const UNKNOWN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const readable = (_: string, text: unknown): unknown => (typeof text === "string" ? text.replaceAll(UNKNOWN, " ") : text);

/** What was said of something; what was not is left out. */
const said = (name: string, text: string): Xml => (text === "" ? {} : { [name]: text });

/** A whole number as a decimal, with so many digits behind the point. */
function decimal(whole: number, digits: number): string {
  if (digits === 0) return String(whole);
  const text = String(Math.abs(whole)).padStart(digits + 1, "0");
  return `${whole < 0 ? "-" : ""}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** @param local whether a number without its country has a place, too */
function taxScheme(number: string, local: boolean): Xml {
  if (isVatNumber(number)) return { "cac:PartyTaxScheme": { "cbc:CompanyID": number.toUpperCase(), ...VAT } };
  return local && number ? { "cac:PartyTaxScheme": { "cbc:CompanyID": number, ...LOCAL } } : {};
}

const party = (of: Seller | Buyer, { tax, registration }: { tax: Xml; registration: string }): Xml => ({
  "cac:Party": {
    "cac:PostalAddress": {
      ...said("cbc:StreetName", of.street),
      ...said("cbc:CityName", of.city),
      ...said("cbc:PostalZone", of.postcode),
      "cac:Country": { "cbc:IdentificationCode": of.country },
    },
    ...tax,
    "cac:PartyLegalEntity": { "cbc:RegistrationName": of.name, ...said("cbc:CompanyID", registration) },
    ...(of.email ? { "cac:Contact": { "cbc:ElectronicMail": of.email } } : {}),
  },
});

const category = ({ category: code, rate, name }: LineTax, withReason: boolean): Xml => ({
  "cbc:ID": code,
  // What is outside of the tax has no rate, not one of nothing (BR-O-05).
  ...(code === "O" ? {} : { "cbc:Percent": decimal(rate, 2) }),
  ...(withReason && REASONS[code] ? { "cbc:TaxExemptionReasonCode": REASONS[code] } : {}),
  ...(withReason && code === "E" ? { "cbc:TaxExemptionReason": name || "Exempt" } : {}),
  ...VAT,
});

/** A line (BG-25): its net is what it comes to with its part of what is off the whole, so that lines sum to the document (BR-CO-10). */
function lineOf(line: DocumentLine, at: number, { lines, terms }: { lines: Calculated["lines"]; terms: Terms }, about: Writing): Xml {
  const { net = 0, gross = 0 } = lines[at] ?? {};
  const { amount, credit } = about;
  const code = UNIT_CODES[line.unit];
  const quantity = { "#text": decimal(line.quantity, 3), "@unitCode": code };
  // Prices with their tax in them have none without it that is exact: what all of them come to is the price of as many.
  const included = terms.taxIncluded;
  const off = gross - net;
  const price =
    included && line.quantity !== 0
      ? {
          "cbc:PriceAmount": amount(Math.abs(net)),
          "cbc:BaseQuantity": { "#text": decimal(Math.abs(line.quantity), 3), "@unitCode": code },
        }
      : { "cbc:PriceAmount": amount(line.price) };
  return {
    "cbc:ID": String(at + 1),
    [credit ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity"]: quantity,
    "cbc:LineExtensionAmount": amount(net),
    ...(included || off === 0
      ? {}
      : {
          "cac:AllowanceCharge": {
            // What makes a line that takes something back smaller adds to it.
            "cbc:ChargeIndicator": String(off < 0),
            "cbc:AllowanceChargeReasonCode": off < 0 ? "ZZZ" : "95",
            "cbc:Amount": amount(Math.abs(off)),
          },
        }),
    "cac:Item": { "cbc:Name": line.text, "cac:ClassifiedTaxCategory": category(line.tax, false) },
    "cac:Price": price,
  };
}

interface Writing {
  amount: (minor: number) => Xml;
  credit: boolean;
}

/** A line whose tax asks for nothing is zero rated: a standard rate is more than 0 (BR-S-05). */
const rated = (line: DocumentLine): DocumentLine =>
  line.tax.category === "S" && line.tax.rate === 0 ? { ...line, tax: { ...line.tax, category: "Z" } } : line;

/** @param document complete: what `missingIn` of the invoices names is there  @returns the whole file, in UTF-8 */
export function ublOf(document: UblDocument): string {
  const { kind, number, issuedOn, dueOn, currency, seller, buyer, notes, terms, creditOf } = document;
  const lines = document.lines.map(rated);
  const credit = kind === "credit";
  const digits = minorDigits(currency);
  const amount = (minor: number): Xml => ({ "#text": decimal(minor, digits), "@currencyID": currency });
  const calculated = calculate(lines, terms);
  const { totals } = calculated;
  const taxed = lines.some(({ tax }) => tax.category !== "O");
  const net = sumOf(calculated.lines.map((line) => line.net));
  const body: Xml = {
    "cbc:CustomizationID": "urn:cen.eu:en16931:2017",
    "cbc:ID": String(number),
    "cbc:IssueDate": issuedOn,
    ...(credit ? {} : { "cbc:DueDate": dueOn }),
    [credit ? "cbc:CreditNoteTypeCode" : "cbc:InvoiceTypeCode"]: TYPE_CODES[kind],
    // What stands between the first two "#" of a note is what it is about (UNTDID 4451, BR-CL-08): general information.
    ...said("cbc:Note", notes.includes("#") ? `#AAI#${notes}` : notes),
    "cbc:DocumentCurrencyCode": currency,
    ...said("cbc:BuyerReference", buyer.reference),
    ...(creditOf
      ? {
          "cac:BillingReference": {
            "cac:InvoiceDocumentReference": { "cbc:ID": String(creditOf.number), "cbc:IssueDate": creditOf.issuedOn },
          },
        }
      : {}),
    "cac:AccountingSupplierParty": party(seller, {
      tax: taxed ? taxScheme(seller.taxNumber, true) : {},
      registration: seller.registration,
    }),
    "cac:AccountingCustomerParty": party(buyer, { tax: taxed ? taxScheme(buyer.taxNumber, false) : {}, registration: "" }),
    ...(seller.iban && !credit
      ? {
          "cac:PaymentMeans": {
            // A credit transfer.
            "cbc:PaymentMeansCode": "30",
            "cbc:PaymentID": String(number),
            "cac:PayeeFinancialAccount": {
              "cbc:ID": seller.iban,
              "cbc:Name": seller.name,
              ...(seller.bic ? { "cac:FinancialInstitutionBranch": { "cbc:ID": seller.bic } } : {}),
            },
          },
        }
      : {}),
    "cac:TaxTotal": {
      "cbc:TaxAmount": amount(totals.tax),
      "cac:TaxSubtotal": totals.taxes.map(({ net: base, tax, ...of }) => ({
        "cbc:TaxableAmount": amount(base),
        "cbc:TaxAmount": amount(tax),
        "cac:TaxCategory": category(of, true),
      })),
    },
    "cac:LegalMonetaryTotal": {
      "cbc:LineExtensionAmount": amount(net),
      "cbc:TaxExclusiveAmount": amount(totals.net),
      "cbc:TaxInclusiveAmount": amount(totals.total),
      "cbc:PayableAmount": amount(totals.total),
    },
    [credit ? "cac:CreditNoteLine" : "cac:InvoiceLine"]: lines.map((line, at) =>
      lineOf(line, at, { ...calculated, terms }, { amount, credit }),
    ),
  };
  const root = credit ? "CreditNote" : "Invoice";
  const names = "urn:oasis:names:specification:ubl:schema:xsd";
  const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: "@", format: true, tagValueProcessor: readable });
  return builder.build({
    "?xml": { "@version": "1.0", "@encoding": "UTF-8" },
    [root]: {
      "@xmlns": `${names}:${root}-2`,
      "@xmlns:cac": `${names}:CommonAggregateComponents-2`,
      "@xmlns:cbc": `${names}:CommonBasicComponents-2`,
      ...body,
    },
  });
}
