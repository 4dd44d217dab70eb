import type { QuoteState } from "@/lib/enums/trades-quotes";

/** Where a quote stands for its customer. */
export const OFFER_STATES = ["open", "accepted", "declined", "expired", "replaced"] as const;
export type OfferState = (typeof OFFER_STATES)[number];

export const offerState = (state: QuoteState): OfferState => {
  if (state === "sent") return "open";
  if (state === "accepted" || state === "converted") return "accepted";
  if (state === "declined" || state === "expired") return state;
  return "replaced";
};
