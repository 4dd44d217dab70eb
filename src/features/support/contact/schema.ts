import { z } from "zod";
import { id, lineField, mailAddress } from "@/lib/fields";
import { MAX_MESSAGE, messageText } from "../chat/schema";

export const contactInput = z.object({
  /** The conversation's id, where the caller wants to ask again without writing twice. */
  uid: id.optional(),
  name: lineField(80).pipe(z.string().min(1)),
  email: mailAddress,
  message: messageText.pipe(z.string().min(1)),
  /** The question that it is about, where somebody came from one. */
  subject: lineField(120).optional(),
  /** People do not see this field, and no browser knows what to fill in for its name; programs do. */
  extra: z.string().max(MAX_MESSAGE).optional().meta({ trap: true }),
});
export type ContactInput = z.infer<typeof contactInput>;

/** What the mailed link carries. */
const token = z.string().min(1).max(100);

export const guestInput = z.object({ token, before: z.int().min(1).max(2_000_000_000).optional() });
export const guestSendInput = z.object({ token, message: messageText.pipe(z.string().min(1)), uid: id.optional() });
export type GuestSendInput = z.infer<typeof guestSendInput>;
export const guestFileInput = z.object({ token, uid: id });

/** What the form asks for. */
export const contactForm = z.object({
  name: z.string().trim().min(1).max(80),
  email: mailAddress,
  message: z.string().trim().min(1).max(MAX_MESSAGE),
  extra: z.string().max(MAX_MESSAGE),
});
