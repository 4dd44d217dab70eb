import type { Locale } from "@/lib/locales";
import type { HandedIn } from "./form-entry";
import type { PriceListDocument } from "./price-list";
import type { PricedDocument } from "./priced-document";
import type { ProgressReport } from "./progress-report";
import type { Receipt } from "./receipt";

/** What each kind of document is drawn from: data alone, so that it can go to another thread. */
export interface Documents {
  progress: ProgressReport;
  priced: PricedDocument;
  priceList: PriceListDocument;
  entry: HandedIn;
  receipt: Receipt;
}

export type DocumentKind = keyof Documents;

/** A document that is asked for. */
export type DrawMessage = { [Kind in DocumentKind]: { kind: Kind; content: Documents[Kind]; locale: Locale } }[DocumentKind];

/** What became of it, before the next one is asked for. */
export type DrawnMessage = { bytes: Uint8Array } | { error: unknown };
