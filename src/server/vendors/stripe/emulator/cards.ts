import type { Decline } from "./failure";

/** What a card's owner types into Checkout's page. */
export interface CardInput {
  number: string;
  /** "MM/YY", "MM / YY" or "MM/YYYY". */
  expiry: string;
  cvc: string;
  name: string;
}

export interface Card {
  brand: "visa" | "mastercard";
  last4: string;
  month: number;
  year: number;
}

/**
 * - `approve`: every use is allowed; where it is `disputed`, its owner disputes each charge afterwards
 * - `decline`: every use is refused, being saved included
 * - `declineCharges`: can be saved, every charge is refused
 * - `authenticate`: each charge needs 3-D Secure, so that one without its owner fails
 * - `authenticateOnce`: needs 3-D Secure until it has been saved with it
 */
type Behaviour =
  | { kind: "approve"; disputed?: true }
  | { kind: "authenticate" | "authenticateOnce" }
  | { kind: "decline" | "declineCharges"; decline: Decline };

const GENERIC: Decline = { code: "card_declined", declineCode: "generic_decline", message: "Your card was declined." };
const POOR: Decline = { code: "card_declined", declineCode: "insufficient_funds", message: "Your card has insufficient funds." };
const UNKNOWN: Decline = {
  code: "card_declined",
  declineCode: "test_mode_live_card",
  message: "Your card was declined. Your request was in test mode, but used a non test card.",
};
export const AUTHENTICATION_REQUIRED: Decline = {
  code: "authentication_required",
  declineCode: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};

/** Stripe's test cards. The last four digits tell them apart, so a saved card needs to keep nothing else. */
const TEST_CARDS: { number: string; tokens: string[]; behaviour: Behaviour }[] = [
  { number: "4242424242424242", tokens: ["pm_card_visa"], behaviour: { kind: "approve" } },
  { number: "5555555555554444", tokens: ["pm_card_mastercard"], behaviour: { kind: "approve" } },
  { number: "4000000000000259", tokens: ["pm_card_createDispute"], behaviour: { kind: "approve", disputed: true } },
  { number: "4000000000000341", tokens: ["pm_card_chargeCustomerFail"], behaviour: { kind: "declineCharges", decline: GENERIC } },
  { number: "4000000000000002", tokens: ["pm_card_visa_chargeDeclined"], behaviour: { kind: "decline", decline: GENERIC } },
  {
    number: "4000000000009995",
    tokens: ["pm_card_visa_chargeDeclinedInsufficientFunds"],
    behaviour: { kind: "decline", decline: POOR },
  },
  { number: "4000002760003184", tokens: ["pm_card_authenticationRequired"], behaviour: { kind: "authenticate" } },
  { number: "4000000000003220", tokens: ["pm_card_threeDSecure2Required"], behaviour: { kind: "authenticate" } },
  { number: "4000002500003155", tokens: ["pm_card_authenticationRequiredOnSetup"], behaviour: { kind: "authenticateOnce" } },
];

/** Far enough ahead for a card that only a token names. */
const TOKEN_EXPIRY_YEARS = 5;

/** The card that one of Stripe's tokens stands for, such as "pm_card_visa". */
export function cardOfToken(token: string, now: Date): Card | undefined {
  const card = TEST_CARDS.find(({ tokens }) => tokens.includes(token));
  return card && { ...faceOf(card.number), month: now.getUTCMonth() + 1, year: now.getUTCFullYear() + TOKEN_EXPIRY_YEARS };
}

const faceOf = (number: string): Pick<Card, "brand" | "last4"> => ({
  brand: number.startsWith("5") ? "mastercard" : "visa",
  last4: number.slice(-4),
});

/** A typed card, or the code with which Stripe refuses it. */
export function readCard(input: CardInput, now: Date): Card | { code: string } {
  const number = input.number.replaceAll(/[\s-]/g, "");
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return { code: "incorrect_number" };
  const [, month = 0, shortYear = 0] = (/^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(input.expiry) ?? []).map(Number);
  if (month < 1 || month > 12) return { code: "invalid_expiry_month" };
  const year = shortYear < 100 ? 2000 + shortYear : shortYear;
  const [thisYear, thisMonth] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  if (year < thisYear || year > thisYear + 50) return { code: "invalid_expiry_year" };
  if (year === thisYear && month < thisMonth) return { code: "invalid_expiry_month" };
  if (!/^\d{3,4}$/.test(input.cvc)) return { code: "invalid_cvc" };
  if (!TEST_CARDS.some((card) => card.number === number)) return { code: UNKNOWN.declineCode };
  return { ...faceOf(number), month, year };
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

export type Verdict = { kind: "approved" } | { kind: "authenticate" } | { kind: "declined"; decline: Decline };

interface Use {
  /** Saving a card, or charging it. */
  purpose: "setup" | "payment";
  /** Whether its owner has just confirmed by 3-D Secure. */
  authenticated?: boolean;
  /** Whether it was saved with 3-D Secure earlier. */
  prepared?: boolean;
}

const behaviourOf = (last4: string): Behaviour =>
  TEST_CARDS.find(({ number }) => number.endsWith(last4))?.behaviour ?? { kind: "decline", decline: UNKNOWN };

/** Whether what is charged to a card is disputed by its owner. */
export function isDisputed(last4 = ""): boolean {
  const behaviour = behaviourOf(last4);
  return behaviour.kind === "approve" && behaviour.disputed === true;
}

/** What becomes of a card's use. */
export function judge(last4: string, { purpose, authenticated = false, prepared = false }: Use): Verdict {
  const behaviour = behaviourOf(last4);
  switch (behaviour.kind) {
    case "approve":
      return { kind: "approved" };
    case "decline":
      return { kind: "declined", decline: behaviour.decline };
    case "declineCharges":
      return purpose === "payment" ? { kind: "declined", decline: behaviour.decline } : { kind: "approved" };
    case "authenticate":
      return authenticated ? { kind: "approved" } : { kind: "authenticate" };
    case "authenticateOnce":
      return authenticated || prepared ? { kind: "approved" } : { kind: "authenticate" };
  }
}
