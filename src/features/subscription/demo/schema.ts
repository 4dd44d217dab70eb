import { z } from "zod";

/** A Checkout session, or an invoice that has a page of its own. */
export const checkoutInput = z.object({ session: z.string().regex(/^(cs|in)_\w{1,250}$/) });

/** A card as somebody types it; what is wrong with it the emulator says, in Stripe's codes. */
export const cardInput = z.object({
  number: z.string().trim().min(1).max(30),
  /** Month and year: 12/34 or 12/2034. */
  expiry: z
    .string()
    .trim()
    .regex(/^\d{1,2}\s*\/\s*(\d{2}|\d{4})$/),
  cvc: z.string().trim().min(1).max(10),
  name: z.string().trim().min(1).max(100),
});

export const payInput = checkoutInput.extend(cardInput.shape);
export type PayInput = z.infer<typeof payInput>;

export const authenticateInput = checkoutInput.extend({ ok: z.boolean() });
export type AuthenticateInput = z.infer<typeof authenticateInput>;

/** How far the clock can be set forward at once, in days: a year's subscription is renewed within it. */
const CLOCK_DAYS = 400;
export const advanceInput = z.object({ days: z.int().min(1).max(CLOCK_DAYS) });
