import { z } from "zod";
import { pageInput } from "@/lib/pagination";
import { id, maybeMailAddress, seenLine, typed } from "@/lib/typed";
import { newOrInPlace, workspaceInput } from "@/lib/workspace-input";
import { CUSTOMER, MOST_CONTACTS, MOST_SITES } from "./rules";

const version = z.int().min(1);

export const customersInput = workspaceInput.extend({ search: z.string().trim().max(100).optional(), ...pageInput.shape });
export type CustomersInput = z.infer<typeof customersInput>;

export const customerOfInput = workspaceInput.extend({ uid: id });

const contact = z.strictObject({
  uid: id.optional(),
  name: seenLine(CUSTOMER.name).pipe(z.string().min(1)),
  role: seenLine(CUSTOMER.role).default(""),
  email: maybeMailAddress.default(""),
  phone: seenLine(CUSTOMER.phone).default(""),
});

const site = z.strictObject({
  uid: id.optional(),
  name: seenLine(CUSTOMER.name).pipe(z.string().min(1)),
  address: typed(CUSTOMER.address).default(""),
  access: typed(CUSTOMER.access).default(""),
});

/** What is known of a customer, without what they are asked for: files hold this much. */
export const customerDetails = z.strictObject({
  name: seenLine(CUSTOMER.name).pipe(z.string().min(1)),
  notes: typed(CUSTOMER.notes).default(""),
  contacts: z.array(contact).max(MOST_CONTACTS).default([]),
  sites: z.array(site).max(MOST_SITES).default([]),
});
export type CustomerDetails = z.infer<typeof customerDetails>;

export const customerFields = customerDetails.extend({
  /** Whose prices they are asked for; null: the usual ones. */
  priceListUid: id.nullable().default(null),
});
export type CustomerFields = z.infer<typeof customerFields>;

/** With the uid of a customer, and the version that was seen, it takes the place of what stands there. */
export const customerSaveInput = newOrInPlace(
  workspaceInput.extend({ uid: id.optional(), version: version.optional(), ...customerFields.shape }),
);
export type CustomerSaveInput = z.infer<typeof customerSaveInput>;

export const customerDeleteInput = customerOfInput.extend({ version });
export type CustomerDeleteInput = z.infer<typeof customerDeleteInput>;

/** Two customers that are one: the other's contacts, sites and notes come to the first. */
export const customerMergeInput = customerDeleteInput.extend({ otherUid: id, otherVersion: version });
export type CustomerMergeInput = z.infer<typeof customerMergeInput>;
